"""Wins of Gunjin Shogi that are sure whatever the other side has: every enemy piece may be all that
the view leaves open, and battles tell what they tell (see `engines.core.proofs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from engines.core.hidden import PLAY
from engines.core.proofs import MOST_MOVES, Prover, SureWin
from engines.gunjin.battle import ATTACKER, DEFENDER, NO_BATTLE, NOBODY, RESULTS, result_of
from engines.gunjin.ending import QUIET_STEPS_TO_DRAW
from engines.gunjin.foresight import DISTANCES
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.movement import REACH, STEPS, kinds_that_move
from engines.gunjin.moves import Move, Placement, Step, step_of
from engines.gunjin.pieces import FLAG, IS_OF, KIND_OF, MOVABLE, OCCUPIERS, SEAT_OF, kinds_in
from engines.gunjin.squares import BEHIND, HEADQUARTERS
from engines.gunjin.view import GunjinView

Board: TypeAlias = tuple[int, ...]
"""46 squares: the kind of an own piece; of an enemy piece the kinds it may be (a mask), negative;
0 for none."""

Met = tuple[tuple[int, int], ...]
"""How a battle can end, each with the kinds (a mask) that the unknown piece may be then."""

JUST_FLAG = 1 << FLAG
HOLDS = (NO_BATTLE, ATTACKER)
"""Results with which the piece that moves stands on its target."""


def sure_win(
    view: GunjinView, nodes: int, kinds: Mapping[int, int] | None = None
) -> SureWin[Step] | None:
    """The shortest win of the viewer that can be proved in so many states; None if there is none,
    and for whoever is not to move.

    *kinds*: what enemy pieces may be (a mask), by square, where that has been worked out.
    """
    seat = view.seat
    if view.phase != PLAY or seat is None or seat not in view.to_act:
        return None
    return Prover(Purple(view, seat), nodes).find(board_of(view, seat, kinds), most_moves(view))


def gives_up(view: GunjinView, move: Move | None, nodes: int, kinds: Mapping[int, int]) -> bool:
    """Return whether the viewer, which is to move, could win for sure, and by *move* does not, or
    by conceding (None); false where so many states do not show it. *kinds* as for `sure_win`."""
    if view.seat is None or view.phase != PLAY or isinstance(move, Placement):
        return False
    prover = Prover(Purple(view, view.seat), nodes)
    return prover.gives_up(board_of(view, view.seat, kinds), move, most_moves(view))


def most_moves(view: GunjinView) -> int:
    """Return in how many own moves a win can come before the match is drawn for want of battles
    (§6.4); 1 always, for a win comes first."""
    return max(1, min(MOST_MOVES, (QUIET_STEPS_TO_DRAW + 1 - view.quiet) // 2))


def board_of(view: GunjinView, seat: int, kinds: Mapping[int, int] | None = None) -> Board:
    """Return the board as *seat*, the viewer, knows it; *kinds* as for `sure_win`."""
    known = _kinds_by_square(view, seat) if kinds is None else kinds
    return tuple(
        (KIND_OF[piece] if IS_OF[seat][piece] else -known[square]) if piece else 0
        for square, piece in enumerate(view.board)
    )


def _kinds_by_square(view: GunjinView, seat: int) -> dict[int, int]:
    bounds = bounds_of(view)
    return {
        square: bounds[piece]
        for piece, square in enumerate(history_of(view).square_of)
        if square != NOWHERE and SEAT_OF[view.start[piece]] != seat
    }


class Purple:
    """The moves of a seat, and the replies: `engines.core.proofs.Rules` of Gunjin."""

    def __init__(self, view: GunjinView, seat: int) -> None:
        self._seat, self._enemy = seat, 1 - seat
        self._home, self._goal = HEADQUARTERS[seat], HEADQUARTERS[1 - seat]
        self._seen = _seen_lately(view, seat)

    def fewest(self, here: Board) -> int:
        """The way of the nearest occupier, or as many as there are enemy pieces to be beaten."""
        ways = DISTANCES[self._seat]
        way, enemies = len(here), 0
        for square, piece in enumerate(here):
            if piece < 0:
                enemies += -piece & MOVABLE != 0
            elif piece and OCCUPIERS >> piece & 1 and ways[square] < way:
                way = ways[square]
        return max(1, min(way, enemies))

    def at_once(self, here: Board) -> Step | None:
        """An occupier that enters the enemy headquarters for sure (§6.1), or the last battle."""
        goal = self._goal
        if here[goal] <= 0:
            for square in STEPS[goal]:
                kind = here[square]
                if kind > 0 and OCCUPIERS >> kind & 1 and self._is_won(here, kind, goal):
                    return step_of(square, goal)
        if sum(piece < 0 and -piece & MOVABLE != 0 for piece in here) == 1:
            return next((move for move in self.moves(here) if self.after(here, move) == []), None)
        return None

    def moves(self, here: Board) -> Sequence[Step]:
        """All steps, those that come near to the enemy headquarters first."""
        occupied = _occupied(here)
        steps = [
            step_of(origin, target)
            for origin, kind in enumerate(here)
            if kind > 0 and MOVABLE >> kind & 1
            for target in REACH[self._seat][origin]
            if here[target] <= 0
            and kinds_that_move(occupied, self._seat, origin, target) >> kind & 1
        ]
        steps.sort(key=lambda step: DISTANCES[self._seat][step.target])
        return steps

    def after(self, here: Board, move: Step) -> list[Board] | None:
        """Return the boards after a step, one for each way in which its battle may end."""
        kind, target = here[move.origin], move.target
        if not self._is_open(here, move):
            return None
        found = []
        for result, left in self._ways(here, kind, target):
            if target == self._goal and result in HOLDS and OCCUPIERS >> kind & 1:
                continue
            after = self._new(_stepped(here, move.origin, target, result, (kind, -left)), result)
            if after is None or not self._can_move(after):
                return None
            if any(True for _ in self._steps_of_enemy(after)):
                found.append(after)
        return found

    def replies(self, here: Board) -> Iterator[Board | None]:
        """Yield the board after every step that some enemy piece may make, battle by battle.

        An occupier that stands in the own headquarters, as a match may begin, wins by any step.
        """
        if here[self._home] < 0 and -here[self._home] & OCCUPIERS:
            yield None
        for origin, target, able in self._steps_of_enemy(here):
            met: Met = ((NO_BATTLE, able),)
            if here[target]:
                met = _attack(able, here[target], self._own_behind(here, target))
            for result, left in met:
                is_lost = target == self._home and result in HOLDS and left & OCCUPIERS
                after = _stepped(here, origin, target, result, (-left, here[target]))
                yield None if is_lost else self._new(after, result)

    def _new(self, after: Board, result: int) -> Board | None:
        """None where the pieces have stood so since the last battle."""
        is_old = result == NO_BATTLE and self._key(after) in self._seen
        return None if is_old else after

    def _is_open(self, here: Board, step: Step) -> bool:
        kind = here[step.origin]
        if kind <= 0 or not MOVABLE >> kind & 1 or here[step.target] > 0:
            return False
        able = kinds_that_move(_occupied(here), self._seat, step.origin, step.target)
        return bool(able >> kind & 1)

    def _ways(self, here: Board, kind: int, target: int) -> Met:
        if not here[target]:
            return ((NO_BATTLE, 0),)
        behind = BEHIND[self._enemy][target]
        support = -here[behind] if behind >= 0 and here[behind] < 0 else 0
        return _defence(kind, -here[target], support)

    def _is_won(self, here: Board, kind: int, target: int) -> bool:
        return all(result in HOLDS for result, _ in self._ways(here, kind, target))

    def _own_behind(self, here: Board, target: int) -> int:
        behind = BEHIND[self._seat][target]
        return max(here[behind], 0) if behind >= 0 else 0

    def _can_move(self, board: Sequence[int]) -> bool:
        """Return whether a step of an own piece is free, so that there is no draw (§6.3)."""
        return any(
            kind > 0 and MOVABLE >> kind & 1 and any(board[near] <= 0 for near in STEPS[square])
            for square, kind in enumerate(board)
        )

    def _steps_of_enemy(self, here: Board) -> Iterator[tuple[int, int, int]]:
        """Yield origin, target and the kinds (a mask) that could make this step."""
        occupied = _occupied(here)
        for origin, piece in enumerate(here):
            if piece < 0 and -piece & MOVABLE:
                for target in REACH[self._enemy][origin]:
                    if here[target] >= 0:
                        able = -piece & kinds_that_move(occupied, self._enemy, origin, target)
                        if able:
                            yield origin, target, able

    def _key(self, here: Board) -> int:
        return _placement(
            sum(1 << square for square, piece in enumerate(here) if piece > 0),
            sum(1 << square for square, piece in enumerate(here) if piece < 0),
        )


def _stepped(here: Board, origin: int, target: int, result: int, sides: tuple[int, int]) -> Board:
    """Return the board after a step; *sides*: what is known of who moved and of who was met."""
    board = list(here)
    board[origin] = 0
    board[target] = 0 if result == NOBODY else sides[result == DEFENDER]
    return tuple(board)


def _occupied(here: Sequence[int]) -> int:
    return sum(1 << square for square, piece in enumerate(here) if piece)


def _placement(own: int, enemies: int) -> int:
    return own << 46 | enemies


def _seen_lately(view: GunjinView, seat: int) -> frozenset[int]:
    """Return the placements since the last battle: none of them is gone back to, whoever was to
    move then, so that none comes up for the third time (§6.4)."""
    sides = {
        owner: sum(1 << at for at, piece in enumerate(view.board) if SEAT_OF[piece] == owner)
        for owner in (0, 1)
    }
    seen, mover = {_placement(sides[seat], sides[1 - seat])}, 1 - seat
    for origin, target, _ in view.record[::-1][: view.quiet]:
        sides[mover] ^= 1 << origin | 1 << target
        mover = 1 - mover
        seen.add(_placement(sides[seat], sides[1 - seat]))
    return frozenset(seen)


@lru_cache(maxsize=1 << 14)
def _defence(attacker: int, defenders: int, supports: int) -> Met:
    """How an own attack can end; *supports*: what may stand behind the piece, 0 for nothing."""
    left = [0, 0, 0, 0]
    for kind in kinds_in(defenders & ~JUST_FLAG):
        left[RESULTS[attacker][kind]] |= 1 << kind
    if defenders & JUST_FLAG:
        for support in kinds_in(supports & ~JUST_FLAG) if supports else [0]:
            left[result_of(attacker, FLAG, support)] |= JUST_FLAG
    return tuple((result, kinds) for result, kinds in enumerate(left) if kinds)


@lru_cache(maxsize=1 << 14)
def _attack(attackers: int, defender: int, support: int) -> Met:
    """How an enemy attack can end."""
    left = [0, 0, 0, 0]
    for kind in kinds_in(attackers):
        left[result_of(kind, defender, support)] |= 1 << kind
    return tuple((result, kinds) for result, kinds in enumerate(left) if kinds)

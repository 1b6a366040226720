"""What a coach finds in a view of Gunjin Shogi: what follows from what its seat can know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engines.core.coaching import PLAN_EVERY, Hint
from engines.core.hidden import PLAY
from engines.gunjin.battle import ATTACKER, NO_BATTLE, RESULTS
from engines.gunjin.foresight import WORTH
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.movement import STEPS, moves_of
from engines.gunjin.pieces import (
    EMPTY,
    FIXED,
    FLAG,
    HIDDEN,
    IS_OF,
    KIND_OF,
    MINE,
    OCCUPIERS,
    kinds_in,
    letters_of,
)
from engines.gunjin.proofs import sure_win
from engines.gunjin.squares import BEHIND, HEADQUARTERS, SQUARE_NAMES
from engines.gunjin.view import GunjinView

FEW = 3
"""What has so few kinds left is told."""
PROOFS = 4_000
"""In how many states a win is looked for that is sure whatever the other side has."""
DEAR = 60
"""What is worth so much is not to be lost on a mine."""


def hint(view: GunjinView) -> Hint | None:
    """Return a hint for the viewing seat; None if there is none, or if it is not to move."""
    if view.phase != PLAY or view.seat is None or view.seat not in view.to_act:
        return None
    return next(_Sight(view, int(view.seat)).hints(), None)


class _Sight:
    """What one seat can know of the board."""

    def __init__(self, view: GunjinView, seat: int) -> None:
        self.view, self.seat, self.board = view, seat, view.board
        self.steps = moves_of(view.board, seat)
        self.is_time_for_plans = len(view.record) // 2 % PLAN_EVERY == 0

    @cached_property
    def kinds(self) -> dict[int, int]:
        """Return the kinds each enemy piece can be (a mask), by square."""
        bounds, history = bounds_of(self.view), history_of(self.view)
        return {
            square: bounds[piece]
            for piece, square in enumerate(history.square_of)
            if square != NOWHERE and self.board[square] == HIDDEN[1 - self.seat]
        }

    def hints(self) -> Iterator[Hint]:
        """All there is, the most urgent first."""
        yield from self._ways_in()
        yield from self._ways_to_win()
        yield from self._sure_losses()
        yield from self._sure_wins()
        yield from self._intruders()
        yield from self._found_out()
        if self.is_time_for_plans:
            yield from self._mines()
            yield from self._plans()

    def _ways_in(self) -> Iterator[Hint]:
        goal = HEADQUARTERS[1 - self.seat]
        for origin, target in self.steps:
            can_win = target == goal and OCCUPIERS >> KIND_OF[self.board[origin]] & 1
            if can_win and (self.board[goal] == EMPTY or self._surely_beats(origin, goal)):
                yield _hint("enter", origin, target)

    def _ways_to_win(self) -> Iterator[Hint]:
        win = sure_win(self.view, PROOFS)
        if win is not None:
            yield _hint("sure", win.move.origin, win.move.target)

    def _sure_wins(self) -> Iterator[Hint]:
        won = [step for step in self.steps if self._surely_beats(*step)]
        for origin, target in sorted(won, key=lambda step: WORTH[KIND_OF[self.board[step[0]]]]):
            yield _hint("beats", target, origin)

    def _surely_beats(self, origin: int, target: int) -> bool:
        """Return whether the piece on *origin* is left whatever stands on *target*."""
        if target not in self.kinds:
            return False
        mine, possible = RESULTS[KIND_OF[self.board[origin]]], self.kinds[target]
        if possible >> FLAG & 1:
            behind = BEHIND[1 - self.seat][target]
            possible = possible & ~(1 << FLAG) | self.kinds.get(behind, 0)
            if possible >> FLAG & 1:
                return False  # a flag behind what may be a flag: too little is known
        return all(mine[kind] == ATTACKER for kind in kinds_in(possible))

    def _sure_losses(self) -> Iterator[Hint]:
        """Own pieces beside an enemy that beats them whatever it is."""
        for square, possible in self.kinds.items():
            for target in STEPS[square] if not possible & FIXED else ():
                kind = KIND_OF[self.board[target]] if IS_OF[self.seat][self.board[target]] else 0
                if not kind or kind == FLAG:
                    continue
                if all(RESULTS[one][kind] == ATTACKER for one in kinds_in(possible)):
                    yield _hint("loses", target, square)

    def _intruders(self) -> Iterator[Hint]:
        home = HEADQUARTERS[self.seat]
        for square, possible in self.kinds.items():
            if home in STEPS[square] and possible & OCCUPIERS and self.board[home] == EMPTY:
                yield _hint("intruder", square, home)

    def _found_out(self) -> Iterator[Hint]:
        """The last battles, if the enemy piece that was left has become known."""
        for _origin, square, result in self.view.record[-2:]:
            kinds = kinds_in(self.kinds.get(square, 0))
            if result != NO_BATTLE and 0 < len(kinds) <= FEW:
                yield _hint("known", square, kinds=letters_of(kinds))

    def _mines(self) -> Iterator[Hint]:
        """Dear pieces before what may be a mine and has not moved."""
        for origin, target in self.steps:
            kind = KIND_OF[self.board[origin]]
            is_mine = self.kinds.get(target, 0) >> MINE & 1
            if is_mine and WORTH[kind] >= DEAR and RESULTS[kind][MINE] != ATTACKER:
                yield _hint("mine", origin, target)

    def _plans(self) -> Iterator[Hint]:
        attacks = [step for step in self.steps if step[1] in self.kinds]
        if attacks:
            origin, target = min(attacks, key=lambda s: WORTH[KIND_OF[self.board[s[0]]]])
            yield _hint("scout", origin, target)
        home = HEADQUARTERS[self.seat]
        own = IS_OF[self.seat]
        if not any(own[self.board[square]] for square in (home, *STEPS[home])):
            yield _hint("guard", home)


def _hint(code: str, *squares: int, kinds: str = "") -> Hint:
    return Hint(code, tuple(SQUARE_NAMES[square] for square in squares), kinds)

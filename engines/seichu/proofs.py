"""Wins of Seichu Shogi that are sure whatever the other side holds and claims: every enemy piece
may be all that the view leaves open, and may move falsely (see `engines.core.proofs`).

The prover moves truly, so that no Doubt of the other side is ever proven. A move that no kind of a
piece could make is answered by a Doubt; any other may be true, or a foul that nobody can be sure
of, and tells nothing of the piece. What the prover captures it does not drop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engines.core.hidden import PLAY
from engines.core.proofs import MOST_MOVES, Prover, SureWin
from engines.seichu.ending import PLIES_TO_DRAW
from engines.seichu.fouls import nifu_files
from engines.seichu.history import NOWHERE, History, Picture, history_of
from engines.seichu.movement import WAYS, kinds_reaching
from engines.seichu.moves import Answer, Drop, Move, Step, drop_of, step_of
from engines.seichu.pieces import EMPTY, IS_OF, KIND_OF, KINDS, KING, PAWN, mask_of
from engines.seichu.position import TURN, last_ply
from engines.seichu.solver import Solver
from engines.seichu.squares import FILE_OF, FILES, HAND, ON_LAST_RANK, RANKS
from engines.seichu.suspicion import is_sure
from engines.seichu.view import SeichuView

Board: TypeAlias = tuple[int, ...]
"""28 squares: the kind of an own piece; of an enemy piece the kinds it may be (a mask), negative;
0 for none."""

JUST_KING = 1 << KING


class Known(NamedTuple):
    """The knowledge of the prover."""

    board: Board
    hand: tuple[int, ...]
    """The kinds that the prover may drop."""
    drops: int
    """The kinds (a mask) that the other side may drop."""
    moved: int = HAND
    """Where the enemy piece stands that has just moved on the board; `HAND` for none."""
    able: int = 0
    """The kinds (a mask) that could have moved so."""


def sure_win(
    view: SeichuView, nodes: int, kinds: Mapping[int, int] | None = None
) -> SureWin[Move] | None:
    """The shortest win of the viewer that can be proved in so many states; None if there is none,
    and for whoever is not to act. A question has none but the Doubt that is sure.

    *kinds*: what enemy pieces may be (a mask), by square, where that has been worked out.
    """
    seat = view.seat
    if view.phase != PLAY or seat is None or seat not in view.to_act:
        return None
    if is_sure(view):
        return SureWin(Answer.DOUBT, 1)
    if view.asked != TURN:
        return None
    history = history_of(view)
    here = known_to(view, seat, history, kinds)
    if here is None:
        return None
    return Prover(Purple(seat, history), nodes).find(here, most_moves(view, seat, history))


def gives_up(view: SeichuView, move: Move | None, nodes: int, kinds: Mapping[int, int]) -> bool:
    """Return whether the viewer, which is to move, could win for sure without a Doubt, and by
    *move* does not, or by conceding (None); false where so many states do not show it. *kinds* as
    for `sure_win`."""
    if view.seat is None or view.phase != PLAY or view.asked != TURN:
        return False
    history = history_of(view)
    here = known_to(view, view.seat, history, kinds)
    if here is None:
        return False
    played = move if isinstance(move, Step | Drop) else None
    prover = Prover[Known, Step | Drop](Purple(view.seat, history), nodes)
    return prover.gives_up(here, played, most_moves(view, view.seat, history))


def most_moves(view: SeichuView, seat: int, history: History) -> int:
    """Return in how many own moves a win can come: 1 where a Doubt of the other side would be
    proven by own pawns, or the match is drawn for its length after that (§6.4)."""
    if nifu_files(view.board, seat):
        return 1
    return max(1, min(MOST_MOVES, (PLIES_TO_DRAW + 2 - len(history.pictures)) // 2))


def known_to(
    view: SeichuView, seat: int, history: History, kinds: Mapping[int, int] | None = None
) -> Known | None:
    """Return the knowledge of *seat*, the viewer; *kinds* as for `sure_win`. None on a board
    without kings, to which no match leads."""
    found = _kinds_by_square(view, seat, history) if kinds is None else kinds
    board = _with_one_king(
        [
            (KIND_OF[piece] if IS_OF[seat][piece] else -found[square]) if piece else EMPTY
            for square, piece in enumerate(view.board)
        ]
    )
    if board is None or KING not in board:
        return None
    owned = history.owned[1 - seat]
    drops = mask_of(kind for kind in KINDS if kind != KING and owned[kind])
    hand = tuple(dict.fromkeys(view.hands[seat]))
    here = Known(board, hand, drops if view.hands[1 - seat] else 0)
    last = last_ply(view.record)
    if last is None or last.origin == HAND:
        return here
    before = history.pictures[-2].hidden_board
    able = kinds_reaching(before, 1 - seat, last.origin, last.target)
    return here._replace(moved=last.target, able=able)


def _kinds_by_square(view: SeichuView, seat: int, history: History) -> dict[int, int]:
    """What each enemy piece may be, as far as one look at the armies tells."""
    solver = Solver(view, history)
    return {
        square: mask_of(solver.possible(piece))
        for piece, square in history.square_of.items()
        if square != NOWHERE and history.seat_of[piece] != seat
    }


class Purple:
    """The moves of a seat, and the replies: `engines.core.proofs.Rules` of Seichu."""

    def __init__(self, seat: int, history: History) -> None:
        self._seat, self._enemy = seat, 1 - seat
        self._seen = {_public(_seen_by(seat, picture)) for picture in history.pictures}

    def fewest(self, here: Known) -> int:
        """The way of the own king to the last rank, or as many captures as there are pieces that
        may be the king; what is forced to show itself is left out of account."""
        if here.moved != HAND and not _left(here, here.moved):
            return 1
        board = here.board
        kings = sum(piece < 0 and -piece & JUST_KING for piece in board) >> KING
        rank = board.index(KING) // FILES
        return max(1, min(kings, rank if self._seat else RANKS - 1 - rank))

    def at_once(self, here: Known) -> Step | None:
        """A Trial (§6.2), or the capture of a piece that is the king or has moved falsely."""
        occupied = _occupied(here.board)
        for origin, kind in enumerate(here.board):
            if kind > 0:
                for target in self._targets(here.board, occupied, origin, kind):
                    if self._is_trial(here.board, origin, target):
                        return step_of(origin, target, trial=True)
                    if here.board[target] < 0 and not _left(here, target):
                        return step_of(origin, target)
        return None

    def moves(self, here: Known) -> Iterator[Step | Drop]:
        """Yield true steps, a Trial and captures first, and drops."""
        board, occupied = here.board, _occupied(here.board)
        steps = [
            step_of(origin, target)
            for origin, kind in enumerate(board)
            if kind > 0
            for target in self._targets(board, occupied, origin, kind)
        ]
        steps.sort(key=lambda step: board[step.target])
        for step in steps:
            if self._is_trial(board, step.origin, step.target):
                yield step_of(step.origin, step.target, trial=True)
        yield from steps
        for kind in here.hand:
            for target, piece in enumerate(board):
                if not piece:
                    yield drop_of(kind, target)

    def after(self, here: Known, move: Step | Drop) -> list[Known] | None:
        """Return what is known after a true move, if it has not won."""
        if isinstance(move, Drop):
            return self._after_drop(here, move)
        board, origin, target = here.board, move.origin, move.target
        kind = board[origin]
        if kind <= 0 or target not in self._targets(board, _occupied(board), origin, kind):
            return None
        if kind == PAWN and _makes_nifu(board, origin, target):
            return None
        if move.trial or (board[target] < 0 and not _left(here, target)):
            return []
        after = _with_one_king(_moved(board, origin, target))
        if after is None:
            return []  # what was taken must have been the king
        return self._if_new(Known(after, here.hand, here.drops))

    def replies(self, here: Known) -> Iterator[Known | None]:
        """Yield what is known after every move that may be true, and every drop."""
        board, occupied = here.board, _occupied(here.board)
        for origin, piece in enumerate(board):
            if piece < 0:
                for target, able in _open_ways(self._enemy, origin, occupied, -piece):
                    if board[target] >= 0:
                        yield self._replied(here, origin, target, able)
        if here.drops:
            for target, piece in enumerate(board):
                if not piece:
                    dropped = (*board[:target], -here.drops, *board[target + 1 :])
                    yield self._new(Known(dropped, here.hand, here.drops))

    def _replied(self, here: Known, origin: int, target: int, able: int) -> Known | None:
        met = here.board[target]
        if met == KING or (able & JUST_KING and ON_LAST_RANK[self._enemy][target]):
            return None
        drops = here.drops | 1 << met if met else here.drops
        board = _moved(here.board, origin, target)
        return self._new(Known(board, here.hand, drops, target, able))

    def _after_drop(self, here: Known, drop: Drop) -> list[Known] | None:
        if drop.kind not in here.hand or here.board[drop.target] or self._may_be_foul(here, drop):
            return None
        board = (*here.board[: drop.target], drop.kind, *here.board[drop.target + 1 :])
        hand = tuple([kind for kind in here.hand if kind != drop.kind])
        return self._if_new(Known(board, hand, here.drops))

    def _if_new(self, after: Known) -> list[Known] | None:
        return None if self._new(after) is None else [after]

    def _new(self, after: Known) -> Known | None:
        """None where pieces have stood so before, so that no position comes up again (§6.4)."""
        return None if _public(after.board) in self._seen else after

    def _is_trial(self, board: Board, origin: int, target: int) -> bool:
        return board[origin] == KING and ON_LAST_RANK[self._seat][target]

    def _targets(
        self, board: Sequence[int], occupied: int, origin: int, kind: int
    ) -> Iterator[int]:
        for target, _ in _open_ways(self._seat, origin, occupied, 1 << kind):
            if board[target] <= 0:
                yield target

    def _may_be_foul(self, here: Known, drop: Drop) -> bool:
        """Return whether a pawn makes two on a file, or may give mate (§5.1)."""
        if drop.kind != PAWN:
            return False
        ways = _open_ways(self._seat, drop.target, _occupied(here.board), 1 << PAWN)
        return _makes_nifu(here.board, HAND, drop.target) or any(
            here.board[target] < 0 and -here.board[target] & JUST_KING for target, _ in ways
        )


def _open_ways(seat: int, origin: int, occupied: int, kinds: int) -> Iterator[tuple[int, int]]:
    """Yield the targets of a piece that is one of *kinds* (a mask), and those that go there."""
    for target, means in WAYS[seat][origin]:
        able = 0
        for between, going in means:
            if not occupied & between:
                able |= going
        if able & kinds:
            yield target, able & kinds


def _left(here: Known, target: int) -> int:
    """Return the kinds that the enemy on *target* may be if taking it has not won: a king is the
    end, and one that has just moved falsely is doubted (§5.2)."""
    kinds = -here.board[target] & ~JUST_KING
    return kinds & here.able if target == here.moved else kinds


def _with_one_king(board: Sequence[int]) -> Board | None:
    """Return the board with the king named where only one piece may be it; None if none may."""
    kings = [at for at, piece in enumerate(board) if piece < 0 and -piece & JUST_KING]
    if len(kings) != 1:
        return tuple(board) if kings else None
    return (*board[: kings[0]], -JUST_KING, *board[kings[0] + 1 :])


def _public(board: Sequence[int]) -> tuple[bool | None, ...]:
    """Return whether an own piece stands on each square; None where none stands."""
    return tuple([piece > 0 if piece else None for piece in board])


def _seen_by(seat: int, picture: Picture) -> list[int]:
    return [0 if side < 0 else 1 if side == seat else -1 for side in picture.sides]


def _makes_nifu(board: Sequence[int], origin: int, target: int) -> bool:
    if origin != HAND and FILE_OF[origin] == FILE_OF[target]:
        return False
    return PAWN in board[FILE_OF[target] :: FILES]


def _moved(board: Board, origin: int, target: int) -> Board:
    squares = list(board)
    squares[target], squares[origin] = squares[origin], EMPTY
    return tuple(squares)


def _occupied(board: Sequence[int]) -> int:
    return sum(1 << square for square, piece in enumerate(board) if piece)

"""What a coach finds in a view of Seichu Shogi: what follows from what its seat can know.

Whether a Doubt is sure it does not say: to notice that is the player's part (§5.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engines.core.coaching import PLAN_EVERY, Hint
from engines.core.hidden import PLAY
from engines.seichu.advice import has_foul
from engines.seichu.foresight import WORTH
from engines.seichu.history import NOWHERE, history_of
from engines.seichu.movement import kinds_reaching, targets_of
from engines.seichu.moves import Step
from engines.seichu.pieces import (
    EMPTY,
    GOLD,
    HIDDEN,
    IS_OF,
    KIND_OF,
    KING,
    PAWN,
    kinds_in,
    letters_of,
    mask_of,
    piece_of,
)
from engines.seichu.position import TURN, last_ply
from engines.seichu.proofs import sure_win
from engines.seichu.rulings import legal_moves
from engines.seichu.solver import Solver
from engines.seichu.squares import IN_ENEMY_CAMP, SQUARE_NAMES
from engines.seichu.view import SeichuView

PROOFS = 2_000
"""In how many states a win is looked for that is sure whatever the other side holds."""
FEW = 3
"""So few kinds are named."""


def hint(view: SeichuView) -> Hint | None:
    """Return a hint for the viewing seat; None if there is none, or if it has no move to make."""
    if view.phase != PLAY or view.asked != TURN:
        return None
    if view.seat is None or view.seat not in view.to_act:
        return None
    return next(_Sight(view, int(view.seat)).hints(), None)


class _Sight:
    """What one seat can know of the board."""

    def __init__(self, view: SeichuView, seat: int) -> None:
        self.view, self.seat, self.board = view, seat, list(view.board)
        steps = [move for move in legal_moves(view) if isinstance(move, Step)]
        self.steps = [step for step in steps if not has_foul(view, step)]

    @cached_property
    def kinds(self) -> dict[int, int]:
        """Return the kinds each enemy piece can be (a mask), by square."""
        history = history_of(self.view)
        domains = Solver(self.view, history).domains
        known = {piece: mask_of([kind]) for piece, kind in history.kinds.items()}
        return {
            square: known[piece] if piece in known else domains[piece]
            for piece, square in history.square_of.items()
            if square != NOWHERE and history.seat_of[piece] != self.seat
        }

    def hints(self) -> Iterator[Hint]:
        """All there is, the most urgent first."""
        yield from self._ways_to_win()
        king = piece_of(self.seat, KING)
        if king in self.board:
            yield from self._on_king(self.board.index(king))
        yield from self._trials()
        yield from self._wins()
        yield from self._losses()
        if sum(played.is_ply for played in self.view.record) // 2 % PLAN_EVERY == 0:
            yield from self._plans()

    def _ways_to_win(self) -> Iterator[Hint]:
        """A step that begins a win whatever the other side holds; a Trial has words of its own."""
        win = sure_win(self.view, PROOFS)
        if win is not None and isinstance(win.move, Step) and not win.move.trial:
            yield _hint("sure", win.move.origin, win.move.target)

    def _reaching(self, board: list[int], origin: int, target: int) -> int:
        """The kinds (a mask) that the enemy on *origin* can be and that truly go to *target*."""
        return self.kinds[origin] & kinds_reaching(board, 1 - self.seat, origin, target)

    def _on_king(self, king: int) -> Iterator[Hint]:
        for square, possible in self.kinds.items():
            if self._reaching(self.board, square, king) == possible:
                yield _hint("king-attacked", king, square)
        last = last_ply(self.view.record)
        if last is not None and last.target in self.kinds:
            able = kinds_in(self._reaching(self.board, last.target, king))
            if 0 < len(able) <= FEW:
                yield _hint("king-risk", king, last.target, kinds=letters_of(able))

    def _trials(self) -> Iterator[Hint]:
        for step in self.steps:
            if step.trial:
                yield _hint("trial", step.origin, step.target)

    def _wins(self) -> Iterator[Hint]:
        """Captures that no true move can answer on the square."""
        for step in self.steps:
            if step.target in self.kinds:
                after = list(self.board)
                after[step.origin], after[step.target] = EMPTY, self.board[step.origin]
                others = (one for one in self.kinds if one != step.target)
                if not any(self._reaching(after, one, step.target) for one in others):
                    yield _hint("free", step.target, step.origin)

    def _losses(self) -> Iterator[Hint]:
        """Own pieces that an enemy can take whatever it is, and that nothing takes back."""
        own = [at for at, piece in enumerate(self.board) if IS_OF[self.seat][piece]]
        for target in sorted(own, key=lambda at: WORTH[KIND_OF[self.board[at]]], reverse=True):
            for square, possible in self.kinds.items():
                if self._reaching(self.board, square, target) != possible:
                    continue
                after = list(self.board)
                after[square], after[target] = EMPTY, HIDDEN[1 - self.seat]
                back = (at for at in own if at != target)
                if not any(
                    target in targets_of(after, self.seat, at, KIND_OF[self.board[at]])
                    for at in back
                ):
                    yield _hint("hangs", target, square)

    def _plans(self) -> Iterator[Hint]:
        camp = IN_ENEMY_CAMP[self.seat]
        for step in self.steps:
            kind = KIND_OF[self.board[step.origin]]
            enters = camp[step.target] and not camp[step.origin]
            if enters and self.board[step.target] == EMPTY and kind not in (KING, GOLD):
                yield _hint("camp", step.origin, step.target)
        pawn = piece_of(self.seat, PAWN)
        if PAWN in self.view.hands[self.seat] and pawn in self.board:
            yield _hint("two-pawns", self.board.index(pawn))


def _hint(code: str, *squares: int, kinds: str = "") -> Hint:
    return Hint(code, tuple(SQUARE_NAMES[square] for square in squares), kinds)

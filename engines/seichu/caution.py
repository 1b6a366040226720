"""What a move costs besides pieces: a king in the open, a king that names itself, a piece dropped.

By a regression over matches of bots a rank that the king is out costs about 75 points of `WORTH`,
an open square on its lines 20, and a piece in hand is worth a sixth more than on the board. Less is
taken here, for some of that is no cause but an effect. A win is 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.seichu.foresight import WORTH
from engines.seichu.movement import kinds_reaching, targets_of
from engines.seichu.moves import Drop, Step
from engines.seichu.pieces import ARMY, KIND_OF, KING, ROOK, kinds_in, piece_of
from engines.seichu.squares import CAMP, FILES, RANKS
from engines.seichu.view import SeichuView

DANGER = 0.25
"""What the utmost danger of checks costs."""

KING_OUT, FARTHEST = 0.08, 3
"""What each rank costs that the king stands before its camp, up to so many."""

KING_OPEN = 0.012
"""What each square costs that is open before, behind and beside the king."""

KING_NAMED = 0.1
"""What a move of the king costs that no other kind could make; less where others could."""

DROPPED = 0.0006
"""What dropping a piece costs, for each point of `WORTH`."""


def price(view: SeichuView, seat: int, move: Step | Drop, board: Sequence[int]) -> float:
    """Return what *move* of *seat* costs; *board* is the one after it."""
    return _price_of_king(seat, board) + (
        DROPPED * WORTH[move.kind] if isinstance(move, Drop) else _price_of_name(view, seat, move)
    )


def _price_of_name(view: SeichuView, seat: int, step: Step) -> float:
    """Return what it costs to show that a piece is the king."""
    if KIND_OF[view.board[step.origin]] != KING:
        return 0.0
    able = kinds_in(kinds_reaching(view.board, seat, step.origin, step.target))
    return KING_NAMED / max(1, sum(ARMY[kind] for kind in able))


def _price_of_king(seat: int, board: Sequence[int]) -> float:
    """Return what it costs that the king stands where it does."""
    king = piece_of(seat, KING)
    if king not in board:
        return 0.0
    square = board.index(king)
    rank = square // FILES if seat == 0 else RANKS - 1 - square // FILES
    away = int(square in CAMP[1])  # whose rook goes straight from there, and no further
    seen = targets_of(board, away, square, ROOK)
    opened = sum(not board[target] for target in seen)
    return KING_OUT * min(max(0, rank - 1), FARTHEST) + KING_OPEN * opened

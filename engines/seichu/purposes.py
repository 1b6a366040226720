"""What hidden pieces probably are by what their side was after, not by what it could do alone.

Players attack, and take what they can. The weights were fitted to some eighty matches of bots; the
kinds of hidden pieces, dropped ones above all, are guessed far better with them.
"""

from __future__ import annotations

from engines.seichu.history import History, Picture
from engines.seichu.movement import targets_of
from engines.seichu.pieces import KINDS
from engines.seichu.squares import HAND
from engines.seichu.view import SeichuView

AIMED_DROP, AIMED_STEP = 8.0, 4.0
"""How much likelier a kind becomes by a drop or a quiet step after which it attacks something,
against one that would attack nothing."""

PASSED_OVER = 0.62
"""How much less likely a kind becomes by each quiet ply in which it could have taken something."""

Row = list[float]
"""How likely what a piece did is if it is of a kind, by kind."""


def purposes_of(view: SeichuView, history: History, seat: int) -> dict[int, Row]:
    """Return how likely the quiet plies of *seat* are, by piece and kind."""
    rows: dict[int, Row] = {}
    plies = [played for played in view.record if played.is_ply]
    for number, played in enumerate(plies):
        before, after = history.pictures[number : number + 2]
        if before.mover == seat and not played.captured:
            for square, side in enumerate(before.sides):
                if side == seat:
                    _weigh(rows, before, square, PASSED_OVER)
            _weigh(rows, after, played.target, AIMED_DROP if played.origin == HAND else AIMED_STEP)
    return rows


def _weigh(rows: dict[int, Row], picture: Picture, square: int, factor: float) -> None:
    """Multiply by *factor* what the piece on *square* is if it attacks something from there."""
    board, seat = picture.hidden_board, picture.sides[square]
    row = rows.setdefault(picture.pieces[square], [1.0] * (len(KINDS) + 1))
    for kind in KINDS:
        if any(board[target] for target in targets_of(board, seat, square, kind)):
            row[kind] *= factor

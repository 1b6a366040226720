"""Whether a view leaves no doubt that a Doubt would be proven: what a bot claims, and a person may.

The page never says so: noticing it is the player's part (§5.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.seichu.history import History, Picture, history_of
from engines.seichu.movement import kinds_reaching
from engines.seichu.pieces import kinds_in
from engines.seichu.position import CAPTURE_CHECK, Played
from engines.seichu.solver import Solver
from engines.seichu.squares import HAND, SQUARE_NAMES
from engines.seichu.view import SeichuView


def is_sure(view: SeichuView, on_sheet: Mapping[str, int] | None = None) -> bool:
    """Return whether the move that a Doubt is about was impossible for every kind the piece can be.

    *on_sheet* is what hidden pieces can be (a mask), by square, where that has been worked out.
    """
    history = history_of(view)
    plies = [played for played in view.record if played.is_ply]
    back = 2 if view.asked == CAPTURE_CHECK else 1
    if len(plies) < back or plies[-back].origin == HAND:
        return False
    before, after = history.pictures[-back - 1], history.pictures[-back]
    piece = after.pieces[plies[-back].target]
    square = history.square_of[piece]
    if on_sheet is not None and SQUARE_NAMES[square] in on_sheet and piece not in history.kinds:
        kinds = kinds_in(on_sheet[SQUARE_NAMES[square]])
    else:
        kinds = _possible(view, history, piece)
    able = _able(before, plies[-back])
    return not any(kind in kinds_in(able) for kind in kinds)


def _possible(view: SeichuView, history: History, piece: int) -> list[int]:
    if piece in history.kinds:
        return [history.kinds[piece]]
    return Solver(view, history).possible(piece)


def _able(before: Picture, played: Played) -> int:
    """Return the kinds (a mask) that could truly have made a move."""
    return kinds_reaching(
        before.hidden_board, before.sides[played.origin], played.origin, played.target
    )

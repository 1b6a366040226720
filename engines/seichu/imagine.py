"""Other matches that would look the same: resampling."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.seats import Viewer
from engines.seichu.history import History, history_of
from engines.seichu.moves import Drop, drop_of
from engines.seichu.pieces import EMPTY, SEAT_OF, piece_of
from engines.seichu.position import Hands, Position
from engines.seichu.progress import begin, moves_of, retrace
from engines.seichu.solver import Solver
from engines.seichu.view import SeichuView, view_of


def resample(position: Position, viewer: Viewer, dice: Dice) -> Position:
    """Another position with the same public record that *viewer* cannot tell from *position*.

    It is *position* itself where nothing is hidden from the viewer.
    """
    view = view_of(position, viewer)
    return imagine(position, view, history_of(view), dice)


def imagine(position: Position, view: SeichuView, history: History, dice: Dice) -> Position:
    """*position* with the kinds that *view* hides dealt anew; those in *history* are kept.

    ValueError if no match looks like this, OutOfSteps if none is found in time.
    """
    solver = Solver(view, history)
    if not solver.armies:
        return position
    kinds, hands = solver.some_world(dice)
    start = tuple(
        piece_of(SEAT_OF[piece], kinds[square]) if piece else EMPTY
        for square, piece in enumerate(view.start)
    )
    start_hands: Hands = (
        hands.get(0, view.start_hands[0]),
        hands.get(1, view.start_hands[1]),
    )
    if position.first is None:
        return begin(start, start_hands, None, position.to_place)
    drops = iter(sorted(ply_and_piece for seat in history.drops for ply_and_piece in seat))
    moves = [
        drop_of(kinds[next(drops)[1]], move.target) if isinstance(move, Drop) else move
        for move in moves_of(position)
    ]
    return retrace(start, start_hands, position.first, moves)

"""Other matches that would look the same: what a viewer can imagine, and resampling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.core.dice import Dice
from engines.core.seats import Viewer
from engines.core.steps import OutOfSteps
from engines.gunjin.clues import puzzle_of
from engines.gunjin.history import NOWHERE, History, history_of
from engines.gunjin.pieces import EMPTY, HIDDEN, SEAT_OF, piece_of
from engines.gunjin.position import Board, Position
from engines.gunjin.solver import Solver
from engines.gunjin.view import GunjinView, view_of


def imagine(view: GunjinView, history: History, dice: Dice) -> Board:
    """A starting board, with every kind, from which everything in *view* would have come about.

    It follows from the view and its *history* alone. ValueError for a view that no match gives,
    OutOfSteps where none is found in time.
    """
    puzzle = puzzle_of(view, history)
    solver = Solver(puzzle)
    return _board(view, solver.solve(puzzle.kinds, solver.some_guess(dice), dice))


def imagine_many(view: GunjinView, history: History, dice: Dice, count: int) -> Iterator[Board]:
    """*count* such boards; where that takes too long, boards on which some battle may be odd."""
    puzzle = puzzle_of(view, history)
    solver = Solver(puzzle)
    for _ in range(count):
        guess = solver.some_guess(dice)
        try:
            yield _board(view, solver.solve(puzzle.kinds, guess, dice))
        except OutOfSteps:
            solver.narrow(list(puzzle.kinds), guess)
            yield _board(view, guess)


def _board(view: GunjinView, kinds: Sequence[int] | None) -> Board:
    if kinds is None:
        raise ValueError("no match looks like this")
    return tuple(
        piece_of(SEAT_OF[piece], kind) if piece else EMPTY
        for piece, kind in zip(view.start, kinds, strict=False)
    )


def resample(position: Position, viewer: Viewer, dice: Dice) -> Position:
    """Another position with the same public record that *viewer* cannot tell from *position*.

    It is *position* itself where nothing is hidden from the viewer.
    """
    view = view_of(position, viewer)
    if not any(hidden in view.start for hidden in HIDDEN):
        return position
    history = history_of(view)
    start = imagine(view, history, dice)
    return replace(position, start=start, board=board_of(start, history))


def board_of(start: Board, history: History) -> Board:
    """Return the board that came of *start*: its pieces where they stand now."""
    board = [EMPTY] * len(start)
    for piece, square in enumerate(history.square_of):
        if square != NOWHERE:
            board[square] = start[piece]
    return tuple(board)

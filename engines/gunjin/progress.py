"""From one position to the next, and through a whole record of steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.core.concessions import outcome_of_concession
from engines.core.hidden import Armies
from engines.core.seats import Seat
from engines.gunjin.battle import ATTACKER, NO_BATTLE, NOBODY, result_on
from engines.gunjin.ending import outcome_after_step, outcome_by_elimination, outcome_without_moves
from engines.gunjin.movement import targets_of
from engines.gunjin.moves import Placement, Step
from engines.gunjin.pieces import EMPTY, IS_OF, KIND_OF, USUAL
from engines.gunjin.position import Board, Position, placement_key
from engines.gunjin.setup import HOMES


def begin(board: Board, first: Seat | None, armies: Armies = USUAL) -> Position:
    """A position with a fresh history: of the set-up, or of play.

    The rules judge after steps only (§6), so play can be over here just for
    want of a step.
    """
    if first is None:
        return Position(board, None, board, armies=armies)
    outcome = None
    if outcome_without_moves(board, first):
        outcome = outcome_by_elimination(board) or outcome_without_moves(board, first)
    placements = (placement_key(board),)
    return Position(board, first, board, placements=placements, outcome=outcome, armies=armies)


def commit(position: Position, seat: Seat, placement: Placement) -> Position:
    """Return the position after *seat* has placed its army; with both placed, play begins (§3)."""
    board = HOMES.with_placed(position.start, seat, placement.kinds)
    return begin(board, Seat(0) if all(HOMES.ready(board)) else None, position.armies)


def advance(position: Position, step: Step) -> Position:
    """Return the position after *step*, which is legal."""
    origin, target, mover = step.origin, step.target, position.to_move
    result = result_on(position.board, origin, target)
    board = _board_after(position.board, origin, target, result)
    after = Position(
        position.start,
        position.first,
        board,
        (*position.record, (origin, target, result)),
        _placements_after(position, board, origin, target, result),
        armies=position.armies,
    )
    outcome = outcome_after_step(board, mover, after.repetitions, after.quiet)
    return replace(after, outcome=outcome) if outcome else after


def concede(position: Position, seats: frozenset[Seat]) -> Position:
    """The position after *seats* dropped out, in set-up or in play; ValueError if they cannot."""
    return replace(position, outcome=outcome_of_concession(seats, before=position.outcome))


def replay(here: Position, steps: Iterable[Step]) -> Position:
    """Return the position that *steps* lead to; ValueError if one of them was not open."""
    for step in steps:
        if not _is_open(here, step):
            raise ValueError(f"{step} was not open")
        here = advance(here, step)
    return here


def _board_after(board: Board, origin: int, target: int, result: int) -> Board:
    squares = list(board)
    if result in (NO_BATTLE, ATTACKER):
        squares[target] = squares[origin]
    elif result == NOBODY:
        squares[target] = EMPTY
    squares[origin] = EMPTY
    return tuple(squares)


def _placements_after(
    position: Position, board: Board, origin: int, target: int, result: int
) -> tuple[int, ...]:
    if result != NO_BATTLE:
        return (placement_key(board),)
    shift = 46 * position.to_move
    moved = (1 << origin | 1 << target) << shift
    return (*position.placements, position.placements[-1] ^ moved)


def _is_open(position: Position, step: Step) -> bool:
    piece, mover = position.board[step.origin], position.to_move
    if position.first is None or position.outcome is not None or not IS_OF[mover][piece]:
        return False
    return step.target in targets_of(position.board, mover, step.origin, KIND_OF[piece])

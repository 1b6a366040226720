"""From one position to the next, and through a whole record of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engines.core.concessions import outcome_of_concession
from engines.core.seats import Seat
from engines.xiongqi.ending import (
    REPETITIONS_TO_DRAW,
    is_material_insufficient,
    outcome_of,
    outcome_without_moves,
)
from engines.xiongqi.legality import is_in_check, is_safe, make
from engines.xiongqi.movement import moves_from
from engines.xiongqi.moves import Move
from engines.xiongqi.position import Board, Position


def begin(board: Board, to_move: Seat) -> Position:
    """A position with a fresh history.

    Draws are judged after moves only (§6), so it can be over already just for want of a move.
    """
    squares = list(board)
    check, outcome = is_in_check(squares, to_move), outcome_without_moves(squares, to_move)
    return Position(board, to_move, boards=(bytes(board),), check=check, outcome=outcome)


def advance(position: Position, move: Move) -> Position:
    """The position after *move*, which is legal."""
    squares = list(position.board)
    taken = position.taken + _captured(make(squares, move.code))
    boards, moves = (*position.boards, bytes(squares)), (*position.moves, move)
    return _arrived(boards, moves, taken, mover=position.to_move)


def concede(position: Position, seats: frozenset[Seat]) -> Position:
    """The position after *seats* dropped out; ValueError if they cannot."""
    return replace(position, outcome=outcome_of_concession(seats, before=position.outcome))


def replay(board: Board, to_move: Seat, moves: Sequence[Move]) -> Position:
    """The position that *moves* lead to; ValueError if one of them was not open.

    Faster than advancing move by move, because mates need no looking for on the
    way: after one, no move is open.
    """
    if not moves:
        return begin(board, to_move)
    squares, boards, taken = list(board), [bytes(board)], b""
    seen = Counter([(boards[0], to_move)])
    for move in moves:
        drawn = is_material_insufficient(squares) and len(boards) > 1
        if drawn or seen[boards[-1], to_move] == REPETITIONS_TO_DRAW:
            raise ValueError(f"{move} was made after the end")
        taken += _captured(_make_checked(squares, to_move, move))
        to_move = Seat(1 - to_move)
        boards.append(bytes(squares))
        seen[boards[-1], to_move] += 1
    return _arrived(tuple(boards), tuple(moves), taken, mover=Seat(1 - to_move))


def _captured(piece: int) -> bytes:
    """*piece* as it is added to those captured; nothing for an empty square."""
    return bytes([piece]) if piece else b""


def _arrived(
    boards: tuple[bytes, ...], moves: tuple[Move, ...], taken: bytes, mover: Seat
) -> Position:
    """The position after the last of *moves*, ended if it is over."""
    squares, to_move = list(boards[-1]), Seat(1 - mover)
    check = is_in_check(squares, to_move)
    position = Position(tuple(squares), to_move, boards, moves, taken, check)
    outcome = outcome_of(squares, to_move, position.repetitions)
    return replace(position, outcome=outcome) if outcome else position


def _make_checked(squares: list[int], seat: Seat, move: Move) -> int:
    """Make *move*; what it captured. ValueError if it was not open to *seat*."""
    if move.code not in moves_from(squares, seat, move.origin):
        raise ValueError(f"{move} was not open")
    captured = make(squares, move.code)
    if not is_safe(squares, seat):
        raise ValueError(f"{move} was not open")
    return captured

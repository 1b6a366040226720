"""From one position to the next, and through a whole record of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.core.concessions import outcome_of_concession
from engines.core.recurrence import Seen, mark_of
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
from engines.xiongqi.pieces import SOLDIER, kind_of
from engines.xiongqi.position import Position
from engines.xiongqi.text import read_text


def begin(start: str) -> Position:
    """Return the position of a text with a fresh history; ValueError for any other text.

    Draws are judged after moves only (§6), so it can be over already just for want of a move.
    """
    board, to_move = read_text(start)
    squares, marks = list(board), mark_of(bytes(board))
    check, outcome = is_in_check(squares, to_move), outcome_without_moves(squares, to_move)
    return Position(board, to_move, start, marks, check=check, outcome=outcome)


def advance(position: Position, move: Move) -> Position:
    """Return the position after *move*, which is legal."""
    squares, is_new = list(position.board), _is_for_good(position.board, move)
    taken = position.taken + _captured(make(squares, move.code))
    seen = (b"" if is_new else position.seen) + mark_of(bytes(squares))
    moves = (*position.moves, move)
    return arrived(replace(position, moves=moves, taken=taken, seen=seen), squares)


def concede(position: Position, seats: frozenset[Seat]) -> Position:
    """Return the position after *seats* dropped out; ValueError if they cannot."""
    return replace(position, outcome=outcome_of_concession(seats, before=position.outcome))


def replay(here: Position, moves: Sequence[Move]) -> Position:
    """Return the position that *moves* lead to; ValueError if one of them was not open.

    Faster than advancing move by move, because mates need no looking for on the
    way: after one, no move is open.
    """
    if not moves:
        return here
    if here.outcome is not None:
        raise ValueError("a move was made after the end")
    squares, to_move, taken, seen = list(here.board), here.to_move, here.taken, Seen(here.seen)
    for number, move in enumerate(moves, start=len(here.moves)):
        drawn = number > 0 and is_material_insufficient(squares)
        if drawn or seen.times == REPETITIONS_TO_DRAW:
            raise ValueError(f"{move} was made after the end")
        is_new = _is_for_good(squares, move)
        taken += _captured(_make_checked(squares, to_move, move))
        seen.add(bytes(squares), is_new=is_new)
        to_move = Seat(1 - to_move)
    made, mover = (*here.moves, *moves), Seat(1 - to_move)
    last = replace(here, to_move=mover, moves=made, taken=taken, seen=seen.marks)
    return arrived(last, squares)


def _is_for_good(board: Sequence[int], move: Move) -> bool:
    """Return whether no board before *move* can come up again: it captures, or a soldier steps
    forward."""
    is_soldier = kind_of(board[move.origin]) == SOLDIER
    return bool(board[move.target]) or (is_soldier and move.origin // 8 != move.target // 8)


def _captured(piece: int) -> bytes:
    """*piece* as it is added to those captured; nothing for an empty square."""
    return bytes([piece]) if piece else b""


def arrived(before: Position, squares: list[int]) -> Position:
    """*before* with the board that its last move has led to, ended if it is over."""
    to_move = Seat(1 - before.to_move)
    check = is_in_check(squares, to_move)
    position = replace(before, board=tuple(squares), to_move=to_move, check=check, outcome=None)
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

"""Whole records of actions: replaying them, and taking back within a turn."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.errors import IllegalMove
from engines.core.seats import Seat
from engines.nation.moves import read_move
from engines.nation.position import Position
from engines.nation.progress import CONCEDED, advance, begin, concede
from engines.nation.rulings import refusal
from engines.nation.world import Snapshot


def conceded_in(moves: Iterable[str]) -> list[int]:
    """Return the seats that dropped out, in order."""
    found = (seats_of(text) for text in moves if text.startswith(CONCEDED))
    return sorted({seat for seats in found for seat in seats})


def seats_of(text: str) -> frozenset[Seat]:
    """Return the seats in ``concede:0+2``; ValueError for any other text."""
    words = text.removeprefix(CONCEDED).split("+")
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise ValueError("not a concession")
    seats = frozenset(Seat(int(word)) for word in words)
    if text != CONCEDED + "+".join(map(str, sorted(seats))):
        raise ValueError("not a concession")
    return seats


def replay(first: Snapshot, moves: Iterable[str]) -> Position:
    """Return the position that *moves* lead to; ValueError if one of them was not open."""
    return play_on(begin(first), moves)


def play_on(position: Position, moves: Iterable[str]) -> Position:
    """Return the position that *moves* lead to from *position*; ValueError likewise."""
    for text in moves:
        if text.startswith(CONCEDED):
            position = concede(position, seats_of(text))
            continue
        move = read_move(text)
        try:
            refusal(position.now, position.now.turn, move)
        except IllegalMove as error:
            raise ValueError("a stored move was not open") from error
        position = advance(position, move)
    return position


def undo(position: Position, count: int = 1) -> Position:
    """Return the position *count* actions ago; ValueError if they cannot be taken back."""
    if not 0 < count <= position.undoable:
        raise ValueError("nothing to take back")
    return replay(position.first, position.moves[:-count])

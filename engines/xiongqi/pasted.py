"""Positions and moves of Xiongqi as people paste them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.core.errors import InvalidMove
from engines.core.pasted import (
    BadText,
    Pasted,
    bare,
    check_ended,
    fields_of,
    plain,
    seat_in,
    squares_of,
)
from engines.core.seats import Seat
from engines.xiongqi import foreign
from engines.xiongqi.pieces import EMPTY, PIECES
from engines.xiongqi.position import Board, Position
from engines.xiongqi.text import read_text, write_text

_SIDES = (("s", "south", "南", "w", "white"), ("n", "north", "北", "b", "black"))
_MOVE = re.compile(r"([a-h][1-8])[-:x]*([a-h][1-8])(?:[=/(]*([eacrbh])\)?)?")


def read_pasted(text: str) -> Pasted:
    """Return the position that *text* describes; BadText."""
    ranks, fields = fields_of(text)
    board = _board(ranks)
    seat = seat_in(fields, _SIDES)
    check_ended(fields)
    written = write_text(board, Seat(seat or 0))
    read_text(written)
    return Pasted(written, ("side-assumed",) if seat is None else ())


class Words:
    """Reads the moves of one line."""

    def moves(self, position: Position, word: str) -> tuple[str, ...]:
        """Return the move that *word* spells: ``"E3-E4!"``, ``"a7a8e"``, ``"Cc6"``; InvalidMove."""
        if move := foreign.move_in(position, bare(word)):
            return (str(move),)
        found = _MOVE.fullmatch(bare(word).lower())
        if found is None:
            raise InvalidMove(f"not a Xiongqi move: {plain(word)[:40]!r}")
        origin, target, kind = found.groups()
        return (f"{origin}{target}={kind.upper()}" if kind else origin + target,)

    def rest(self, _position: Position) -> tuple[str, ...]:
        """Nothing: every move is one word."""
        return ()


def _board(field: str) -> Board:
    return squares_of(field, 8, _rank)


def _rank(number: int, text: str) -> Iterator[int]:
    for letter in text:
        if letter in PIECES:
            yield PIECES[letter]
        elif letter.isascii() and letter.isdigit():
            yield from [EMPTY] * int(letter)
        else:
            raise BadText("no-such-piece", letter=letter, rank=number)

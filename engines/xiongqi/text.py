"""Boards as the text of the rules page: ranks from 8 down to 1, then whose turn it is."""

from __future__ import annotations

from engines.core.seats import Seat
from engines.xiongqi.legality import GENERALS, is_in_check
from engines.xiongqi.pieces import EMPTY, LETTERS, PIECES
from engines.xiongqi.position import Board

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
SEAT_LETTERS = "SN"


def write_board(board: Board) -> str:
    """The board field, such as ``"4g3/8/8/4B3/8/8/8/4G3"``."""
    return "/".join(_write_rank(board[start : start + 8]) for start in range(56, -1, -8))


def write_text(board: Board, to_move: Seat) -> str:
    """The whole position text."""
    return f"{write_board(board)} {SEAT_LETTERS[to_move]}"


def read_text(text: str) -> tuple[Board, Seat]:
    """Inverse of `write_text`; ValueError for any other text.

    Refused besides bad writing: a side without exactly one general, and a
    side to move that could capture the general; no match comes there, and
    the rules would not say how it goes on.
    """
    field, _, letter = text.partition(" ")
    if letter not in ("S", "N"):
        raise ValueError(f"who is to move? {text[:99]!r}")
    board, to_move = _read_board(field), Seat(SEAT_LETTERS.index(letter))
    if any(board.count(general) != 1 for general in GENERALS):
        raise ValueError(f"each side needs one general: {text[:99]!r}")
    if is_in_check(list(board), 1 - to_move):
        raise ValueError(f"the general could be captured: {text[:99]!r}")
    return board, to_move


def _write_rank(rank: tuple[int, ...]) -> str:
    text, empty = "", 0
    for piece in (*rank, None):
        if piece == EMPTY:
            empty += 1
            continue
        text += str(empty) if empty else ""
        text += LETTERS[piece] if piece is not None else ""
        empty = 0
    return text


def _read_board(field: str) -> Board:
    ranks = [_read_rank(rank) for rank in field.split("/")]
    if len(ranks) != 8:
        raise ValueError(f"not eight ranks: {field[:99]!r}")
    return tuple(piece for rank in reversed(ranks) for piece in rank)


def _read_rank(text: str) -> tuple[int, ...]:
    pieces: list[int] = []
    for letter in text:
        if letter in PIECES:
            pieces.append(PIECES[letter])
        elif letter in frozenset("12345678"):
            pieces.extend([EMPTY] * int(letter))
        else:
            raise ValueError(f"not a rank: {text[:99]!r}")
    rank = tuple(pieces)
    if len(rank) != 8 or _write_rank(rank) != text:  # also refuses "44" for "8"
        raise ValueError(f"not a rank: {text[:99]!r}")
    return rank

"""Boards as the text of the rules page: ranks from 8 down to 1, then whose turn it is."""

from __future__ import annotations

from collections import Counter

from engines.core.pasted import BadText
from engines.core.ranks import RankText
from engines.core.seats import Seat
from engines.xiongqi.legality import GENERALS, is_in_check
from engines.xiongqi.pieces import KINDS, OWN, PIECES, SOLDIER, kind_of
from engines.xiongqi.position import Board

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
SEAT_LETTERS = "SN"
_RANK = RankText({piece: letter for letter, piece in PIECES.items()})
ARMY = Counter(PIECES[letter] for letter in START[:-2] if letter.isupper())
"""How many of each kind a side begins with."""


def write_board(board: Board) -> str:
    """Return the board field, such as ``"4g3/8/8/4B3/8/8/8/4G3"``."""
    return "/".join(_RANK.write(board[start : start + 8]) for start in range(56, -1, -8))


def write_text(board: Board, to_move: Seat) -> str:
    """Return the whole position text."""
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
        raise BadText("one-general-each")
    if is_in_check(list(board), 1 - to_move):
        raise BadText("general-hangs")
    return board, to_move


def is_within_an_army(board: Board) -> bool:
    """Return whether each side has at most what it began with, and promoted soldiers (§5)."""
    return all(_is_army(Counter(kind_of(p) for p in board if p in own)) for own in OWN)


def _is_army(force: Counter[int]) -> bool:
    promoted = sum(max(0, force[kind] - ARMY[kind]) for kind in KINDS if kind != SOLDIER)
    return promoted + force[SOLDIER] <= ARMY[SOLDIER]


def _read_board(field: str) -> Board:
    ranks = [_RANK.read(rank, 8) for rank in field.split("/")]
    if len(ranks) != 8:
        raise ValueError(f"not eight ranks: {field[:99]!r}")
    return tuple(piece for rank in reversed(ranks) for piece in rank)

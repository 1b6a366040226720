"""Boards as the text of the rules page (§8): ranks from 6 down to 1, then whose turn it is."""

from __future__ import annotations

from collections import Counter

from engines.core.hidden import Armies
from engines.core.ranks import RankText
from engines.core.seats import Seat
from engines.gunjin.meta import ARMIES_WRITTEN
from engines.gunjin.pieces import (
    ARMY,
    CODES,
    EMPTY,
    FIXED,
    KIND_OF,
    SEAT_OF,
    USUAL,
)
from engines.gunjin.position import Board
from engines.gunjin.setup import placement_on
from engines.gunjin.squares import IS_HOME, rank_squares

_RANKS = tuple(rank_squares(rank) for rank in range(5, -1, -1))
_RANK = RankText(CODES.rank_letters())
_ARMIES: dict[str, Armies] = {
    written: (CODES.army_of(written.partition("/")[0]), ARMY) for written in ARMIES_WRITTEN.values()
}
_WRITTEN = {armies: written for written, armies in _ARMIES.items()}


def write_board(board: Board) -> str:
    """The board field, such as ``"7/8/1x6/1T6/8/7"``; every kind on *board* must be known."""
    return "/".join(_RANK.write([board[square] for square in rank]) for rank in _RANKS)


def write_text(board: Board, to_move: Seat | None, armies: Armies) -> str:
    """Return the whole position text; nobody is to move during set-up, and armies that are not the
    usual ones stand behind it."""
    written = "" if armies == USUAL else f" {_WRITTEN[armies]}"
    return f"{write_board(board)} {'-' if to_move is None else to_move}{written}"


def read_text(text: str) -> tuple[Board, Seat | None, Armies]:
    """Inverse of `write_text`; ValueError for any other text.

    Refused besides bad writing: more pieces of a kind than an army has, a mine
    or flag off its own home squares, and during set-up anything but whole
    armies, one at most; no match comes there. The text is not quoted in the
    error: stored positions are read here too, and errors end up in logs.
    """
    field, _, rest = text.partition(" ")
    letter, *written = rest.split(" ", 1)
    if letter not in ("0", "1", "-"):
        raise ValueError("who is to move?")
    board = _read_board(field)
    armies = _read_armies(written[0]) if written else USUAL
    _check_armies(board, armies)
    if letter == "-":
        _check_setup(board, armies)
    return board, None if letter == "-" else Seat(int(letter)), armies


def _read_armies(written: str) -> Armies:
    if written not in _ARMIES:
        raise ValueError("not the armies of a handicap")
    return _ARMIES[written]


def _read_board(field: str) -> Board:
    ranks = field.split("/")
    if len(ranks) != len(_RANKS):
        raise ValueError("not six ranks")
    board = [EMPTY] * 46
    for squares, rank in zip(_RANKS, ranks, strict=True):
        for square, piece in zip(squares, _RANK.read(rank, len(squares)), strict=True):
            board[square] = piece
    return tuple(board)


def _check_armies(board: Board, armies: Armies) -> None:
    for square, piece in enumerate(board):
        kind, seat = KIND_OF[piece], SEAT_OF[piece]
        if FIXED >> kind & 1 and not IS_HOME[seat][square]:
            raise ValueError("a mine or flag that has moved")
    for piece, number in Counter(board).items():
        if piece != EMPTY and number > armies[SEAT_OF[piece]][KIND_OF[piece]]:
            raise ValueError("too many of a kind")


def _check_setup(board: Board, armies: Armies) -> None:
    placed = [seat for seat in (0, 1) if placement_on(board, seat, armies[seat]) is not None]
    if len(placed) > 1 or sum(map(bool, board)) != 23 * len(placed):
        raise ValueError("not a set-up in progress")

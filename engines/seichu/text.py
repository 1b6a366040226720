"""Positions as the text of the rules page (§8): ranks from 7 down to 1, hands, whose turn it is."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from engines.core.ranks import RankText
from engines.core.seats import Seat
from engines.seichu.pieces import (
    ARMY,
    CODES,
    EMPTY,
    KIND_OF,
    KIND_OF_LETTER,
    KING,
    SEATS,
    letters_of,
    piece_of,
)
from engines.seichu.position import Board, Hands
from engines.seichu.setup import hand_beside, placement_on
from engines.seichu.squares import FILES, RANKS

Read: TypeAlias = tuple[Board, Hands, Seat | None]

NOTHING_PLACED = "4/4/4/4/4/4/4 -/- -"
_NO_HAND = "-"
_RANK = RankText(CODES.rank_letters())


def write_board(board: Board) -> str:
    """The board field, such as ``"4/4/4/4/1P2/4/4"``; every kind on *board* must be known."""
    ranks = (board[rank * FILES : (rank + 1) * FILES] for rank in reversed(range(RANKS)))
    return "/".join(map(_RANK.write, ranks))


def write_hands(hands: Hands) -> str:
    """The field of the hands, such as ``"SPP/n"``."""
    south, north = (letters_of(hand) or _NO_HAND for hand in hands)
    return f"{south}/{north.lower()}"


def write_text(board: Board, hands: Hands, to_act: Seat | None) -> str:
    """The whole position text; nobody is to move during set-up."""
    turn = "-" if to_act is None else to_act
    return f"{write_board(board)} {write_hands(hands)} {turn}"


def read_text(text: str) -> Read:
    """Inverse of `write_text`; ValueError for any other text.

    Refused besides bad writing: a king in a hand or two of one side, more of a
    kind than two armies have, and during set-up anything but whole armies,
    one at most; no match comes there. The text is not quoted in the error:
    stored positions are read here too, and errors end up in logs.
    """
    fields = text.split(" ")
    if len(fields) != 3 or fields[2] not in ("0", "1", "-"):
        raise ValueError("not board, hands and who is to move")
    board, hands = _read_board(fields[0]), _read_hands(fields[1])
    _check_pieces(board, hands)
    if fields[2] == "-":
        _check_setup(board, hands)
        return board, hands, None
    return board, hands, Seat(int(fields[2]))


def _read_board(field: str) -> Board:
    ranks = field.split("/")
    if len(ranks) != RANKS:
        raise ValueError("not seven ranks")
    return tuple(piece for rank in reversed(ranks) for piece in _RANK.read(rank, FILES))


def _read_hands(field: str) -> Hands:
    south, slash, north = field.partition("/")
    if not slash or north != north.lower():
        raise ValueError("not two hands")
    return _read_hand(south), _read_hand(north.upper())


def _read_hand(letters: str) -> tuple[int, ...]:
    if letters == _NO_HAND:
        return ()
    kinds = tuple(KIND_OF_LETTER.get(letter, EMPTY) for letter in letters)
    if not kinds or EMPTY in kinds or kinds != tuple(sorted(kinds)) or KING in kinds:
        raise ValueError("not a hand")
    return kinds


def _check_pieces(board: Board, hands: Hands) -> None:
    if any(board.count(piece_of(seat, KING)) > 1 for seat in SEATS):
        raise ValueError("two kings of a side")
    kinds = Counter([*(KIND_OF[piece] for piece in board if piece), *hands[0], *hands[1]])
    if any(number > 2 * ARMY[kind] for kind, number in kinds.items()):
        raise ValueError("too many of a kind")


def _check_setup(board: Board, hands: Hands) -> None:
    placements = [placement_on(board, seat) for seat in (0, 1)]
    beside = [hand_beside(placement) if placement else () for placement in placements]
    placed = sum(placement is not None for placement in placements)
    if placed > 1 or sum(map(bool, board)) != 8 * placed or beside != list(hands):
        raise ValueError("not a set-up in progress")

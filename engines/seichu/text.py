"""Positions as the text of the rules page (§8): ranks from 7 down to 1, hands, whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from engines.core.hidden import Armies
from engines.core.ranks import RankText
from engines.core.seats import Seat
from engines.seichu.meta import ARMIES_WRITTEN
from engines.seichu.pieces import (
    ARMY,
    CODES,
    EMPTY,
    KIND_OF,
    KIND_OF_LETTER,
    KINDS,
    KING,
    SEATS,
    USUAL,
    letters_of,
    piece_of,
)
from engines.seichu.position import Board, Hands
from engines.seichu.setup import hand_beside, placement_on
from engines.seichu.squares import FILES, RANKS

Read: TypeAlias = tuple[Board, Hands, Seat | None, Armies]

_NO_HAND = "-"
_RANK = RankText(CODES.rank_letters())
_ARMIES: dict[str, Armies] = {
    written: (CODES.army_of(written.partition("/")[0]), ARMY) for written in ARMIES_WRITTEN.values()
}
_WRITTEN = {armies: written for written, armies in _ARMIES.items()}
_FORCES = tuple(tuple(map(sum, zip(*armies, strict=True))) for armies in (USUAL, *_WRITTEN))
"""How many of each kind two armies have together."""


def write_board(board: Board) -> str:
    """The board field, such as ``"4/4/4/4/1P2/4/4"``; every kind on *board* must be known."""
    ranks = (board[rank * FILES : (rank + 1) * FILES] for rank in reversed(range(RANKS)))
    return "/".join(map(_RANK.write, ranks))


def write_hands(hands: Hands) -> str:
    """Return the field of the hands, such as ``"SPP/n"``."""
    south, north = (letters_of(hand) or _NO_HAND for hand in hands)
    return f"{south}/{north.lower()}"


def write_text(board: Board, hands: Hands, to_act: Seat | None, to_place: Armies) -> str:
    """Return the whole position text; nobody is to move during set-up, and armies that are not the
    usual ones stand behind it."""
    turn = "-" if to_act is None else to_act
    written = "" if to_place == USUAL else f" {_WRITTEN[to_place]}"
    return f"{write_board(board)} {write_hands(hands)} {turn}{written}"


def read_text(text: str) -> Read:
    """Inverse of `write_text`; ValueError for any other text.

    Refused besides bad writing: a king in a hand or two of one side, more of a
    kind than two armies have, and during set-up anything but whole armies,
    one at most; no match comes there. The text is not quoted in the error:
    stored positions are read here too, and errors end up in logs.
    """
    fields = text.split(" ", 3)
    if len(fields) < 3 or fields[2] not in ("0", "1", "-"):
        raise ValueError("not board, hands and who is to move")
    board, hands = _read_board(fields[0]), _read_hands(fields[1])
    _check_pieces(board, hands)
    if fields[2] == "-":
        to_place = _read_armies(fields[3:])
        _check_setup(board, hands, to_place)
        return board, hands, None, to_place
    if fields[3:]:
        raise ValueError("armies after the set-up")
    return board, hands, Seat(int(fields[2])), USUAL


def _read_armies(field: Sequence[str]) -> Armies:
    if not field:
        return USUAL
    if field[0] not in _ARMIES:
        raise ValueError("not the armies of a handicap")
    return _ARMIES[field[0]]


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
    if not any(all(kinds[kind] <= force[kind] for kind in KINDS) for force in _FORCES):
        raise ValueError("too many of a kind")


def _check_setup(board: Board, hands: Hands, to_place: Armies) -> None:
    placements = [placement_on(board, seat, to_place[seat]) for seat in (0, 1)]
    beside = [
        hand_beside(placement, army) if placement else ()
        for placement, army in zip(placements, to_place, strict=True)
    ]
    placed = sum(placement is not None for placement in placements)
    if placed > 1 or sum(map(bool, board)) != 8 * placed or beside != list(hands):
        raise ValueError("not a set-up in progress")

"""Xiongqi as programs for chess write it: FEN and SAN, as Fairy-Stockfish does (docs/variants.ini).

A move begins with the letter of its piece, soldiers' too, and names as much of its origin as is
needed to tell it from moves of other pieces of the kind: ``Cc6``, ``Rxa6``, ``Heg3``, ``Sa8=E#``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.core.errors import InvalidMove
from engines.xiongqi.attack import is_attacked
from engines.xiongqi.legality import legal_codes, make
from engines.xiongqi.movement import moves_from
from engines.xiongqi.moves import SQUARE_NAMES, Move, move_of
from engines.xiongqi.pieces import GENERAL, LETTERS, kind_of, piece_of
from engines.xiongqi.position import Position
from engines.xiongqi.progress import advance
from engines.xiongqi.text import write_board

_SAN = re.compile(r"([GARBHCES])([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([EACRBH]))?")


def fen(position: Position) -> str:
    """Return the position; South is White."""
    return f"{write_board(position.board)} {'wb'[position.to_move]} - - 0 1"


def san(start: Position, moves: Sequence[Move]) -> Iterator[str]:
    """Yield *moves*, which are legal one after the other from *start*."""
    here = start
    for move in moves:
        after = advance(here, move)
        yield _san(here, move, after)
        here = after


def move_in(position: Position, word: str) -> Move | None:
    """Return the one legal move that *word* is, which ends before "+" and "#".

    None where it is no such word or no legal move; InvalidMove where it may be several.
    """
    found = _SAN.fullmatch(word)
    if found is None:
        return None
    letter, file, rank, target, promotion = found.groups()
    legal = map(move_of, legal_codes(list(position.board), position.to_move))
    fit = [
        move
        for move in legal
        if _is_meant(position, move, letter, file + rank)
        and (SQUARE_NAMES[move.target], LETTERS[move.promotion or 0]) == (target, promotion or ".")
    ]
    if len(fit) > 1:
        raise InvalidMove(f"several moves: {word!r}")
    return fit[0] if fit else None


def _is_meant(position: Position, move: Move, letter: str, origin: str) -> bool:
    kind = kind_of(position.board[move.origin])
    return LETTERS[kind] == letter and {*origin} <= {*SQUARE_NAMES[move.origin]}


def _san(before: Position, move: Move, after: Position) -> str:
    board = before.board
    letter = LETTERS[kind_of(board[move.origin])]
    taken = "x" if board[move.target] else ""
    promotion = f"={LETTERS[move.promotion]}" if move.promotion else ""
    is_mate = after.check and after.outcome is not None and after.outcome.winners
    sign = "#" if is_mate else "+" if after.check else ""
    return f"{letter}{_origin(before, move)}{taken}{SQUARE_NAMES[move.target]}{promotion}{sign}"


def _origin(before: Position, move: Move) -> str:
    """Return what is needed of the origin: nothing, its file, its rank, or both."""
    piece, squares = before.board[move.origin], list(before.board)
    others = [
        origin
        for origin, other in enumerate(squares)
        if other == piece and origin != move.origin and _reaches(squares, origin, move.target)
    ]
    square = SQUARE_NAMES[move.origin]
    file, rank = square[0], square[1]
    if not others:
        return ""
    if all(SQUARE_NAMES[other][0] != file for other in others):
        return file
    return rank if all(SQUARE_NAMES[other][1] != rank for other in others) else file + rank


def _reaches(board: list[int], origin: int, target: int) -> bool:
    """Return whether the piece there can go to *target*; generals that face are not looked at, as
    Fairy-Stockfish does not know them."""
    seat = 0 if board[origin] == kind_of(board[origin]) else 1
    codes = (code for code in moves_from(board, seat, origin) if code & 63 == target)
    code = next(codes, None)
    if code is None:
        return False
    led = list(board)
    make(led, code)
    return not is_attacked(led, led.index(piece_of(seat, GENERAL)), 1 - seat)

"""Boards as text, for rules by example: positions in, pictures and move texts out."""

from __future__ import annotations

from textwrap import dedent

from engines.core.seats import Seat, Viewer
from engines.xiongqi.engine import ENGINE
from engines.xiongqi.moves import SQUARES, Move
from engines.xiongqi.pieces import LETTERS
from engines.xiongqi.position import Position
from engines.xiongqi.view import XiongqiView
from tests.engines import playing

SOUTH, NORTH = Seat(0), Seat(1)


def position(text: str) -> Position:
    """The position of a text, or of a drawing with ``S`` or ``N`` (to move) on its last line."""
    return ENGINE.codec.read(text if "/" in text else _undrawn(text))


def view(text: str | Position, seat: Seat | None = None) -> XiongqiView:
    """The view of *seat*, or of the side to move."""
    here = position(text) if isinstance(text, str) else text
    return ENGINE.view(here, Viewer.of(here.to_move if seat is None else seat))


def moves(text: str | Position, origin: str = "") -> set[str]:
    """The texts of the legal moves, all or those from one square."""
    texts = {str(move) for move in ENGINE.legal_moves(view(text))}
    return {text for text in texts if text.startswith(origin)}


def targets(text: str, origin: str) -> str:
    """Where the piece on *origin* may go, as ``"c1 d2"``."""
    return " ".join(sorted({move[2:4] for move in moves(text, origin)}))


def after(here: Position | str, *texts: str) -> Position:
    """The position after these moves, each of them checked to be legal."""
    here = position(here) if isinstance(here, str) else here
    return playing.after(ENGINE, here, *texts)


def text_of(here: Position) -> str:
    """The text of a position."""
    return ENGINE.codec.write(here)


def picture(text: str, origin: str) -> str:
    """The board with the piece's quiet moves as ``*`` and its captures as ``x``."""
    here = position(text)
    marks = [LETTERS[piece] for piece in here.board]
    for move in moves(here, origin):
        square = SQUARES[move[2:4]]
        marks[square] = "x" if here.board[square] else "*"
    ranks = [marks[start : start + 8] for start in range(56, -1, -8)]
    return "\n".join(" ".join(rank) for rank in ranks)


def drawing(text: str) -> str:
    """A drawing as `picture` returns it, from an indented literal."""
    return dedent(text).strip()


def move(text: str) -> Move:
    """The move of a text."""
    return ENGINE.codec.load_move(text)


def _undrawn(text: str) -> str:
    *ranks, seat = drawing(text).splitlines()
    rows = ["".join(rank.split()) for rank in ranks]
    for empty in range(8, 0, -1):
        rows = [row.replace("." * empty, str(empty)) for row in rows]
    return f"{'/'.join(rows)} {seat}"

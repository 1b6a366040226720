"""Gunjin boards as text, for rules by example: positions in, pictures and move texts out."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent
from typing import Any

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.position import Position
from engines.gunjin.squares import SQUARES, rank_squares
from engines.gunjin.text import write_board
from engines.gunjin.view import GunjinView
from tests.engines import playing
from tests.engines.playing import news, playout

SOUTH, NORTH = Seat(0), Seat(1)
NOBODY: frozenset[Seat] = frozenset()
SETUPS = ("ATBDDBTAPCFXXEKPHSLGMJE", "DXBAALMTDFBHEGTCPXKJSEP")
"""Two armies, such as a player might place them."""


def armies() -> set[Placement]:
    """The recommended armies and their mirror images."""
    letters = [army.letters for army in PLACING.armies]
    return {placement_of(text) for each in letters for text in (each, PLACING.mirrored(each))}


def position(text: str) -> Position:
    """The position of a text, or of a drawing (see `drawing`) with 0 or 1 on its last line."""
    return ENGINE.codec.read(text if "/" in text else _undrawn(text))


def view(text: str | Position, seat: int | None = None) -> GunjinView:
    """The view of *seat*, or of the side to move."""
    here = position(text) if isinstance(text, str) else text
    return ENGINE.view(here, Viewer.of(here.to_move if seat is None else Seat(seat)))


def moves(text: str | Position, origin: str = "") -> set[str]:
    """The texts of the legal steps, all or those from one square."""
    texts = {str(move) for move in ENGINE.legal_moves(view(text))}
    return {text for text in texts if text.startswith(origin)}


def targets(text: str, origin: str) -> str:
    """Where the piece on *origin* may go, as ``"c1 d2"``."""
    return " ".join(sorted(move[2:4] for move in moves(text, origin)))


def after(here: Position | str, *texts: str) -> Position:
    """The position after these moves, each of them checked to be legal."""
    here = position(here) if isinstance(here, str) else here
    return playing.after(ENGINE, here, *texts)


def board_after(text: str | Position, *texts: str) -> str:
    """The board field of the position after these moves."""
    return write_board(after(text, *texts).board)


def news_after(
    text: str | Position, move: str, viewer: Viewer = BYSTANDER
) -> list[tuple[str, Any]]:
    """What *viewer* hears of a move of the side to move."""
    here = position(text) if isinstance(text, str) else text
    step = ENGINE.play(here, here.to_move, ENGINE.codec.load_move(move), Dice(b"", "1"))
    return news(step.events, viewer)


def shown(here: Position, viewer: Viewer = BYSTANDER) -> Any:
    """The view of *viewer*, as JSON."""
    return ENGINE.codec.dump_view(ENGINE.view(here, viewer))


def started(setups: Sequence[str] = SETUPS) -> Position:
    """The position in which play begins with these set-ups."""
    return after(playing.beginning(ENGINE), *(f"setup:{letters}" for letters in setups))


def played(seed: bytes, number: int = 10_000, start: str = "") -> list[Position]:
    """The positions of a random match, set-up included, up to *number* plies."""
    return [ply.position for ply in playout(ENGINE, seed, number, start)]


def picture(text: str, origin: str) -> str:
    """The board with the piece's quiet moves as ``*`` and its attacks as ``x``."""
    here = position(text)
    marks = dict(enumerate(_letters(write_board(here.board))))
    for move in moves(here, origin):
        square = SQUARES[move[2:4]]
        marks[square] = "x" if here.board[square] else "*"
    ranks = [[marks[square] for square in rank_squares(rank)] for rank in range(5, -1, -1)]
    lines = [_line(rank) for rank in ranks]
    return "\n".join([*lines[:3], "~ = ~ ~ ~ ~ = ~", *lines[3:]])


def drawing(text: str) -> str:
    """A drawing as `picture` returns it, indented: ``~`` is water, ``=`` a bridge."""
    return dedent(text).strip("\n").rstrip()


def _line(rank: list[str]) -> str:
    if len(rank) == 8:
        return " ".join(rank)
    return f"{' '.join(rank[:3])}  {rank[3]}  {' '.join(rank[4:])}"


def _letters(board: str) -> str:
    """The letter of every square from a1 on, a dot for an empty one."""
    for empty in range(8, 0, -1):
        board = board.replace(str(empty), "." * empty)
    return "".join(reversed(board.split("/")))


def _undrawn(text: str) -> str:
    *ranks, seat = drawing(text).splitlines()
    rows = ["".join(rank.split()) for rank in ranks if "~" not in rank]
    for empty in range(8, 0, -1):
        rows = [row.replace("." * empty, str(empty)) for row in rows]
    return f"{'/'.join(rows)} {seat.strip()}"

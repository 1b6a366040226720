"""Seichu boards as text, for rules by example: positions in, move texts and news out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.movement import targets_of
from engines.seichu.pieces import KIND_OF
from engines.seichu.position import Position
from engines.seichu.squares import SQUARE_NAMES, SQUARES
from engines.seichu.view import SeichuView
from tests.engines import playing
from tests.engines.playing import news, playout

SOUTH, NORTH = Seat(0), Seat(1)
NOBODY: frozenset[Seat] = frozenset()
SETUPS = ("GSPR/KLNP", "PKGR/LNBP")
"""Two armies, such as a player might place them; the hands are B and S."""


def position(text: str) -> Position:
    """The position of a text; hands and turn may be left out."""
    fields = text.split(" ")
    return ENGINE.codec.read(" ".join([*fields, *("-/-", "0")[len(fields) - 1 :]]))


def view(here: Position | str, seat: int | None = None) -> SeichuView:
    """The view of *seat*, or of the seat that is to act."""
    here = position(here) if isinstance(here, str) else here
    return ENGINE.view(here, Viewer.of(here.answering if seat is None else Seat(seat)))


def moves(here: Position | str) -> set[str]:
    """The texts of all that is open to the seat to act."""
    return {str(move) for move in ENGINE.legal_moves(view(here))}


def true_targets(text: str, origin: str) -> str:
    """Where the piece on *origin* truly goes, as ``"c1 d2"``."""
    board = position(text).board
    square = SQUARES[origin]
    seat = 0 if board[square] <= 8 else 1
    targets = targets_of(board, seat, square, KIND_OF[board[square]])
    return " ".join(sorted(SQUARE_NAMES[target] for target in targets))


def after(here: Position | str, *texts: str) -> Position:
    """The position after these moves and answers, each of them checked to be open."""
    here = position(here) if isinstance(here, str) else here
    return playing.after(ENGINE, here, *texts)


def news_after(
    here: Position | str, move: str, viewer: Viewer = BYSTANDER
) -> list[tuple[str, Any]]:
    """What *viewer* hears of a move of the seat to act."""
    here = position(here) if isinstance(here, str) else here
    step = ENGINE.play(here, here.answering, ENGINE.codec.load_move(move), Dice(b"", "1"))
    return news(step.events, viewer)


def shown(here: Position, viewer: Viewer = BYSTANDER) -> Any:
    """The view of *viewer*, as JSON."""
    return ENGINE.codec.dump_view(ENGINE.view(here, viewer))


def end(here: Position) -> tuple[str, set[int]] | None:
    """How it ended and who won."""
    outcome = here.outcome
    return None if outcome is None else (outcome.termination.value, set(outcome.winners))


def started(setups: Sequence[str] = SETUPS) -> Position:
    """The position in which play begins with these set-ups."""
    return after(playing.beginning(ENGINE), *(f"setup:{letters}" for letters in setups))


def played(seed: bytes, number: int = 10_000, start: str = "") -> list[Position]:
    """The positions of a random match, set-up included, up to *number* plies."""
    return [ply.position for ply in playout(ENGINE, seed, number, start)]

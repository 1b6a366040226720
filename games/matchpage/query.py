"""What a visitor asked of the match page in its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from games.boards.kit.faces import PIECE_SETS
from games.matchpage.selectors.seen import HeldRows

MOST_PICKS = 8
"""No move of any game needs more squares."""

QUESTIONS = (
    *("resign", "draw", "accept", "ready", "claim", "end"),
    *("call-doubt", "call-accept", "call-doubted", "call-accepted", "call-dropped"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Squares picked in order, a move named outright, or something to be asked back."""

    at: tuple[str, ...] = ()
    move: str = ""
    ask: str = ""
    pick: str = ""
    """A piece to place: its square, or its letter while it has none."""
    bluff: bool = False
    """Whether fouls are to be offered too."""


def read_asked(query: QueryDict) -> Asked:
    """Return the request in the query; anything senseless in it is left out."""
    ask = query.get("ask", "")
    return Asked(
        at=tuple(query.getlist("at")[:MOST_PICKS]),
        move=(query.get("move") or "")[:40].strip(),
        ask=ask if ask in QUESTIONS else "",
        pick=(query.get("pick") or "")[:2],
        bluff=query.get("bluff") == "1",
    )


def read_held(query: Mapping[str, str]) -> HeldRows | None:
    """Return the rows that an open page says it holds; None for what makes no sense."""
    numbers = (query.get("has") or "")[:30].split(".")
    if len(numbers) != 3 or not all(text.isascii() and text.isdigit() for text in numbers):
        return None
    return HeldRows(*map(int, numbers))


def read_ply(query: Mapping[str, str]) -> int | None:
    """The ply to look back to; None for the present or for what is no number."""
    text = query.get("ply") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def read_eyes(query: Mapping[str, str]) -> str:
    """The name of the eyes to look back with; whether it is one, and open, is decided elsewhere."""
    return (query.get("as") or "")[:10]


def read_piece_set(query: Mapping[str, str]) -> str:
    """The pieces to draw with; the usual ones for what are none."""
    asked = query.get("set", "")
    return asked if asked in PIECE_SETS else PIECE_SETS[0]

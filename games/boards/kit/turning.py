"""What turned a match that one person played, as its game is to put it in words."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol


class Turning(NamedTuple):
    """A move that cost much of what could be had in the end."""

    turn: int
    """In which turn of the game, as its engine counts them."""
    played: str
    """Its action text."""
    instead: str
    """The action text of what foresight would have done."""
    cost: int


class TurningTeller(Protocol):
    """A teller of turnings for one game."""

    def __call__(self, view: Any, turning: Turning) -> str:
        """One sentence; *view* is the board at the end."""

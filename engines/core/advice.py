"""Moves that are open and yet against the rules of their game, as their author should see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Advice(Generic[M_co]):
    """An open move, and what its author should know before sending it."""

    move: M_co
    fouls: tuple[str, ...]
    """The fouls it commits, as far as its author can tell; codes name sentences. None: all is
    well."""
    could_be_true: bool
    """Whether some piece moves so; where none does, anybody can see that it is a foul."""

"""What a seat could have known in a match that is over: what it left undone, and what it tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that put something hidden to the test: what came of it, and what could have."""

    what: str
    """Code of what was put to the test; codes name sentences."""
    piece: str | None
    """The hidden piece that was met, by the name of its `Identity`; None where it was none."""
    could_be: Mapping[str, int]
    """Codes of all that could have come of it, as far as the mover was able to know, each with in
    how many cases; 0 where cases cannot be counted. With a single one it was sure."""
    cases: int
    """How many cases there were: kinds that the piece could be, or pieces that could be it."""
    result: str
    """Code of what came of it."""

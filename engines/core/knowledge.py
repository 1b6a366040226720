"""What can be known of pieces whose kinds are hidden: who is who, and what can be what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Identity:
    """A piece, and its kind as far as a viewer has been told."""

    piece: str
    """Names it for good, whatever becomes of it: at most 16 letters and digits."""
    seat: Seat
    """Whose it is, or was last."""
    square: str | None
    """Where it stands; None once it is off the board."""
    kind: str | None
    """One of `GameMeta.kinds`; None where the viewer has not been told."""


class Knowledge(Protocol):
    """The sheet that a player could work out with enough patience."""

    def as_json(self) -> JsonObject:
        """The sheet as ``{"pieces": […], "left": {…}}``.

        ``pieces`` has a line ``{"start", "seat", "square", "kinds"}`` for every piece of
        unknown kind: its name, and the letters of the kinds that some match accounts for.
        ``left`` has for each seat with such pieces a line ``{"kind", "total", "least",
        "most"}`` for every kind: of how many at first, how many can still be on the board.
        Where captures change sides, ``total`` is how many the seat has by now.
        """

"""The seats of a match, and the eyes it is looked at with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A side of a match, numbered from 0; a user or a bot sits in it."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The eyes of a seat, of a bystander, or of an arbiter (see `engines.core.arbiter`)."""

    seat: Seat | None = None
    sees_all: bool = False

    @classmethod
    def of(cls, seat: Seat) -> Viewer:
        """Return the eyes of the player in *seat*."""
        return cls(seat=seat)


BYSTANDER = Viewer()
"""Eyes that see only what is public."""

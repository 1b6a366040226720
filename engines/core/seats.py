"""Who plays and who looks on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A side of a match, numbered from 0; a user or a bot sits in it."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes: a seat's, a bystander's, or (see `engines.core.arbiter`) an arbiter's."""

    seat: Seat | None = None
    sees_all: bool = False

    @classmethod
    def of(cls, seat: Seat) -> Viewer:
        """The eyes of the player in *seat*."""
        return cls(seat=seat)


BYSTANDER = Viewer()
"""Eyes that see only what is public."""

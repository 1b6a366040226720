"""What can be known of pieces whose kinds are hidden: who is who, and what can be what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Suspect:
    """A piece whose kind a viewer has not been told."""

    piece: str
    """Its name, as in its `Identity`."""
    seat: int
    square: str | None
    """Where it stands; None once it is off the board."""
    kinds: str
    """What it can still be: the letters of the kinds that some whole match accounts for."""


@dataclass(frozen=True, slots=True)
class Left:
    """The number of one kind that a seat can still have on the board: from *least* to *most*."""

    kind: str
    total: int
    """How many it had at first; where captures change sides, how many it has by now."""
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The sheet that a player could work out with enough patience."""

    suspects: tuple[Suspect, ...]
    left: Mapping[int, tuple[Left, ...]]
    """For each seat with suspects a line for every kind, in the order of the rules page."""
    is_complete: bool = True
    """Whether that is all there is to know. Else what it rules out is impossible all the same,
    but more may be: finding out takes too many steps. It follows from the view alone."""

    def as_json(self) -> JsonObject:
        """Return the sheet as ``{"complete": …, "pieces": […], "left": {…}}``.

        ``start`` is a suspect's name.
        """
        return {
            "complete": self.is_complete,
            "pieces": [
                {"start": one.piece, "seat": one.seat, "square": one.square, "kinds": one.kinds}
                for one in self.suspects
            ],
            "left": {
                str(seat): [
                    {"kind": one.kind, "total": one.total, "least": one.least, "most": one.most}
                    for one in lines
                ]
                for seat, lines in self.left.items()
            },
        }

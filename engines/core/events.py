"""Facts, split by who may know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.core.jsontypes import Json, JsonObject
from engines.core.seats import Seat, Viewer


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of a match: what everybody may know of it, and what single seats may know besides.

    ``public`` is None when the event's very existence is private; a viewer
    without a part in it then hears nothing at all.
    """

    kind: str
    public: JsonObject | None = None
    private: Mapping[Seat, JsonObject] = field(default_factory=dict, repr=False)
    """Not shown where an event is printed: a fault's report must not tell it."""

    def seen_by(self, viewer: Viewer) -> JsonObject | None:
        """Return what *viewer* may hear of this event; None if nothing.

        A seat's private part is laid over the public one. An arbiter hears
        the public part and, under ``"seats"``, every private part.
        """
        if viewer.sees_all:
            known: dict[str, Json] = dict(self.public or {})
            if self.private:
                known["seats"] = {str(seat): facts for seat, facts in sorted(self.private.items())}
            return known
        mine = self.private.get(viewer.seat) if viewer.seat is not None else None
        if mine is None:
            return self.public
        return {**(self.public or {}), **mine}

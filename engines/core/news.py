"""Facts that several games tell in the same words; all of them are public."""

from __future__ import annotations

from engines.core.events import Event
from engines.core.jsontypes import JsonObject, json_of
from engines.core.outcome import Outcome
from engines.core.seats import Seat


def setup_began(seats: int) -> Event:
    """All *seats* may place their pieces."""
    return Event("setup-began", {"to_act": [*range(seats)]})


def play_began(first: Seat | None) -> tuple[Event, ...]:
    """All have placed their pieces, if they have: *first* is to move."""
    return () if first is None else (Event("play-began", {"to_move": first}),)


def conceded(seats: frozenset[Seat]) -> Event:
    """Seats dropped out."""
    return Event("conceded", {"seats": sorted(seats)})


def ended(outcome: Outcome) -> Event:
    """Return the end: why, and who won."""
    return Event("ended", json_of(outcome.as_json()))


def revealed(facts: JsonObject) -> Event:
    """Return what was hidden until the end."""
    return Event("revealed", facts)

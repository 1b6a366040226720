"""The facts told of a match. All of them are public; most are noted by the rules as they run."""

from __future__ import annotations

from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat
from engines.nation.ending import ranking
from engines.nation.npc import Decision
from engines.nation.position import Position


def began(position: Position) -> Event:
    """A match began: the stage, and the version of its content."""
    now = position.now
    return Event("began", {"stage": now.stage, "content": now.content.version})


def decided(seat: Seat, decision: Decision) -> Event:
    """An NPC nation decided something, and why."""
    return Event("decided", {"seat": seat, **decision.as_json()})


def conceded(seats: frozenset[Seat]) -> Event:
    """Seats dropped out."""
    return Event("conceded", {"seats": sorted(seats)})


def ended(position: Position) -> tuple[Event, ...]:
    """Return the end, if this is one: why, who won, and how all came in."""
    if position.outcome is None:
        return ()
    now = position.now
    facts: JsonObject = {
        "termination": position.outcome.termination.value,
        "winners": sorted(position.outcome.winners),
        "ranking": list(ranking(now)),
        "powers": [nation.power for nation in now.nations],
        "round": now.round,
    }
    return (Event("ended", facts),)

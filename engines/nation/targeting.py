"""Whom an effect reaches: nations, or living units (§8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engines.nation.content_types import Effect
from engines.nation.places import BENCH, FRONT
from engines.nation.world import World


class Cause(NamedTuple):
    """The owner of an effect, and what it is aimed at."""

    seat: int
    foe: int = -1
    """The nation aimed at or fought with; -1: none."""
    place: int = -1
    """The own unit aimed at, or holding the state; -1: none."""
    hit: tuple[int, ...] = ()
    """The places of the foe that are hit (in defence: the place of who hits)."""


def nations_reached(world: World, effect: Effect, cause: Cause) -> list[int]:
    """Return the seats that *effect* reaches, in turn order."""
    if effect.on == "self":
        return [cause.seat]
    if effect.on == "rivals":
        return [seat for seat in world.living() if seat != cause.seat]
    return [cause.foe] if cause.foe >= 0 else []


def units_reached(world: World, effect: Effect, cause: Cause) -> list[tuple[int, int]]:
    """Seat and place of the living units that *effect* reaches, by place."""
    seat, places = OF_UNITS[effect.on](cause)
    if seat < 0:
        return []
    standing = world.nations[seat].places
    found = ((place, standing[place]) for place in places if place >= 0)
    return [(seat, place) for place, unit in found if unit is not None and unit.hp]


OF_UNITS: dict[str, Callable[[Cause], tuple[int, range | tuple[int, ...]]]] = {
    "unit": lambda cause: (cause.seat, (cause.place,)),
    "front": lambda cause: (cause.seat, FRONT),
    "bench": lambda cause: (cause.seat, BENCH),
    "units": lambda cause: (cause.seat, range(8)),
    "hit": lambda cause: (cause.foe, cause.hit),
    "foe-front": lambda cause: (cause.foe, FRONT),
    "foe-units": lambda cause: (cause.foe, range(8)),
}

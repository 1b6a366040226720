"""Events of a stage: told a round ahead, and carried out when their round comes (§11).

They follow from the position alone: an event names its rounds, and its condition looks at what
a position text tells. So a fork, or a match read from a text, has the same ones.
"""

from __future__ import annotations

from engines.nation.content_types import Condition, StageEvent
from engines.nation.effects import apply
from engines.nation.nations import Nation
from engines.nation.passives import military_of
from engines.nation.targeting import Cause
from engines.nation.world import World


def events_in(world: World, number: int) -> tuple[StageEvent, ...]:
    """Return the events of the round *number*, whether they will happen or not."""
    events = world.content.stages[world.stage].events
    return tuple(event for event in events if number in event.rounds)


def foretell(world: World) -> None:
    """Tell what the next round has in store."""
    if world.log is not None:
        for event in events_in(world, world.round + 1):
            world.tell("foretold", event=event.id, round=world.round + 1)


def happen(world: World, at: str) -> None:
    """Carry out the events of this round's phase *at*."""
    for event in events_in(world, world.round):
        if event.at == at:
            _happen(world, event)


def _happen(world: World, event: StageEvent) -> None:
    happens = event.when is None or holds(world, event.when)
    world.tell("event", event=event.id, round=world.round, happens=happens)
    if happens:
        for seat in world.living():
            if world.nations[seat].id in event.to:
                apply(world, event.effects, Cause(seat))


def holds(world: World, when: Condition) -> bool:
    """Return whether everything that *when* asks for is so."""
    nation = _nation(world, when.nation)
    military = military_of(world.content, nation)
    return (
        _is_between(nation.power, when.least_power, when.most_power)
        and _is_between(military, when.least_military, when.most_military)
        and (not when.out or _nation(world, when.out).out)
        and (not when.command or when.command in nation.cooldowns)
    )


def _is_between(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _nation(world: World, name: str) -> Nation:
    return next(nation for nation in world.nations if nation.id == name)

"""Acquiring states, losing them, and their end (§7)."""

from __future__ import annotations

from engines.nation.content_types import Content
from engines.nation.nations import HeldState, Unit
from engines.nation.world import World

NATION = -1
"""In place of a place: the nation itself."""


def held_by(world: World, seat: int, place: int) -> tuple[HeldState, ...]:
    """Return the states of the nation in *seat*, or of the living unit at *place*."""
    if place == NATION:
        return world.nations[seat].states
    unit = world.nations[seat].places[place]
    return unit.states if unit is not None and unit.hp else ()


def find(states: tuple[HeldState, ...], state: str) -> HeldState | None:
    """Return the one of *states* with that id."""
    for held in states:
        if held.state == state:
            return held
    return None


def hold(world: World, seat: int, place: int, states: tuple[HeldState, ...]) -> None:
    """Let the nation, or the unit at *place*, have *states*."""
    nation = world.own(seat)
    if place == NATION:
        nation.states = states
        return
    unit = nation.places[place]
    if unit is not None:
        nation.places[place] = unit._replace(states=states)


def fresh(content: Content, state: str, stacks: int = 1) -> HeldState:
    """A state as it is when it is acquired."""
    kind = content.states[state]
    return HeldState(state, min(stacks, kind.stacks), kind.turns, kind.triggers)


def is_innate(content: Content, unit: Unit | None, state: str) -> bool:
    """Return whether a unit (None: a nation, which has none) came with *state*."""
    return unit is not None and state in content.units[unit.unit].states


def gain(world: World, seat: int, place: int, state: str, stacks: int = 1) -> None:
    """Acquire *state*, unless another one keeps it off (§7.4)."""
    content, states = world.content, held_by(world, seat, place)
    if place != NATION and not _lives(world, seat, place):
        return
    if _is_kept_off(world, seat, place, states, state):
        world.tell("state-blocked", seat=seat, place=place, state=state)
        return
    before = find(states, state)
    new = fresh(content, state, stacks + (before.stacks if before else 0))
    if before is None:
        states = _without_excluded(world, seat, place, states, state)
        world.gained.add((seat, place, state))
        hold(world, seat, place, (*states, new))
    else:
        hold(world, seat, place, tuple(new if held is before else held for held in states))
    if world.log is not None:
        world.tell(
            "state-gained", seat=seat, place=place, state=state, stacks=new.stacks, turns=new.turns
        )


def lose(world: World, seat: int, place: int, state: str) -> None:
    """End *state*, if it is held."""
    states = held_by(world, seat, place)
    if find(states, state) is not None:
        hold(world, seat, place, tuple(held for held in states if held.state != state))
        world.tell("state-ended", seat=seat, place=place, state=state)


def dispel(world: World, seat: int, place: int, tone: str, state: str) -> None:
    """End the states of a tone, or the one named; innate ones stay (§7.5)."""
    unit = None if place == NATION else world.nations[seat].places[place]
    for held in held_by(world, seat, place):
        named = held.state == state or world.content.states[held.state].tone == tone
        if named and not is_innate(world.content, unit, held.state):
            lose(world, seat, place, held.state)


def spend_trigger(world: World, seat: int, place: int, state: str) -> None:
    """Count that *state* has triggered; the last time ends it."""
    states = held_by(world, seat, place)
    held = find(states, state)
    if held is None or held.triggers is None:
        return
    if held.triggers == 1:
        lose(world, seat, place, state)
        return
    less = held._replace(triggers=held.triggers - 1)
    hold(world, seat, place, tuple(less if one is held else one for one in states))


def pass_turn(world: World, seat: int) -> None:
    """A turn of *seat* is over: its durations fall by one, and what has run out ends."""
    _shorten(world, seat, NATION, world.nations[seat].states)
    for place, unit in enumerate(world.nations[seat].places):
        if unit is not None and unit.states:
            _shorten(world, seat, place, unit.states)


def _shorten(world: World, seat: int, place: int, states: tuple[HeldState, ...]) -> None:
    if all(held.turns is None for held in states):
        return
    left = [held if held.turns is None else held._replace(turns=held.turns - 1) for held in states]
    hold(world, seat, place, tuple(held for held in left if held.turns != 0))
    for held in left:
        if held.turns == 0:
            world.tell("state-ended", seat=seat, place=place, state=held.state)


def _lives(world: World, seat: int, place: int) -> bool:
    unit = world.nations[seat].places[place]
    return unit is not None and unit.hp > 0


def _is_kept_off(
    world: World, seat: int, place: int, states: tuple[HeldState, ...], state: str
) -> bool:
    """Return whether a state held blocks *state*, or is innate and could not stand beside it."""
    content = world.content
    unit = None if place == NATION else world.nations[seat].places[place]
    excluded = content.states[state].excludes
    return any(
        state in content.states[held.state].blocks
        or (held.state in excluded and is_innate(content, unit, held.state))
        for held in states
    )


def _without_excluded(
    world: World, seat: int, place: int, states: tuple[HeldState, ...], state: str
) -> tuple[HeldState, ...]:
    excluded = world.content.states[state].excludes
    for held in states:
        if held.state in excluded:
            lose(world, seat, place, held.state)
    return tuple(held for held in states if held.state not in excluded)

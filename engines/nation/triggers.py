"""States that act by themselves: who does at a hook, and in which order (§7.3).

What is to trigger is settled when a phase begins, so a queue never grows:
what is acquired meanwhile waits, and what is lost meanwhile is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.nation.content_types import Hook
from engines.nation.effects import apply
from engines.nation.holding import NATION, find, held_by, spend_trigger
from engines.nation.nations import HeldState
from engines.nation.targeting import Cause
from engines.nation.world import World


class _Due(NamedTuple):
    """A state that is to trigger."""

    cause: Cause
    holder: int
    """The place of the unit, or NATION."""
    state: str
    hook: Hook


def fire(world: World, hook: str) -> None:
    """Let the states of all living nations act at a hook of a phase."""
    content = world.content
    if hook not in content.hooked:
        return
    turn = world.turn
    if hook in _EVERYBODYS:
        seats, mine = world.living(), ("own", "other", "any")
        _run(world, [due for seat in seats for due in _due(world, hook, Cause(seat), mine)])
        return
    queue = list(_due(world, hook, Cause(turn), ("own", "any")))
    if hook in content.abroad:
        for seat in world.living():
            if seat != turn:
                queue.extend(_due(world, hook, Cause(seat), ("other", "any")))
    _run(world, queue)


_EVERYBODYS = frozenset({"game-start", "game-end", "round-start", "round-end"})
"""Phases that are nobody's turn."""


def fire_in_battle(world: World, hook: str, attacker: int, defender: int) -> None:
    """Let the states of both sides act when a battle starts or ends."""
    if hook in world.content.hooked:
        queue: list[_Due] = []
        sides = ((attacker, defender, "attack"), (defender, attacker, "defend"))
        for seat, foe, role in sorted(sides, key=lambda side: side[0] != world.turn):
            queue.extend(_due(world, hook, Cause(seat, foe), _ANY_TURN, role))
        _run(world, queue)


def fire_in_attack(
    world: World, hook: str, seat: int, place: int, foe: int, hit: tuple[int, ...]
) -> None:
    """Let the attacking unit, those who are hit, and both nations act."""
    if hook not in world.content.hooked:
        return
    attack = list(_due(world, hook, Cause(seat, foe, place, hit), _ANY_TURN, "attack", (place,)))
    defend = list(_due(world, hook, Cause(foe, seat, -1, (place,)), _ANY_TURN, "defend", hit))
    _run(world, attack + defend if seat == world.turn else defend + attack)


_ANY_TURN = ("own", "other", "any")


def _due(
    world: World,
    hook: str,
    cause: Cause,
    whose: tuple[str, ...],
    role: str = "any",
    places: tuple[int, ...] = tuple(range(8)),
) -> Iterator[_Due]:
    """Yield what a nation and its units at *places* have at *hook*, in the order of triggers."""
    for own, holder, states in _holders(world, cause, places):
        for held in states:
            for one in world.content.states[held.state].hooks.get(hook, ()):
                sides = one.role in ("any", role)
                if one.whose in whose and sides and one.first <= world.round <= one.last:
                    yield _Due(own, holder, held.state, one)


def _holders(
    world: World, cause: Cause, places: tuple[int, ...]
) -> Iterator[tuple[Cause, int, tuple[HeldState, ...]]]:
    """Whoever has states: the nation first, then its living units at *places*."""
    nation = world.nations[cause.seat]
    if nation.states:
        yield cause, NATION, nation.states
    for place in places:
        unit = nation.places[place]
        if unit is not None and unit.states and unit.hp:
            yield cause._replace(place=place), place, unit.states


def _run(world: World, queue: list[_Due]) -> None:
    world.gained.clear()
    for cause, holder, state, hook in queue:
        held = find(held_by(world, cause.seat, holder), state)
        if held is None or (cause.seat, holder, state) in world.gained:
            continue
        if world.log is not None:
            world.tell("triggered", seat=cause.seat, place=holder, state=state, hook=hook.on)
        for _ in range(held.stacks):
            apply(world, hook.effects, cause)
        spend_trigger(world, cause.seat, holder, state)

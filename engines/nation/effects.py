"""What commands, skills, states and special actions can do (§8).

Each kind of effect is one function; `EFFECTS` is their table, and the schema checks that
content names nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.nation import holding
from engines.nation.content_types import Content, Effect
from engines.nation.holding import NATION
from engines.nation.nations import Unit
from engines.nation.numbers import WHOLE, clamp, scaled, up
from engines.nation.places import BENCH
from engines.nation.targeting import OF_UNITS, Cause, nations_reached, units_reached
from engines.nation.training import train
from engines.nation.world import World

MOST_ACTIONS = 99


def apply(world: World, effects: tuple[Effect, ...], cause: Cause) -> None:
    """Let *effects* happen, one after the other."""
    for effect in effects:
        EFFECTS[effect.do](world, effect, cause)


def new_unit(content: Content, unit: str) -> Unit:
    """A unit as it is hired."""
    kind = content.units[unit]
    states = tuple(holding.fresh(content, state) for state in kind.states)
    return Unit(unit, kind.hp, kind.hp, kind.attack, kind.skill, states)


def _power(world: World, effect: Effect, cause: Cause) -> None:
    for seat in nations_reached(world, effect, cause):
        power = world.nations[seat].power
        more = effect.add * _count(world, effect.per, seat)
        world.set_power(seat, up(power * (WHOLE + effect.rate), WHOLE) + more)


def _count(world: World, per: str, seat: int) -> int:
    nation = world.nations[seat]
    if not per:
        return 1
    if per == "grave":
        return len(nation.graveyard)
    places = nation.living_places
    return sum(place in BENCH for place in places) if per == "bench" else len(places)


def _steal(world: World, effect: Effect, cause: Cause) -> None:
    for seat in nations_reached(world, effect, cause):
        wanted = scaled(world.nations[seat].power, effect.rate) + effect.add
        take(world, seat, cause.seat, wanted)


def take(world: World, loser: int, winner: int, wanted: int) -> int:
    """Move power: no more than there is, and than there is room for. What was moved."""
    room = clamp(10**9 - world.nations[winner].power)
    amount = min(wanted, world.nations[loser].power, room)
    if amount > 0:
        world.own(loser).power -= amount
        world.own(winner).power += amount
        if world.log is not None:
            world.tell("stolen", seat=winner, loser=loser, amount=amount)
    return amount


def _hire(world: World, effect: Effect, cause: Cause) -> None:
    _join(world, cause.seat, new_unit(world.content, effect.unit), "hired")


def _revive(world: World, effect: Effect, cause: Cause) -> None:
    nation = world.own(cause.seat)
    if nation.graveyard and nation.free_places:
        fallen = nation.graveyard[-1]
        nation.graveyard = nation.graveyard[:-1]
        hp = scaled(fallen.max_hp, effect.rate)
        _join(world, cause.seat, fallen._replace(hp=hp, fell=0), "revived")


def _join(world: World, seat: int, unit: Unit, kind: str) -> None:
    free = world.nations[seat].free_places
    if free:
        world.put(seat, free[0], unit)
        for held in unit.states:
            world.gained.add((seat, free[0], held.state))
        world.tell(kind, seat=seat, place=free[0], unit=unit.unit)


def _grant(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in _holders(world, effect, cause):
        holding.gain(world, seat, place, effect.state, effect.stacks)


def _dispel(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in _holders(world, effect, cause):
        holding.dispel(world, seat, place, effect.tone, effect.state)


def _holders(world: World, effect: Effect, cause: Cause) -> list[tuple[int, int]]:
    if effect.on in OF_UNITS:
        return units_reached(world, effect, cause)
    return [(seat, NATION) for seat in nations_reached(world, effect, cause)]


def _stat(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in units_reached(world, effect, cause):
        unit = _unit(world, seat, place)
        if effect.stat == "attack":
            more = effect.add * _count(world, effect.per, cause.seat)
            attack = clamp(up(unit.attack * (WHOLE + effect.rate), WHOLE) + more)
            _change(world, seat, place, unit._replace(attack=attack))
        else:
            more = effect.add * _count(world, effect.per, cause.seat)
            max_hp = max(clamp(up(unit.max_hp * (WHOLE + effect.rate), WHOLE) + more), 1)
            hp = clamp(unit.hp + max_hp - unit.max_hp) if max_hp > unit.max_hp else unit.hp
            _change(world, seat, place, unit._replace(max_hp=max_hp, hp=min(hp, max_hp)))


def _heal(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in units_reached(world, effect, cause):
        unit = _unit(world, seat, place)
        more = effect.add * _count(world, effect.per, cause.seat)
        hp = unit.hp + scaled(unit.max_hp, effect.rate) + more
        _change(world, seat, place, unit._replace(hp=min(hp, unit.max_hp)))


def _damage(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in units_reached(world, effect, cause):
        unit = _unit(world, seat, place)
        hp = unit.hp - scaled(unit.hp, effect.rate) - effect.add
        _change(world, seat, place, unit._replace(hp=max(hp, 0)))


def _skill(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in units_reached(world, effect, cause):
        _change(world, seat, place, _unit(world, seat, place)._replace(skill=effect.skill))


def _train(world: World, effect: Effect, cause: Cause) -> None:
    for seat, place in units_reached(world, effect, cause):
        train(world, seat, (place,), effect.rate)


def _actions(world: World, effect: Effect, cause: Cause) -> None:
    """More commands in the turn that runs; nothing, if it is not one's own."""
    if cause.seat == world.turn:
        world.actions = min(max(world.actions + effect.add, 0), MOST_ACTIONS)


def _unit(world: World, seat: int, place: int) -> Unit:
    unit = world.nations[seat].places[place]
    if unit is None:
        raise ValueError("nobody stands there")
    return unit


def _change(world: World, seat: int, place: int, unit: Unit) -> None:
    world.put(seat, place, unit)
    if world.log is not None:
        world.tell(
            "unit", seat=seat, place=place, unit=unit.unit, max_hp=unit.max_hp, hp=unit.hp,
            attack=unit.attack, skill=unit.skill,
        )  # fmt: skip


EFFECTS: dict[str, Callable[[World, Effect, Cause], None]] = {
    "power": _power,
    "steal": _steal,
    "hire": _hire,
    "revive": _revive,
    "grant": _grant,
    "dispel": _dispel,
    "stat": _stat,
    "heal": _heal,
    "damage": _damage,
    "skill": _skill,
    "train": _train,
    "actions": _actions,
}
"""Every effect that content may name."""

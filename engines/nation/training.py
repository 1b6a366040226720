"""Training (§5.2): maximum HP and attack grow, current HP by as much as the maximum."""

from __future__ import annotations

from collections.abc import Iterable

from engines.nation.numbers import WHOLE, clamp, up
from engines.nation.passives import training_rate
from engines.nation.world import World


def train(world: World, seat: int, places: Iterable[int], rate: int) -> None:
    """Let the living units at *places* grow by *rate* thousandths, as their states change it."""
    for place in places:
        unit = world.nations[seat].places[place]
        if unit is None or not unit.hp:
            continue
        growth = rate * training_rate(world.content, world.nations[seat], unit)
        max_hp, attack = grown(unit.max_hp, growth), grown(unit.attack, growth)
        hp = clamp(unit.hp + max_hp - unit.max_hp)
        world.put(seat, place, unit._replace(max_hp=max_hp, hp=hp, attack=attack))
        if world.log is not None:
            world.tell(
                "trained",
                seat=seat,
                place=place,
                unit=unit.unit,
                max_hp=max_hp,
                hp=hp,
                attack=attack,
            )


def grown(value: int, growth: int) -> int:
    """*value* grown by *growth* millionths, rounded up once."""
    whole = WHOLE * WHOLE
    return clamp(up(value * (whole + growth), whole))

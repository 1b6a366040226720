"""A battle (§6): each living unit of both fronts attacks once, in an order fixed at its start.

Every step is told, so that a page can play it back.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.nation.content_types import Skill
from engines.nation.effects import apply, take
from engines.nation.numbers import WHOLE, up
from engines.nation.passives import attack_rate, priority_of
from engines.nation.places import places_in
from engines.nation.targeting import Cause
from engines.nation.targets import hit_by
from engines.nation.triggers import fire_in_attack, fire_in_battle
from engines.nation.world import World

BACK_TO_FRONT = (2, 1, 0)


def fight(world: World, attacker: int, defender: int) -> None:
    """Let *attacker* start a battle against *defender*."""
    world.tell("battle-began", attacker=attacker, defender=defender)
    fire_in_battle(world, "battle-start", attacker, defender)
    for seat, place in attack_order(world, attacker, defender):
        foe = defender if seat == attacker else attacker
        _attack(world, seat, place, foe, is_starter=seat == attacker)
    fire_in_battle(world, "battle-end", attacker, defender)
    if world.log is not None:
        world.tell(
            "battle-ended",
            attacker=attacker,
            defender=defender,
            powers=[nation.power for nation in world.nations],
        )


def attack_order(world: World, attacker: int, defender: int) -> list[tuple[int, int]]:
    """Seat and place of everybody who will attack: higher priority first, then back to front."""
    found = []
    for place in BACK_TO_FRONT:
        for seat in (attacker, defender):
            nation = world.nations[seat]
            unit = nation.places[place]
            if unit is not None and unit.hp:
                found.append((-priority_of(world.content, nation, unit), seat, place))
    found.sort(key=lambda one: one[0])  # stable: equals stay in the order above
    return [(seat, place) for _, seat, place in found]


def _attack(world: World, seat: int, place: int, foe: int, *, is_starter: bool) -> None:
    unit = world.nations[seat].places[place]
    if unit is None or not unit.hp:
        return
    fire_in_attack(world, "attack-start", seat, place, foe, ())
    skill = world.content.skills[unit.skill]
    hit = places_in(hit_by(skill.reach, world.nations[foe].living_front))
    if world.log is not None:
        world.tell(
            "attack", seat=seat, place=place, unit=unit.unit, skill=skill.id, foe=foe,
            aimed=list(places_in(skill.reach)), hit=list(hit),
        )  # fmt: skip
    fire_in_attack(world, "before-attack", seat, place, foe, hit)
    unit = world.nations[seat].places[place] or unit
    strength = unit.attack * attack_rate(world.content, world.nations[seat], unit)
    blow = Blow(seat, place, foe, hit, skill, strength)
    _hurt_units(world, blow)
    if is_starter:
        _hurt_nation(world, blow)
    fire_in_attack(world, "after-attack", seat, place, foe, hit)
    for there in hit:
        target = world.nations[foe].places[there]
        if target is not None and not target.hp:
            world.bury(foe, there)
    fire_in_attack(world, "attack-end", seat, place, foe, hit)


class Blow(NamedTuple):
    """An attack as it strikes: by the unit of *seat* at *place*, on the places of *foe* it hits."""

    seat: int
    place: int
    foe: int
    hit: tuple[int, ...]
    skill: Skill
    strength: int


def _hurt_units(world: World, blow: Blow) -> None:
    """Damage to each unit that is hit, then what the skill does to it besides."""
    seat, place, foe, hit, skill, strength = blow
    damage = up(strength * skill.factor, WHOLE * WHOLE)
    living = [there for there in hit if world.nations[foe].living_front >> there & 1]
    for there in living:
        target = world.nations[foe].places[there]
        if target is not None:
            hp = max(target.hp - damage, 0)
            world.put(foe, there, target._replace(hp=hp))
            if world.log is not None:
                world.tell(
                    "damaged", seat=foe, place=there, unit=target.unit, damage=damage, hp=hp,
                    max_hp=target.max_hp,
                )  # fmt: skip
    for there in living if skill.unit_effects else ():
        apply(world, skill.unit_effects, Cause(seat, foe, place, (there,)))


def _hurt_nation(world: World, blow: Blow) -> None:
    """Power stolen for each place that is hit, then what the skill does to the nation besides."""
    seat, place, foe, hit, skill, strength = blow
    for there in hit:
        target = world.nations[foe].places[there]
        lost, whole = (1, 1) if target is None else (target.max_hp - target.hp, target.max_hp)
        take(world, foe, seat, up(strength * skill.power * lost, WHOLE * WHOLE * whole))
    for there in hit if skill.nation_effects else ():
        apply(world, skill.nation_effects, Cause(seat, foe, place, (there,)))

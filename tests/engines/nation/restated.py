"""The rules once more, as plainly and slowly as they can be put: fractions, lists and loops.

Written from the rules page alone; states are left out but for plain passives,
which the callers do not use. Nothing of the engine is used here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

TOP = 1_000_000_000
FRONT = "FMB"


@dataclass
class Soldier:
    max_hp: int
    hp: int
    attack: int
    reach: str
    factor: Fraction
    stealing: Fraction


@dataclass
class Land:
    power: int
    front: dict[str, Soldier | None]
    graves: int = 0
    bench: list[Soldier] = field(default_factory=list)


def is_living(land: Land, place: str) -> bool:
    soldier = land.front[place]
    return soldier is not None and soldier.hp > 0


def places_hit(reach: str, land: Land) -> list[str]:
    for step in (0, 1, 2, -1, -2):
        moved = [FRONT.index(place) + step for place in reach]
        line = [FRONT[number] for number in moved if 0 <= number <= 2]
        if any(is_living(land, place) for place in line):
            return line
    return list(reach)


def attack(mine: Land, place: str, theirs: Land, *, steals: bool) -> None:
    soldier = mine.front[place]
    if soldier is None or soldier.hp == 0:
        return
    line = places_hit(soldier.reach, theirs)
    for target in line:
        victim = theirs.front[target]
        if victim is not None and victim.hp > 0:
            victim.hp = max(0, victim.hp - ceil(soldier.attack * soldier.factor))
    for target in line if steals else []:
        victim = theirs.front[target]
        loss = Fraction(1) if victim is None else Fraction(victim.max_hp - victim.hp, victim.max_hp)
        wanted = ceil(soldier.attack * soldier.stealing * loss)
        moved = min(wanted, theirs.power, TOP - mine.power)
        mine.power += moved
        theirs.power -= moved
    for target in line:
        victim = theirs.front[target]
        if victim is not None and victim.hp == 0:
            theirs.front[target] = None
            theirs.graves += 1


def battle(attacker: Land, defender: Land) -> None:
    for place in "BMF":
        attack(attacker, place, defender, steals=True)
        attack(defender, place, attacker, steals=False)


def train(soldier: Soldier) -> None:
    grown = min(TOP, ceil(soldier.max_hp * Fraction(105, 100)))
    soldier.hp += grown - soldier.max_hp
    soldier.max_hp = grown
    soldier.attack = min(TOP, ceil(soldier.attack * Fraction(105, 100)))


def military(land: Land) -> int:
    found = (land.front[place] for place in FRONT)
    return sum(one.hp + one.attack for one in found if one is not None and one.hp > 0)


def goes_to_war(npc: Land, player: Land) -> bool:
    return military(npc) > 0 and military(npc) >= 2 * military(player)


def final(powers: list[int]) -> tuple[int, list[int]]:
    """Who wins after the last round, and the powers then; all are living."""
    best = max(powers)
    winner = powers.index(best)
    if powers.count(best) > 1:
        powers = [*powers]
        powers[winner] += 1
    return winner, powers

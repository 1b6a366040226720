"""The engine and the plain restatement agree on whatever hypothesis comes up with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.nation.library import shipped
from engines.nation.npc import decision_of
from engines.nation.passives import military_of
from engines.nation.places import places_in
from tests.engines.nation import restated
from tests.engines.nation.boards import TRIO, board, hp, nation, play, powers
from tests.engines.nation.restated import Land, Soldier

CONTENT = shipped(1)
PLAIN = [
    skill for skill in CONTENT.skills.values() if not skill.unit_effects + skill.nation_effects
]

numbers = st.integers(1, 400) | st.integers(1, restated.TOP)
powers_ = st.integers(0, 3000) | st.integers(0, restated.TOP)


@st.composite
def soldiers(draw: Any) -> dict[str, Any]:
    max_hp = draw(numbers)
    return {"unit": "infantry", "max_hp": max_hp, "hp": draw(st.integers(0, max_hp)),
            "attack": draw(st.just(0) | numbers), "states": [],
            "skill": draw(st.sampled_from([skill.id for skill in PLAIN]))}  # fmt: skip


fronts = st.fixed_dictionaries({place: st.none() | soldiers() for place in "FMB"})


def soldier(one: dict[str, Any]) -> Soldier:
    skill = CONTENT.skills[one["skill"]]
    reach = "".join("FMB"[place] for place in places_in(skill.reach))
    return Soldier(one["max_hp"], one["hp"], one["attack"], reach,
                   Fraction(skill.factor, 1000), Fraction(skill.power, 1000))  # fmt: skip


def land(power: int, front: dict[str, Any]) -> Land:
    return Land(power, {place: soldier(one) if one else None for place, one in front.items()})


def standing(one: Land) -> list[int | None]:
    """HP by place; the dead who were no targets are buried at the turn's end."""
    found = (one.front[place] for place in "FMB")
    return [soldier.hp if soldier and soldier.hp else None for soldier in found]


@given(fronts, fronts, powers_, powers_)
@settings(max_examples=250, deadline=None)
def test_battles(mine: Any, theirs: Any, my_power: int, their_power: int) -> None:
    attacker, defender = land(my_power, mine), land(their_power, theirs)
    here = board(nation("npc1", theirs, power=their_power), nation("player", mine, power=my_power))
    if not here.now.nations[1].living_front:
        return
    after = play(here, "battle:npc1").position
    restated.battle(attacker, defender)
    assert powers(after) == [defender.power, attacker.power]
    assert [hp(one) for one in reversed(after.now.nations)] == [
        standing(attacker),
        standing(defender),
    ]


@given(soldiers())
@settings(max_examples=150, deadline=None)
def test_training(one: dict[str, Any]) -> None:
    expected = soldier(one)
    here = board(nation("npc1"), nation("player", {"M": one}))
    found = play(here, "train").position.now.nations[1].places[1]
    if expected.hp:
        restated.train(expected)
        assert found is not None
        assert (found.max_hp, found.hp, found.attack) == (
            expected.max_hp, expected.hp, expected.attack,
        )  # fmt: skip
    else:
        assert found is None


@given(fronts, fronts)
@settings(max_examples=150, deadline=None)
def test_war(mine: Any, theirs: Any) -> None:
    npc, other = land(0, mine), land(0, theirs)
    here = board(nation("npc1", mine), nation("player", theirs), turn=0, actions=0)
    assert military_of(CONTENT, here.now.nations[0]) == min(restated.military(npc), restated.TOP)
    if restated.military(npc) <= restated.TOP and restated.military(other) <= restated.TOP:
        fights = str(decision_of(here.now).move) == "battle:player"
        assert fights == restated.goes_to_war(npc, other)


@given(st.lists(st.integers(1, 9) | st.integers(1, restated.TOP - 1), min_size=3, max_size=3))
@settings(max_examples=100, deadline=None)
def test_the_end(found: list[int]) -> None:
    names = ["npc1", "npc2", "player"]
    ends = [nation(name, power=power) for name, power in zip(names, found, strict=True)]
    after = play(board(*ends, stage=TRIO, round=8), "train").position
    winner, expected = restated.final(found)
    assert after.outcome is not None
    assert (set(after.outcome.winners), powers(after)) == ({winner}, expected)

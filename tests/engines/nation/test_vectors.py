"""The vectors of the rules page, to the number."""

from __future__ import annotations

import pytest

from engines.nation.npc import decision_of
from engines.nation.places import mask_of, places_in
from engines.nation.targets import hit_by
from tests.engines.nation.boards import (
    NUMBERS,
    TRIO,
    at,
    board,
    hp,
    nation,
    play,
    player,
    powers,
    state,
    unit,
)


@pytest.mark.parametrize(
    ("pattern", "living", "hit"),
    [
        ("F", "FMB", "F"), ("F", "MB", "M"), ("F", "B", "B"),
        ("M", "FB", "B"), ("M", "F", "F"),
        ("FM", "B", "MB"), ("FM", "FB", "FM"), ("FM", "", "FM"),
        ("MB", "F", "FM"), ("FB", "M", "M"),
    ],
)  # fmt: skip
def test_targets(pattern: str, living: str, hit: str) -> None:
    found = hit_by(mask_of(pattern), mask_of(living))
    assert "".join("FMB"[place] for place in places_in(found)) == hit


@pytest.mark.parametrize(
    ("before", "after"),
    [((100, 100, 50), (105, 105, 53)), ((101, 37, 33), (107, 43, 35)), ((1, 1, 1), (2, 2, 2))],
)
@pytest.mark.parametrize("place", ["F", "B", "5"])
def test_training(before: tuple[int, int, int], after: tuple[int, int, int], place: str) -> None:
    max_hp, hit_points, attack = before
    one = unit("I", max_hp=max_hp, hp=hit_points, attack=attack)
    here = board(nation("npc1"), nation("player", {place: one}))
    found = at(player(play(here, "train").position), place)
    assert (found.max_hp, found.hp, found.attack) == after


def test_power_grows_by_a_twentieth_rounded_up_once_each_time() -> None:
    here = board(nation("npc1"), nation("player", power=100, states=[state("growth-era", 1, 99)]))
    found = []
    for _ in range(5):
        here = play(here, "train", "train").position
        found.append(player(here).power)
    assert found == [105, 111, 117, 123, 130]


def test_a_battle() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player", {"F": "I", "B": "A"}))
    after = play(here, "battle:npc1").position
    assert powers(after) == [981, 1019]
    assert hp(player(after)) == [50, None, 80]
    assert hp(after.now.nations[0]) == [2, None, None]


@pytest.mark.parametrize(("had", "ends"), [(1000, [970, 1030]), (20, [0, 1020])])
def test_a_battle_against_an_empty_front(had: int, ends: list[int]) -> None:
    front = {"F": "I", "M": "A", "B": "K"}
    here = board(nation("npc1", power=had), nation("player", front))
    assert powers(play(here, "battle:npc1").position) == ends


@pytest.mark.parametrize(
    ("military", "against", "move"),
    [(300, 150, "battle:player"), (299, 150, "train"), (0, 0, "train"), (1, 0, "battle:player")],
)
def test_war(military: int, against: int, move: str) -> None:
    def front(total: int) -> dict[str, object]:
        return {"F": unit("I", max_hp=999, hp=total, attack=0)} if total else {}

    first, last = nation("npc1", front(military)), nation("player", front(against))
    assert str(decision_of(board(first, last, turn=0, actions=0).now).move) == move


def test_the_end_with_equal_powers() -> None:
    ends = [nation("npc1", power=5000), nation("npc2", power=4000), nation("player", power=5000)]
    last = board(*ends, stage=TRIO)
    here = board(*ends, stage=TRIO, round=last.now.terms.rounds)
    after = play(here, "train").position
    assert powers(after) == [5001, 4000, 5000]
    assert after.outcome is not None
    assert after.outcome.winners == {0}


@pytest.mark.parametrize("letter", "IAK")
def test_the_three_units(letter: str) -> None:
    here = board(nation("npc1"), nation("player", power=9000))
    content = here.now.content
    kind = content.units[{"I": "infantry", "A": "archer", "K": "knight"}[letter]]
    skill = content.skills[kind.skill]
    numbers = {"I": ("F", 1000, 100), "A": ("FM", 800, 150), "K": ("F", 900, 100)}[letter]
    assert (kind.hp, kind.hp, kind.attack, kind.skill) == NUMBERS[letter]
    assert (skill.reach, skill.factor, skill.power) == (mask_of(numbers[0]), *numbers[1:])

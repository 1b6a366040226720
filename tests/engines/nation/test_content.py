"""What is shipped: enough of everything, every example of the rule book, and its texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.nation import describe
from engines.nation.content_types import Effect, Words
from engines.nation.library import Library, Shipped, shipped
from engines.nation.meta import META, STAGES
from engines.nation.places import NUMBER

CONTENT = shipped(1)


def effects_of(command: str) -> list[tuple[str, str, int, int]]:
    return [(one.do, one.on, one.rate, one.add) for one in CONTENT.commands[command].effects]


def at_hook(state: str, hook: str) -> list[Effect]:
    return [one for found in CONTENT.states[state].hooks[hook] for one in found.effects]


def test_there_is_enough_of_everything() -> None:
    assert len(CONTENT.stages) >= 12
    assert {stage.chapter for stage in CONTENT.stages.values()} == {1, 2, 3}
    assert {len(stage.starting) - 1 for stage in CONTENT.stages.values()} == {1, 2, 3, 4}
    assert {6, 30} <= {stage.rounds for stage in CONTENT.stages.values()}
    assert len(CONTENT.units) >= 24
    assert len(CONTENT.skills) >= 24
    assert len(CONTENT.states) >= 30
    assert len(CONTENT.commands) >= 40


def test_the_meta_names_the_stages_and_their_seats() -> None:
    assert {name: len(one.starting) - 1 for name, one in CONTENT.stages.items()} == STAGES
    assert META.options["stage"] == tuple(CONTENT.stages)
    for name, npcs in STAGES.items():
        assert len(META.seats_for({"stage": name})) == npcs + 1
    assert META.seats_for({}) == META.seats == META.seats_for({"stage": "first-harvest"})


def test_the_examples_of_commands() -> None:
    assert effects_of("tax") == [("power", "self", 50, 0)]
    assert CONTENT.commands["hire-infantry"].effects[0].unit == "infantry"
    assert CONTENT.commands["growth-era"].cost == 1000
    assert CONTENT.commands["growth-era"].effects[0].state == "growth-era"
    assert CONTENT.states["growth-era"].name.ja == "国力増強期"


def test_the_examples_of_states() -> None:
    (growth,) = at_hook("growth-era", "turn-end")
    assert (growth.do, growth.on, growth.rate) == ("power", "self", 50)
    (debt,) = at_hook("heavy-debt", "turn-end")
    assert (debt.do, debt.on, debt.add) == ("power", "self", -500)
    (muster,) = at_hook("muster", "turn-end")
    assert (muster.do, muster.on, muster.stat, muster.rate) == ("stat", "front", "max-hp", 50)
    (ambush,) = at_hook("ambush", "battle-start")
    assert (ambush.do, ambush.on, ambush.rate) == ("damage", "foe-front", 100)
    assert CONTENT.states["strict-drill"].passive.training == 1000


def test_growth_has_cooldowns() -> None:
    for command in CONTENT.commands.values():
        if any(effect.do == "power" and effect.rate > 0 for effect in command.effects):
            assert command.cooldown >= 1, command.id


def test_everything_shipped_is_in_use() -> None:
    """Each command is unlocked somewhere, each unit and state can come up."""
    unlocked = {one for stage in CONTENT.stages.values() for one in stage.unlocks}
    assert unlocked | set(CONTENT.first_commands) == set(CONTENT.commands)
    effects = [one for command in CONTENT.commands.values() for one in command.effects]
    assert {one.unit for one in effects if one.do == "hire"} == set(CONTENT.units)
    skills = {unit.skill for unit in CONTENT.units.values()}
    assert skills | {one.skill for one in effects if one.skill} == set(CONTENT.skills)


def test_texts_are_short_enough_for_moves() -> None:
    for name in CONTENT.commands:
        assert len(f"command:{name}>npc11") <= 40
        assert all(len(letter) == 1 for letter in NUMBER)


TEXTS: list[tuple[Callable[..., Words], Any]] = [
    (describe.command_text, CONTENT.commands),
    (describe.skill_text, CONTENT.skills),
    (describe.state_text, CONTENT.states),
    (describe.unit_text, CONTENT.units),
    (describe.special_text, CONTENT.specials),
]


@pytest.mark.parametrize(("text", "things"), TEXTS)
def test_everything_is_explained_in_both_languages(
    text: Callable[..., Words], things: dict[str, Any]
) -> None:
    for thing in things.values():
        found = text(CONTENT, thing)
        assert found.en.endswith(".")
        assert found.ja.endswith("。")
        assert "{" not in found.en + found.ja
        assert "  " not in found.en
        assert not any(sign.isascii() and sign.isalpha() for sign in found.ja.replace("HP", ""))


@pytest.mark.parametrize(
    ("found", "en", "ja"),
    [
        (
            describe.command_text(CONTENT, CONTENT.commands["tax"]),
            "Power of your nation +5%. Free. Once a turn.",
            "自国の国力+5%。無料。1ターンに1回。",
        ),
        (
            describe.skill_text(CONTENT, CONTENT.skills["volley"]),
            (
                "Hits the vanguard and the middle. Damage 80% of the attack. "
                "Steals 15% of the attack in power per place, by the share of HP lost."
            ),
            "前衛・中衛を攻撃。攻撃力の80%のダメージ。一か所ごとに、攻撃力の15%×HP損失率の国力を奪う。",
        ),
        (
            describe.state_text(CONTENT, CONTENT.states["heavy-debt"]),
            "At the end of its turn: power of the nation -500. Works 2 times.",
            "自分ターン終了時、この国の国力-500。2回発動する。",
        ),
    ],
)
def test_an_explanation(found: Words, en: str, ja: str) -> None:
    assert found == Words(en, ja)


def test_the_library() -> None:
    assert Shipped().newest() is Shipped().version(3) is shipped(3)
    assert Shipped().version(2) is Shipped(2).newest() is shipped(2)
    assert Shipped().version(1) is Shipped(1).newest() is CONTENT
    assert Library(CONTENT).newest() is Library(CONTENT).version(1) is CONTENT
    for library in (Shipped(1), Library(CONTENT)):
        with pytest.raises(ValueError, match="version"):
            library.version(2)

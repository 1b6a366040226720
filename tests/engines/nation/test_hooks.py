"""Every place where the rules let states act is used by the content, and can be felt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engines.nation.almanac import almanac
from engines.nation.content_types import Effect
from engines.nation.engine import ENGINE
from engines.nation.library import NEWEST, shipped
from engines.nation.npc import change_of_front
from engines.nation.vocabulary import FRONTS, HOOKS
from engines.nation.world import Snapshot
from tests.engines.nation.boards import nation, play, state, text, unit

CONTENT = shipped(NEWEST)
ROOT = Path(__file__).parents[3]
SECTIONS = ("10.4", "10.6")
"""Where the rules page says whom a neighbour puts in front, and from when on it fights."""
USES = {
    hook: sorted(one.id for one in CONTENT.states.values() if hook in one.hooks) for hook in HOOKS
}
"""Hook to the states that act there."""


def granted() -> set[str]:
    """The states that something in the content gives."""
    effects: list[Effect] = []
    for command in CONTENT.commands.values():
        effects += command.effects
    for skill in CONTENT.skills.values():
        effects += (*skill.unit_effects, *skill.nation_effects)
    for stage in CONTENT.stages.values():
        effects += (one for event in stage.events for one in event.effects)
    for kind in CONTENT.states.values():
        effects += (one for hooks in kind.hooks.values() for hook in hooks for one in hook.effects)
    found = {one.state for one in effects if one.do == "grant"}
    found |= {one for kind in CONTENT.units.values() for one in kind.states}
    starting = (one for stage in CONTENT.stages.values() for one in stage.starting)
    return found | {one for nation in starting for one in nation.states}


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_two_uses(hook: str) -> None:
    assert len(set(USES[hook]) & granted()) >= 2, USES[hook]


def test_every_state_and_command_can_come_up() -> None:
    assert granted() == set(CONTENT.states)
    unlocked = {one for stage in CONTENT.stages.values() for one in stage.unlocks}
    assert unlocked | set(CONTENT.first_commands) == set(CONTENT.commands)


LATE = 12
FELT = [
    (hook, one)
    for hook in HOOKS
    for one in USES[hook]
    if hook != "game-start" and CONTENT.states[one].hooks[hook][0].first < LATE
]


@pytest.mark.parametrize(("hook", "name"), FELT)
def test_a_state_makes_a_difference_where_it_acts(hook: str, name: str) -> None:
    """The last two rounds of a match, with the state and without it."""
    assert _numbers(name) != _numbers(None)


def _numbers(name: str | None) -> list[Any]:
    """Powers and units once both have fought and a round is over; who holds *name* the player."""
    kind = CONTENT.states[name] if name else None
    held = [state(name, 1, kind.turns, kind.triggers)] if name and kind else []
    of_unit = held if kind and kind.holder == "unit" else []
    of_nation = held if kind and kind.holder == "nation" else []
    weak = {"max_hp": 400, "hp": 150, "attack": 20}
    dead = unit("A", hp=0)
    first = CONTENT.states[name].hooks if name else {}
    late = max((one.first for hooks in first.values() for one in hooks), default=1)
    here = ENGINE.codec.read(
        text(
            nation("npc1", {"F": unit("I", **weak), "M": unit("K", **weak)}),
            nation("player", {"F": unit("I", **weak, states=of_unit), "1": unit("A", hp=40)},
                   states=of_nation, graveyard=[dead]),
            stage="old-walls", content=NEWEST, round=max(late, 11), turn=0,
        )
    )  # fmt: skip
    actions = []
    for move in ("battle:player", "battle:npc1", "battle:player", "train"):
        here = play(here, move).position
        actions.append(here.now.actions)
    return [
        [(one.power, [_strip(two) for two in one.places]) for one in here.now.nations],
        actions,
    ]


def _strip(one: Any) -> Any:
    return None if one is None else (one.unit, one.max_hp, one.hp, one.attack)


@pytest.mark.parametrize("stage", ["old-walls", "silent-garden", "dragon-throne"])
def test_states_of_the_opening_act_at_once(stage: str) -> None:
    terms = CONTENT.stages[stage]
    holding = [one for one in terms.starting if set(one.states) & set(USES["game-start"])]
    assert holding
    assert set(FRONTS) >= {npc.front for npc in CONTENT.npcs.values()} != {""}


@pytest.mark.parametrize(
    ("rule", "first"),
    [("toughest", "K"), ("fiercest", "A"), ("strongest", "K"), ("freshest", "I")],
)
def test_a_neighbour_puts_in_front_whom_its_rule_names(rule: str, first: str) -> None:
    units = {"F": unit("A", hp=60, attack=99), "M": unit("K", hp=118), "2": unit("I")}
    here: Snapshot = ENGINE.codec.read(
        text(nation("npc1", units), nation("player"), content=NEWEST, turn=0)
    ).now
    one = here.nations[0].copy()
    while (move := change_of_front(one, rule)) is not None:
        places = "FMB12345"
        a, b = places.index(move.name), places.index(move.target)
        one.places[a], one.places[b] = one.places[b], one.places[a]
    front = one.places[0]
    assert front is not None
    assert front.unit == {"K": "knight", "A": "archer", "I": "infantry"}[first]
    assert change_of_front(one, "") is None


def test_half_of_the_neighbours_have_a_threshold_of_their_own_and_the_rules_say_which() -> None:
    own = [npc for npc in CONTENT.npcs.values() if npc.war != 2000]
    assert 2 * len(own) >= len(CONTENT.npcs)
    assert all(npc.front for npc in CONTENT.npcs.values())
    page = " ".join((ROOT / "docs" / "rules" / "nation.md").read_text("utf-8").split())
    fronts, thresholds = (re.search(rf"\*\*{at}\*\*(.*?)(\* \*\*|##)", page) for at in SECTIONS)
    assert fronts
    assert thresholds
    for npc in CONTENT.npcs.values():
        name = npc.name.en.removeprefix("The ").lower()
        assert name in fronts[1].lower()
        assert (name in thresholds[1].lower()) == (npc in own)
    assert all(f"{npc.war / 1000:g}" in thresholds[1] for npc in own)


def test_five_commands_do_something_with_the_fallen() -> None:
    """Two of version 1, and three more."""
    using = {name for name, one in almanac(NEWEST).commands.items() if one.uses_graves}
    before = {name for name, one in almanac(1).commands.items() if one.uses_graves}
    assert before == {"recall", "memorial"}
    assert using - before >= {"vengeance", "vigil", "ghost-muster"}

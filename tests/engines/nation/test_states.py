"""States: when they trigger and in which order, how long they last, what keeps them off (§7)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.nation.engine import NationEngine
from engines.nation.holding import NATION
from engines.nation.nations import HeldState
from engines.nation.passives import actions_of, attack_of, military_of
from engines.nation.vocabulary import HOOKS, PHASE_HOOKS
from tests.engines.nation.boards import (
    TRIO,
    at,
    board,
    engine_with,
    facts_of,
    hp,
    nation,
    play,
    player,
    powers,
    state,
    unit,
    with_state,
)

ADD = [{"do": "power", "add": 1}]
PLAIN = {"icon": "試", "tone": "good"}


def of_nation(hook: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """A state of nations with that hook."""
    return {**PLAIN, "holder": "nation", "hooks": [{"on": hook, "effects": list(effects)}]}


def states_of(here: Any, seat: int = -1) -> list[str]:
    return [held.state for held in here.now.nations[seat].states]


def triggered(step: Any) -> list[tuple[int, int, str]]:
    return [(one["seat"], one["place"], one["state"]) for one in facts_of(step, "triggered")]


@pytest.mark.parametrize("hook", [hook for hook in PHASE_HOOKS if not hook.startswith("game")])
def test_a_state_triggers_once_a_round_at_its_hook(hook: str) -> None:
    engine = with_state(hooks=[{"on": hook, "effects": ADD}])
    here = board(nation("npc1"), nation("player", states=[state("tested")]), engine=engine)
    after = play(here, "train", "train").position
    assert player(after).power == 1001
    assert player(play(after, "train", "train").position).power == 1002


def test_a_state_triggers_when_the_match_begins_and_ends() -> None:
    hooks = [{"on": "game-start", "effects": ADD}, {"on": "game-end", "effects": ADD}]
    engine = with_state(hooks=hooks)
    content = engine_with(
        states={"tested": {**PLAIN, "holder": "nation", "hooks": hooks}},
        stages={"first-harvest": {"player": {"power": 1000, "states": ["tested"]}}},
    )
    assert player(content.start(Terms(), Dice(b"", "0")).position).power == 1001
    last = board(nation("npc1"), nation("player", states=[state("tested")]), round=6, engine=engine)
    assert powers(play(last, "train").position) == [1000, 1001]


@pytest.mark.parametrize(("whose", "gains"), [("own", [0, 1]), ("other", [1, 1]), ("any", [1, 2])])
def test_a_state_triggers_in_the_turns_it_names(whose: str, gains: list[int]) -> None:
    engine = with_state(hooks=[{"on": "turn-end", "whose": whose, "effects": ADD}])
    here = board(nation("npc1"), nation("player", states=[state("tested")]), turn=0, engine=engine)
    first = play(here, "train").position
    assert [player(first).power, player(play(first, "train").position).power] == [
        1000 + gain for gain in gains
    ]


def test_the_order_of_triggers() -> None:
    """Whose turn it is, then turn order; nations before units by place; then as acquired."""
    hook = [{"on": "turn-end", "whose": "any", "effects": [{"do": "power", "add": 1}]}]
    engine = engine_with(
        states={
            "later": {**PLAIN, "holder": "nation", "hooks": hook},
            "early": {**PLAIN, "holder": "nation", "hooks": hook},
            "ours": {**PLAIN, "holder": "unit", "hooks": hook},
        }
    )
    both = [state("early"), state("later")]
    ours = unit("I", states=[state("ours")])
    here = board(
        nation("npc1", {"F": ours}, states=both),
        nation("npc2", {"1": ours}, states=both),
        nation("player", {"B": ours, "F": ours, "2": ours}, states=both[::-1]),
        stage=TRIO, turn=1, engine=engine,
    )  # fmt: skip
    assert triggered(play(here, "train")) == [
        (1, NATION, "early"), (1, NATION, "later"), (1, 3, "ours"),
        (0, NATION, "early"), (0, NATION, "later"), (0, 0, "ours"),
        (2, NATION, "later"), (2, NATION, "early"),
        (2, 0, "ours"), (2, 2, "ours"), (2, 4, "ours"),
    ]  # fmt: skip


def chained() -> NationEngine:
    grant = {"do": "grant", "on": "self", "state": "second"}
    return engine_with(
        states={
            "first": of_nation("turn-end", grant),
            "second": of_nation("turn-end", *ADD),
        }
    )


def test_what_is_gained_while_a_phase_runs_waits_for_the_next() -> None:
    here = board(nation("npc1"), nation("player", states=[state("first")]), engine=chained())
    after = play(here, "train").position
    assert (states_of(after), player(after).power) == (["first", "second"], 1000)
    assert player(play(after, "train", "train").position).power == 1001


def test_what_is_lost_while_a_phase_runs_does_not_trigger() -> None:
    lose = {"do": "dispel", "on": "self", "state": "second"}
    engine = engine_with(
        states={
            "first": of_nation("turn-end", lose),
            "second": of_nation("turn-end", *ADD),
        }
    )
    both = [state("first"), state("second")]
    after = play(board(nation("npc1"), nation("player", states=both), engine=engine), "train")
    assert (states_of(after.position), player(after.position).power) == (["first"], 1000)


def test_triggers_run_out() -> None:
    engine = with_state(triggers=2, hooks=[{"on": "turn-end", "effects": ADD}])
    states = [state("tested", triggers=2)]
    here = board(nation("npc1"), nation("player", states=states), engine=engine)
    found = []
    for _ in range(3):
        here = play(here, "train", "train").position
        found.append((player(here).power, [held.triggers for held in player(here).states]))
    assert found == [(1001, [1]), (1002, []), (1002, [])]


def test_durations_fall_at_the_owners_turn_end_after_its_effects() -> None:
    states = [state("golden-age", turns=1)]
    here = board(nation("npc1"), nation("player", states=states))
    after = play(here, "train").position
    (golden,) = here.now.content.states["golden-age"].hooks["turn-end"]
    assert (player(after).power, player(after).states) == (1000 + golden.effects[0].rate, ())
    waiting = board(nation("npc1"), nation("player", states=states), turn=0)
    assert states_of(play(waiting, "train").position) == ["golden-age"]


def test_durations_of_units_fall_too() -> None:
    blessed = unit("I", states=[state("blessing", turns=2)])
    here = board(nation("npc1"), nation("player", {"F": blessed, "4": blessed}))
    after = player(play(here, "train").position)
    assert at(after, "F").states == at(after, "4").states == (HeldState("blessing", 1, 1, None),)


def test_stacks_multiply_what_a_state_does() -> None:
    here = board(nation("npc1"), nation("player", states=[state("granary", 3, turns=5)]))
    (granary,) = here.now.content.states["granary"].hooks["turn-end"]
    assert player(play(here, "train").position).power == 1000 + 3 * granary.effects[0].add


def test_acquiring_a_state_again_adds_a_stack_and_renews_it() -> None:
    here = board(nation("npc1"), nation("player", power=5000, states=[state("granary", 1, 2)]),
                 stage="first-harvest")  # fmt: skip
    engine = engine_with(rules={"commands": ["granary"]})
    here = engine.codec.read(engine.codec.write(here))
    after = play(here, "command:granary").position
    assert player(after).states == (HeldState("granary", 2, 8, None),)


def test_exclusions_end_the_other_state() -> None:
    engine = engine_with(rules={"commands": ["war-drums"]})
    oath = [state("peace-oath", 1, 4)]
    here = board(nation("npc1"), nation("player", states=oath), engine=engine)
    step = play(here, "command:war-drums")
    assert states_of(step.position) == ["war-drums"]
    assert [one["state"] for one in facts_of(step, "state-ended")] == ["peace-oath"]


def test_a_state_can_keep_another_one_off() -> None:
    engine = engine_with(rules={"commands": ["curse"]})
    clean = nation("npc1", states=[state("clean-wells", 1, 3)])
    here = board(clean, nation("player"), engine=engine)
    step = play(here, "command:curse>npc1")
    assert states_of(step.position, 0) == ["clean-wells"]
    assert facts_of(step, "state-blocked") == [{"seat": 0, "place": NATION, "state": "unrest"}]


def test_innate_states_are_not_dispelled_nor_excluded() -> None:
    engine = engine_with(
        rules={"commands": ["strip", "scare"]},
        units={"zealot": {"hp": 10, "attack": 1, "skill": "slash", "states": ["blessing"]}},
        commands={
            "strip": {"family": "drill", "cooldown": 0, "target": "unit",
                      "effects": [{"do": "dispel", "on": "unit", "tone": "good"}]},
            "scare": {"family": "drill", "cooldown": 0, "target": "unit",
                      "effects": [{"do": "grant", "on": "unit", "state": "fear"}]},
        },
    )  # fmt: skip
    states = [state("blessing", 1, 4), state("berserk", 1, 2)]
    zealot = {"unit": "zealot", "max_hp": 10, "hp": 10, "attack": 1, "skill": "slash",
              "states": states}  # fmt: skip
    here = board(nation("npc1"), nation("player", {"F": zealot}), engine=engine)
    after = play(here, "command:strip>F", "command:scare>F")
    assert [held.state for held in at(player(after.position), "F").states] == ["blessing"]


def test_passive_values_add_up() -> None:
    drums, rust = state("war-drums", 1, 2), state("rust", 1, 2)
    blessed = unit("I", states=[state("blessing", 1, 2)])
    straw, desks = state("scarecrows", 1, 3), state("bureaucracy", 1, 3)
    here = board(
        nation("npc1", {"F": "I"}, states=[rust]),
        nation("player", {"F": blessed}, states=[drums, straw, desks]),
    )
    content = here.now.content
    npc, own = here.now.nations
    assert attack_of(content, npc, at(npc, "F")) == 38  # 50 x 0.75, rounded up
    assert attack_of(content, own, at(own, "F")) == 78  # 50 x (1 + 0.25 + 0.3)
    assert military_of(content, own) == 2 * 178
    assert (actions_of(content, npc), actions_of(content, own)) == (3, 4)


def test_training_grows_twice_as_much_under_strict_drill() -> None:
    drilled = [state("strict-drill", 1, 2)]
    here = board(nation("npc1"), nation("player", {"F": "I"}, states=drilled))
    assert hp(player(play(here, "train").position)) == [110, None, None]


def test_an_ambush_hurts_the_other_front_before_the_first_blow() -> None:
    """The example of the rule book: a tenth of their HP when one's own battle starts."""
    for attacker in (0, 1):
        mine, theirs = {"F": unit("I", attack=0)}, {"F": unit("K", attack=0)}
        sides = [theirs, mine]
        here = board(
            nation("npc1", sides[0]),
            nation("player", sides[1], states=[state("ambush", 1, None, 2)]),
            turn=attacker,
        )
        after = play(here, "battle:player" if attacker == 0 else "battle:npc1").position
        assert hp(after.now.nations[0]) == [108, None, None]
        assert hp(player(after)) == [100, None, None]


def test_battle_states_know_their_side() -> None:
    tower = [state("watchtowers")]
    idle = {"F": unit("I", attack=0)}
    here = board(nation("npc1", idle, states=tower), nation("player", idle, states=tower))
    after = play(here, "battle:npc1").position
    assert (hp(after.now.nations[0])[0], hp(player(after))[0]) == (100, 85)


def test_states_of_units_act_in_attacks() -> None:
    thorny = unit("I", attack=0, states=[state("thorns")])
    looting = unit("K", states=[state("looter")])
    here = board(nation("npc1", {"F": thorny}), nation("player", {"F": looting}))
    after = play(here, "battle:npc1").position
    assert hp(player(after))[0] == 108  # a tenth of 120 comes back
    stolen = -(-70 * 100 * 63 // (1000 * 100)) + 8
    assert powers(after) == [1000 - stolen, 1000 + stolen]


def test_priority_decides_who_attacks_first() -> None:
    quick = unit("I", hp=10, states=[state("swift")])
    here = board(nation("npc1", {"F": unit("I", hp=10)}), nation("player", {"F": quick}))
    assert [one["seat"] for one in facts_of(play(here, "battle:npc1"), "attack")] == [1]
    slow = board(nation("npc1", {"F": quick}), nation("player", {"F": unit("I", hp=10)}))
    assert [one["seat"] for one in facts_of(play(slow, "battle:npc1"), "attack")] == [0]


def test_a_unit_without_hp_is_buried_at_the_turns_end() -> None:
    sick = unit("I", hp=1, states=[state("poison", 1, 2)])
    engine = engine_with(
        states={"poison": {"hooks": [{"on": "turn-end",
                                      "effects": [{"do": "damage", "on": "unit", "add": 50}]}]}}
    )  # fmt: skip
    after = play(board(nation("npc1"), nation("player", {"2": sick}), engine=engine), "train")
    assert hp(player(after.position), "2") == [None]
    assert [one.unit for one in player(after.position).graveyard] == ["infantry"]


def test_every_hook_of_a_battle_triggers() -> None:
    battle = [hook for hook in HOOKS if hook not in PHASE_HOOKS]
    for hook in battle:
        steal = {"do": "steal", "on": "foe", "add": 7}
        engine = with_state(hooks=[{"on": hook, "role": "attack", "effects": [steal]}])
        attacker = nation("player", {"F": unit("I", attack=0)}, states=[state("tested")])
        here = board(nation("npc1"), attacker, engine=engine)
        assert powers(play(here, "battle:npc1").position) == [993, 1007], hook


def test_a_special_action_is_granted_by_a_state_and_uses_it_up() -> None:
    eve = [state("festival-eve", 1, 3, 1)]
    here = board(nation("npc1"), nation("player", {"F": "I"}, states=eve))
    after = play(here, "special:festival").position
    (festival,) = here.now.content.specials["festival"].effects
    assert (player(after).power, player(after).states) == (1000 + festival.rate, ())
    assert hp(player(after)) == [100, None, None]  # no training besides


def test_states_of_rounds_can_begin_late() -> None:
    engine = with_state(hooks=[{"on": "turn-end", "first": 2, "last": 2, "effects": ADD}])
    here = board(nation("npc1"), nation("player", states=[state("tested")]), engine=engine)
    found = []
    for _ in range(3):
        here = play(here, "train", "train").position
        found.append(player(here).power)
    assert found == [1000, 1001, 1001]

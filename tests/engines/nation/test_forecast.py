"""Forecasts and offers from the view, undo, the campaign and its hints."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.errors import IllegalMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.nation import campaign, progress
from engines.nation.ending import is_cleared
from engines.nation.engine import ENGINE
from engines.nation.forecast import commands_a_turn, forecast, offers
from engines.nation.library import shipped
from engines.nation.lookahead import Strategist, onward
from engines.nation.npc import decision_of
from engines.nation.policies import greedy_move
from tests.engines.nation.boards import DUEL, board, nation, play, powers, state

CONTENT = shipped(1)


def seen(here: Any, seat: int = 1) -> Any:
    return ENGINE.view(here, Viewer.of(Seat(seat)))


def foreseen(here: Any, move: str) -> Any:
    return forecast(seen(here), ENGINE.codec.load_move(move))


def test_the_effect_of_a_command() -> None:
    here = board(nation("npc1"), nation("player", {"F": "I"}, power=1240))
    found = foreseen(here, "command:tax")
    assert (found.of(1).power, found.of(1).military, found.actions) == (
        (1240, 1302), (150, 150), (3, 2),
    )  # fmt: skip
    assert found.of(0).is_none
    assert found.of(1).as_json() == {
        "seat": 1, "id": "player", "power": [1240, 1302], "military": [150, 150], "fallen": 0,
    }  # fmt: skip


def test_the_forecast_of_a_battle_is_the_battle() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player", {"F": "I", "B": "A"}))
    found = foreseen(here, "battle:npc1")
    after = play(here, "battle:npc1")
    assert [change.power[1] for change in found.changes] == powers(after.position)
    assert found.of(1).military == (290, 240)
    kinds = [event.kind for event in found.events]
    assert [event.kind for event in after.events][: len(kinds)] == kinds
    assert found.actions == (3, 0)


def test_who_will_fall_is_told() -> None:
    here = board(nation("npc1", {"F": {**nation_unit(), "hp": 10}}), nation("player", {"F": "K"}))
    assert [change.fallen for change in foreseen(here, "battle:npc1").changes] == [1, 0]


def nation_unit() -> dict[str, Any]:
    return {"unit": "infantry", "max_hp": 100, "hp": 100, "attack": 5, "skill": "slash",
            "states": []}  # fmt: skip


def test_training_and_places_are_foreseen() -> None:
    here = board(nation("npc1"), nation("player", {"F": "I", "1": "K"}))
    assert foreseen(here, "train").of(1).military == (150, 158)
    assert foreseen(here, "swap:F-1").of(1).military == (150, 190)


def test_only_open_actions_are_foreseen() -> None:
    with pytest.raises(IllegalMove):
        foreseen(board(nation("npc1"), nation("player")), "battle:npc1")


def test_offers_say_why_not() -> None:
    here = board(nation("npc1"), nation("player", {"M": "I"}, power=60, cooldowns={"tax": 1}))
    found = {one.command: (one.why_not, one.cooldown, one.targets) for one in offers(seen(here))}
    assert found == {
        "tax": ("cooling-down", 1, ("",)),
        "market": (None, 0, ("",)),
        "hire-militia": (None, 0, ("",)),
        "hire-infantry": ("not-enough-power", 0, ("",)),
        "drill": (None, 0, ("M",)),
    }
    assert {one.why_not for one in offers(seen(here, 0))} == {"not-your-turn"}
    assert offers(ENGINE.view(here, BYSTANDER)) == ()
    over = board(nation("npc1"), nation("player"), round=6, over=True, actions=0)
    assert {one.why_not for one in offers(seen(over))} == {"over"}
    busy = board(nation("npc1"), nation("player", states=[state("bureaucracy", 1, 2)]))
    assert commands_a_turn(seen(busy), 1) == 4


def test_what_is_unlocked() -> None:
    start = campaign.unlocked(CONTENT, ())
    assert start.stages == (DUEL,)
    assert set(start.commands) == set(CONTENT.first_commands)
    after = campaign.unlocked(CONTENT, {DUEL})
    assert after.stages == (DUEL, "abbey-lands")
    assert set(after.commands) - set(start.commands) == set(CONTENT.stages[DUEL].unlocks)


def test_the_whole_campaign_can_be_walked() -> None:
    cleared: set[str] = set()
    for stage in CONTENT.stages:
        open_now = campaign.unlocked(CONTENT, cleared)
        assert stage in open_now.stages
        commands = CONTENT.stages[stage].commands or CONTENT.commands_in[stage]
        assert set(commands) <= set(open_now.commands)
        cleared.add(stage)
    assert campaign.unlocked(CONTENT, cleared).stages == tuple(CONTENT.stages)
    assert campaign.unlocked(CONTENT, cleared).commands == tuple(CONTENT.commands)


BATTLE, TRAINING = {"en": "Battle", "ja": "「戦闘」"}, {"en": "Training", "ja": "「訓練」"}


def named_in(sentence: str, language: str) -> list[str]:
    """The actions that a hint names, in its order."""
    names = {BATTLE[language]: "battle:npc1", TRAINING[language]: "train"}
    for command in CONTENT.commands_in[DUEL]:
        name = getattr(CONTENT.commands[command].name, language)
        names[f"「{name}」" if language == "ja" else name] = f"command:{command}"
    found = {move: sentence.find(name) for name, move in names.items() if name in sentence}
    return sorted(found, key=lambda move: found[move])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_does_what_the_hints_of_the_first_stage_say_wins_it(language: str) -> None:
    now, found = progress.stage_start(CONTENT, DUEL), []
    while not now.over:
        if now.turn != now.player:
            now = onward(now, decision_of(now).move)
            continue
        hint = campaign.hint_for(seen(progress.begin(now)))
        assert hint is not None
        found.append(getattr(hint, language))
        for text in named_in(found[-1], language):
            now = onward(now, ENGINE.codec.load_move(text))
        assert now.turn != now.player or now.over, "a hint that does not end the turn"
    assert len(set(found)) == now.terms.rounds
    assert is_cleared(progress.begin(now).outcome, now.player)
    assert campaign.hint_for(seen(progress.begin(now))) is None


@pytest.mark.parametrize("stage", ["first-harvest", "abbey-lands", "three-banners"])
def test_greed_and_foresight_win_the_tutorials(stage: str) -> None:
    for policy in (greedy_move, Strategist().move):
        now = progress.stage_start(CONTENT, stage)
        while not now.over:
            mine = now.turn == now.player
            now = onward(now, policy(now) if mine else decision_of(now).move)
        assert is_cleared(progress.begin(now).outcome, now.player)

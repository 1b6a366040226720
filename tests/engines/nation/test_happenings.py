"""Events of stages: foretold, carried out in their phase, on their condition, forks included."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat
from engines.nation.engine import ENGINE, ENGINE_1
from engines.nation.library import shipped
from engines.nation.rules_of_commands import commands_of
from tests.engines.nation.boards import (
    at,
    board,
    engine_with,
    facts_of,
    nation,
    play,
    player,
    powers,
)

WORDS = {"en": "Tested", "ja": "試"}
ADD = [{"do": "power", "add": 7}]


def with_events(*events: dict[str, Any]) -> Any:
    """The engine whose first stage has these events."""
    plain = {"name": WORDS, "flavour": WORDS, "effects": ADD}
    found = [{**plain, "id": f"event-{number}", **one} for number, one in enumerate(events)]
    return engine_with(stages={"first-harvest": {"events": found}})


def after_rounds(here: Any, count: int) -> Any:
    """The step that ends the last of some rounds in which everybody trains."""
    step = None
    for _ in range(count):
        step = play(step.position if step else here, "train", "train")
    return step


def start_of(engine: Any, **changes: Any) -> Any:
    return board(nation("npc1"), nation("player"), turn=0, engine=engine, **changes)


@pytest.mark.parametrize(("at", "gained"), [("start", [0, 7, 7]), ("end", [0, 0, 7])])
def test_an_event_happens_in_its_phase_of_its_round(at: str, gained: list[int]) -> None:
    here = start_of(with_events({"rounds": [3], "at": at}))
    found = [player(after_rounds(here, count).position).power - 1000 for count in (1, 2, 3)]
    assert found == gained


def test_an_event_is_told_a_round_ahead() -> None:
    here = start_of(with_events({"rounds": [3]}))
    step = after_rounds(here, 1)
    assert facts_of(step, "foretold") == [{"event": "event-0", "round": 3}]
    assert facts_of(after_rounds(step.position, 1), "event") == [
        {"event": "event-0", "round": 3, "happens": True}
    ]


@pytest.mark.parametrize(
    ("to", "gained"),
    [("player", [0, 7]), ("npc1", [7, 0]), ("rivals", [7, 0]), ("all", [7, 7])],
)
def test_an_event_happens_to_those_it_names(to: str, gained: list[int]) -> None:
    here = start_of(with_events({"rounds": [2], "to": to}))
    assert powers(after_rounds(here, 1).position) == [1000 + gain for gain in gained]


def test_an_event_gives_and_takes_states_and_brings_units() -> None:
    give = {"effects": [{"do": "grant", "on": "self", "state": "mobilised"}], "to": "npc1"}
    take = {"effects": [{"do": "dispel", "on": "self", "state": "mobilised"}], "to": "npc1"}
    unit = {"effects": [{"do": "hire", "unit": "knight"}]}
    here = start_of(
        with_events(give | {"rounds": [2]}, take | {"rounds": [3]}, unit | {"rounds": [3]})
    )
    assert [one.state for one in after_rounds(here, 1).position.now.nations[0].states] == [
        "mobilised"
    ]
    after = after_rounds(here, 2).position
    assert after.now.nations[0].states == ()
    assert at(player(after), "F").unit == "knight"


@pytest.mark.parametrize(
    ("when", "happens"),
    [
        ({"power-from": 1000}, True),
        ({"power-from": 1001}, False),
        ({"power-to": 999}, False),
        ({"nation": "npc1", "power-to": 1000}, True),
        ({"military-from": 1}, False),
        ({"military-to": 0}, True),
        ({"out": "npc1"}, False),
        ({"command": "market"}, False),
        ({"power-from": 1000, "military-from": 1}, False),
    ],
)
def test_a_condition_has_to_hold(when: dict[str, Any], happens: bool) -> None:
    here = start_of(with_events({"rounds": [2], "when": when}))
    step = after_rounds(here, 1)
    assert [one["happens"] for one in facts_of(step, "event")] == [happens]
    assert player(step.position).power == 1000 + 7 * happens


def test_a_command_given_can_be_the_condition() -> None:
    here = start_of(with_events({"rounds": [2], "at": "end", "when": {"command": "market"}}))
    here = play(here, "train", "train", "train", "command:market", "train").position
    assert player(here).power == 1000 + 30 + 7


def test_a_fork_has_the_same_events() -> None:
    engine = with_events({"rounds": [3]})
    here = after_rounds(start_of(engine), 1).position
    fork = engine.codec.read(engine.codec.write(here))
    assert powers(after_rounds(fork, 1).position) == powers(after_rounds(here, 1).position)


def test_an_event_can_open_commands() -> None:
    start = ENGINE.start(Terms({"stage": "market-towns"}), Dice(b"", "0")).position
    here = ENGINE.codec.read(
        ENGINE.codec.write(start).replace('"round":1,"turn":0', '"round":3,"turn":2')
    )
    assert "conscript" not in commands_of(here.now, 2)
    opened = ENGINE.play(here, Seat(2), ENGINE.codec.load_move("train"), Dice(b"", "1")).position
    assert "conscript" in commands_of(opened.now, 2)


def test_an_event_can_mobilise_a_neighbour() -> None:
    content = shipped(2)
    event = next(one for one in content.stages["old-walls"].events if one.id == "the-duke-arms")
    (effect,) = event.effects
    passive = content.states[effect.state].passive
    assert (passive.ratio, passive.war) == (750, 1500)


def test_version_1_of_the_rules_has_no_events() -> None:
    assert not any(stage.events for stage in shipped(1).stages.values())
    assert not shipped(1).dated_graves
    assert not any(npc.front for npc in shipped(1).npcs.values())
    start = ENGINE_1.start(Terms(), Dice(b"", "0"))
    assert start.position.now.content is shipped(1)
    with pytest.raises(ValueError, match="version"):
        ENGINE_1.codec.read(ENGINE.codec.write(ENGINE.start(Terms(), Dice(b"", "0")).position))


@pytest.mark.parametrize("field", ["rounds", "at", "to", "effects", "id", "when"])
def test_a_mistake_in_an_event_is_refused(field: str) -> None:
    bad: dict[str, Any] = {"rounds": [1], "at": "noon", "to": "npc2", "effects": [], "id": "A",
                           "when": {}}  # fmt: skip
    with pytest.raises(ValueError, match=r"first-harvest\.events"):
        with_events({"rounds": [2], field: bad[field]})


def test_the_fallen_are_kept_with_their_round() -> None:
    start = ENGINE.start(Terms({"stage": "abbey-lands"}), Dice(b"", "0")).position
    text = ENGINE.codec.write(start).replace('"round":1,"turn":0', '"round":2,"turn":1')
    text = text.replace('"max_hp":60,"hp":60', '"max_hp":60,"hp":1')
    here = ENGINE.codec.read(text)
    after = ENGINE.play(here, Seat(1), ENGINE.codec.load_move("battle:npc1"), Dice(b"", "1"))
    (fallen,) = after.position.now.nations[0].graveyard
    assert (fallen.unit, fallen.fell) == ("militia", 2)
    assert ENGINE.codec.read(ENGINE.codec.write(after.position)).now == after.position.now

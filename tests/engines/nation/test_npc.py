"""NPC nations: the score table, the decision for war, and the reason that is told (§10)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from engines.nation.bots import StewardBot
from engines.nation.engine import ENGINE
from engines.nation.npc import decision_of
from tests.engines.nation.boards import (
    TRIO,
    board,
    engine_with,
    facts_of,
    nation,
    play,
    state,
    unit,
)


def npc(ratio: int, *commands: str, war: int = 2000) -> Any:
    drill = {"cost": 30, "effects": [{"do": "train", "on": "unit", "rate": 150}]}
    return engine_with(
        npcs={"village": {"ratio": ratio, "war": war, "commands": list(commands)}},
        commands={"drill": drill},
    )


def moves_of(here: Any) -> list[str]:
    """What the NPC nation whose turn it is does until the turn is over."""
    found = []
    while here.now.turn == 0:
        found.append(str(decision_of(here.now).move))
        here = play(here, found[-1]).position
    return found


@pytest.mark.parametrize(
    ("ratio", "moves"),
    [
        (0, ["command:tax", "command:market", "train"]),
        (450, ["command:tax", "command:market", "command:hire-militia", "train"]),
        (1000, ["command:hire-infantry", "command:hire-militia", "command:drill>F", "train"]),
    ],
)
def test_the_ratio_decides_what_is_done(ratio: int, moves: list[str]) -> None:
    engine = npc(ratio, "tax", "market", "hire-militia", "hire-infantry", "drill")
    strong = {"F": unit("I", max_hp=999, hp=999)}
    here = board(nation("npc1"), nation("player", strong), turn=0, engine=engine)
    assert moves_of(here) == moves


def test_the_table_of_scores() -> None:
    engine = npc(250, "tax", "hire-infantry", "drill")
    here = board(nation("npc1", {"B": "I"}), nation("player", {"F": "K"}), turn=0, engine=engine)
    decision = decision_of(here.now)
    assert decision.score == 750 * 1000 + 250 * 150
    assert [(str(one.move), one.power, one.military, one.score) for one in decision.table] == [
        ("command:tax", 1050, 150, 750 * 1050 + 250 * 150),
        ("command:hire-infantry", 900, 300, 750 * 900 + 250 * 300),
        ("command:drill>B", 970, 173, 750 * 970 + 250 * 173),
    ]
    assert (str(decision.move), decision.why) == ("command:tax", "raises-score")


def test_the_first_of_equals_is_taken() -> None:
    same = {"family": "economy", "cooldown": 1, "effects": [{"do": "power", "add": 5}]}
    engine = engine_with(
        commands={"one": same, "other": same},
        npcs={"village": {"ratio": 0, "commands": ["other", "one"]}},
    )
    here = board(nation("npc1"), nation("player"), turn=0, engine=engine)
    assert moves_of(here) == ["command:other", "command:one", "train"]


@pytest.mark.parametrize(
    ("actions", "commands", "why"),
    [(0, ["tax"], "no-actions-left"), (3, ["hire-infantry"], "nothing-better"),
     (3, [], "nothing-open"), (3, ["recall"], "nothing-open")],
)  # fmt: skip
def test_why_it_is_done_with_commands(actions: int, commands: list[str], why: str) -> None:
    engine = npc(0, *commands)
    here = board(nation("npc1"), nation("player"), turn=0, actions=actions, engine=engine)
    decision = decision_of(here.now)
    assert (decision.why, str(decision.move), decision.wants_war) == (why, "train", False)


def test_hostile_commands_are_aimed_at_the_player() -> None:
    engine = npc(0, "smuggle")
    here = board(nation("npc1"), nation("npc2", power=9000), nation("player"), stage=TRIO, turn=0,
                 engine=engine)  # fmt: skip
    assert str(decision_of(here.now).move) == "command:smuggle>player"


@pytest.mark.parametrize(("war", "move"), [(1500, "battle:player"), (1501, "train")])
def test_the_factor_for_war_is_its_own(war: int, move: str) -> None:
    front = {"F": unit("I", hp=75, attack=75)}
    engine = npc(0, war=war)
    here = board(nation("npc1", front), nation("player", {"F": unit("I", hp=50)}), turn=0,
                 engine=engine)  # fmt: skip
    assert str(decision_of(here.now).move) == move


def test_states_change_the_policy() -> None:
    front = {"F": unit("I", hp=75, attack=75)}
    weak = nation("player", {"F": unit("I", hp=50)})
    calm = board(nation("npc1", front), weak, turn=0, actions=0)
    assert str(decision_of(calm.now).move) == "train"
    eager = board(nation("npc1", front, states=[state("mobilised")]), weak, turn=0, actions=0)
    decision = decision_of(eager.now)
    assert (str(decision.move), decision.ratio, decision.war) == ("battle:player", 750, 1500)


def test_a_straw_army_keeps_the_peace() -> None:
    mine = nation("npc1", {"F": unit("I", hp=100, attack=50)})
    for states, move in (([], "battle:player"), ([state("scarecrows", 1, 3)], "train")):
        theirs = nation("player", {"F": unit("I", hp=25)}, states=states)
        assert str(decision_of(board(mine, theirs, turn=0, actions=0).now).move) == move


def test_the_reason_is_told_as_ids_and_numbers() -> None:
    front, weak = {"F": unit("I", max_hp=300, hp=300, attack=0)}, {"F": unit("I")}
    here = board(nation("npc1", front), nation("player", weak), turn=0, actions=0)
    (reason,) = facts_of(play(here, "battle:player"), "decided")
    assert reason == {
        "seat": 0, "move": "battle:player", "why": "no-actions-left", "power": 1000,
        "military": 300, "ratio": 200, "score": 860000, "table": [], "against": 150, "war": 2000,
        "wants_war": True,
    }  # fmt: skip


def test_another_action_than_decided_has_no_reason() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player"), turn=0)
    assert facts_of(play(here, "swap:F-M"), "decided") == []
    assert facts_of(play(here, "train"), "decided") == []


def test_the_bots() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player", {"F": "I"}), turn=0)
    view, other = (ENGINE.view(here, Viewer.of(Seat(seat))) for seat in (0, 1))
    assert StewardBot().choose(view, Dice(b"", "")) == decision_of(view.now).move
    with pytest.raises(ValueError, match="turn"):
        StewardBot().choose(other, Dice(b"", ""))
    mine = play(here, "train").position
    with pytest.raises(ValueError, match="player"):
        decision_of(mine.now)
    move = StewardBot().choose(ENGINE.view(mine, Viewer.of(Seat(1))), Dice(b"", ""))
    assert str(move) == "command:tax"

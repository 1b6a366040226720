"""Every refusal code once, and nothing changed by it."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.nation.engine import ENGINE
from engines.nation.rulings import ILLEGAL_CODES
from tests.engines.nation.boards import TRIO, board, engine_with, nation, play, unit
from tests.engines.playing import ALL_EYES, refusal

FULL = dict.fromkeys("FMB12345", "I")
EVERY = engine_with(rules={"commands": ["tax", "curse", "recall", "drill", "hire-infantry"]})
GONE = nation("npc1", power=0, out=True)


def here(mine: dict[str, Any] | None = None, **changes: Any) -> Any:
    return board(nation("npc1"), mine or nation("player"), engine=EVERY, **changes)


def trio(turn: int = 2) -> Any:
    first = nation("npc1", {"F": "I"})
    return board(first, nation("npc2"), nation("player"), stage=TRIO, turn=turn)


REFUSED = [
    (here(round=6, over=True, actions=0), "train", "over"),
    (here(turn=0), "train", "not-your-turn"),
    (here(), "command:jubilee", "unknown-command"),
    (here(), "command:flying", "unknown-command"),
    (here(actions=0), "command:tax", "no-actions-left"),
    (here(nation("player", cooldowns={"tax": 1})), "command:tax", "cooling-down"),
    (here(nation("player", power=99)), "command:hire-infantry", "not-enough-power"),
    (here(nation("player", FULL)), "command:hire-infantry", "no-place-free"),
    (here(), "command:recall", "graveyard-empty"),
    (here(), "command:drill>F", "no-target"),
    (here(nation("player", {"M": "I"})), "command:drill>F", "not-a-target"),
    (here(nation("player", {"M": "I"})), "command:drill>npc1", "not-a-target"),
    (here(nation("player", {"M": unit("I", hp=0), "1": "I"})), "command:drill>M", "not-a-target"),
    (here(nation("player", {"M": "I"})), "command:drill", "target-missing"),
    (here(), "command:curse", "target-missing"),
    (here(), "command:curse>player", "not-a-target"),
    (here(), "command:curse>npc2", "not-a-target"),
    (here(), "command:tax>npc1", "needs-no-target"),
    (here(nation("player", {"M": "I"})), "swap:F-B", "nothing-to-swap"),
    (here(nation("player", {"M": "I"})), "battle:npc2", "no-such-nation"),
    (here(nation("player", {"M": "I"})), "battle:player", "own-nation"),
    (board(GONE, nation("npc2"), nation("player", {"F": "I"}), stage=TRIO), "battle:npc1",
     "nation-is-out"),
    (trio(turn=0), "battle:npc2", "not-the-player"),
    (here(), "battle:npc1", "front-empty"),
    (here(nation("player", {"F": unit("I", hp=0), "1": "I"})), "battle:npc1", "front-empty"),
    (here(), "special:festival", "unknown-special"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "text", "code"), REFUSED)
def test_a_refusal(position: Any, text: str, code: str) -> None:
    before = ENGINE.codec.write(position)
    seat = position.now.turn if code != "not-your-turn" else position.now.player
    view = ENGINE.view(position, Viewer.of(Seat(seat)))
    assert refusal(ENGINE, view, ENGINE.codec.load_move(text)) == code
    assert text not in [str(move) for move in ENGINE.legal_moves(view)]
    assert ENGINE.codec.write(position) == before


def test_every_code_is_tried() -> None:
    assert {code for _, _, code in REFUSED} == set(ILLEGAL_CODES)


def test_who_looks_on_may_do_nothing() -> None:
    for viewer in (BYSTANDER, ALL_EYES):
        view = ENGINE.view(trio(), viewer)
        assert refusal(ENGINE, view, ENGINE.codec.load_move("train")) == "not-your-turn"
        assert list(ENGINE.legal_moves(view)) == []


def test_a_fourth_command_is_refused() -> None:
    engine = engine_with(commands={"market": {"cooldown": 0}})
    start = board(nation("npc1"), nation("player"), engine=engine)
    after = play(start, "command:market", "command:market", "command:tax").position
    view = ENGINE.view(after, Viewer.of(Seat(1)))
    assert refusal(ENGINE, view, ENGINE.codec.load_move("command:market")) == "no-actions-left"

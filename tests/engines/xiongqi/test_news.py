"""What is told and shown of a match, exactly."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.engines.playing import ALL_EYES, news
from tests.engines.xiongqi.boards import NORTH, SOUTH, after, move, position
from tests.engines.xiongqi.samples import XIONGQI

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"


def news_after(text: str, move_text: str) -> list[tuple[str, Any]]:
    here = position(text)
    step = XIONGQI.play(here, here.to_move, move(move_text), Dice(b"", "1"))
    return news(step.events, BYSTANDER)


def shown(here: Any, viewer: Viewer = BYSTANDER) -> Any:
    return XIONGQI.codec.dump_view(XIONGQI.view(here, viewer))


def test_the_start() -> None:
    step = XIONGQI.start(Terms(), Dice(b"", "0"))
    assert news(step.events, BYSTANDER) == [("began", {"to_move": 0})]
    assert shown(step.position) == {
        "board": "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR",
        "to_move": 0,
        "check": False,
        "last": None,
        "captured": "",
        "ply": 0,
        "repetitions": 1,
        "outcome": None,
    }


def test_there_are_no_terms_to_choose() -> None:
    with pytest.raises(ValueError, match="handicap"):
        XIONGQI.start(Terms({"handicap": "yes"}), Dice(b"", "0"))


def test_a_quiet_move() -> None:
    assert news_after(START, "e3e4") == [
        (
            "moved",
            {
                "seat": 0,
                "move": "e3e4",
                "piece": "S",
                "captured": None,
                "promoted": None,
                "check": False,
            },
        )
    ]


def test_a_capture_with_promotion_and_check() -> None:
    assert news_after("4g3/8/8/8/6G1/8/7s/7R N", "h2h1=R") == [
        (
            "moved",
            {
                "seat": 1,
                "move": "h2h1=R",
                "piece": "s",
                "captured": "R",
                "promoted": "r",
                "check": False,
            },
        )
    ]
    [(_, facts)] = news_after("1r5g/S7/8/8/8/8/8/4G3 S", "a7a8=R")
    assert (facts["promoted"], facts["captured"], facts["check"]) == ("R", None, False)
    [(_, facts)] = news_after("6g1/S7/8/8/8/8/8/4G3 S", "a7a8=R")
    assert facts["check"] is True


def test_the_end_is_told_after_the_move() -> None:
    kinds = news_after("g7/8/8/4G3/8/8/1R6/7R S", "h1a1")
    assert [kind for kind, _ in kinds] == ["moved", "ended"]
    assert kinds[0][1]["check"] is True
    assert kinds[1][1] == {"termination": "checkmate", "winners": [0]}


def test_a_concession() -> None:
    step = XIONGQI.concede(position(START), frozenset({SOUTH}))
    assert news(step.events, BYSTANDER) == [
        ("conceded", {"seats": [0]}),
        ("ended", {"termination": "concession", "winners": [1]}),
    ]
    assert shown(step.position)["outcome"] == {"termination": "concession", "winners": [1]}
    assert shown(step.position)["to_move"] is None


def test_an_agreed_draw() -> None:
    step = XIONGQI.concede(position(START), frozenset({SOUTH, NORTH}))
    assert news(step.events, BYSTANDER) == [
        ("conceded", {"seats": [0, 1]}),
        ("ended", {"termination": "concession", "winners": []}),
    ]


def test_a_view_after_some_moves() -> None:
    here = after("6g1/S7/8/8/8/8/8/4G3 S", "a7a8=R")
    assert shown(here) == {
        "board": "R5g1/8/8/8/8/8/8/4G3",
        "to_move": 1,
        "check": True,
        "last": "a7a8=R",
        "captured": "",
        "ply": 1,
        "repetitions": 1,
        "outcome": None,
    }


def test_everybody_sees_and_hears_the_same() -> None:
    here = position(START)
    step = XIONGQI.play(here, SOUTH, move("e3e4"), Dice(b"", "1"))
    viewers = [Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER, ALL_EYES]
    for viewer in viewers:
        assert shown(step.position, viewer) == shown(step.position)
        assert news(step.events, viewer) == news(step.events, BYSTANDER)

"""What is told and shown of a match, exactly, and how moves are written officially."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gungi.engine import ENGINE
from engines.gungi.notation import official
from tests.engines.gungi.boards import BLACK, WHITE, after, move, moves, position, view
from tests.engines.gungi.texts import MATING, PLACING, START, TAKING
from tests.engines.playing import ALL_EYES, news

STACK = "4m4/9/9/4|d:N:w|4/4|D:N:W|4/9/9/9/4M4 -/- 0 guide -"
BETRAYAL = "4m4/9/9/9/4|d:n|4/3|D:T|5/9/9/4M4 N1D1/d1 0 guide -"


def news_after(text: str, move_text: str) -> list[tuple[str, Any]]:
    here = position(text)
    step = ENGINE.play(here, here.to_move, move(move_text), Dice(b"", "1"))
    return news(step.events, BYSTANDER)


def shown(here: Any, viewer: Viewer = BYSTANDER) -> Any:
    return ENGINE.codec.dump_view(ENGINE.view(here, viewer))


def test_the_start() -> None:
    step = ENGINE.start(Terms(), Dice(b"", "0"))
    assert news(step.events, BYSTANDER) == [
        ("began", {"rules": "guide", "to_move": 0, "placing": []})
    ]
    assert shown(step.position) == {
        "board": START.split(" ")[0],
        "hands": ["J2N2R1S1D1C1K1T1", "j2n2r1s1d1c1k1t1"],
        "rules": "guide",
        "to_move": 0,
        "placing": [],
        "check": False,
        "last": None,
        "ply": 0,
        "repetitions": 1,
        "outcome": None,
    }


@pytest.mark.parametrize("options", [{"rules": "chess"}, {"handicap": "yes"}, {"rules": ""}])
def test_other_terms_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="options"):
        ENGINE.start(Terms(options), Dice(b"", "0"))


def test_moves_captures_stacks_and_drops() -> None:
    plain: dict[str, Any] = {"seat": 0, "tier": 1, "captured": [], "betrayed": [], "check": False}
    assert news_after(START, "e3e4") == [
        ("moved", plain | {"move": "e3e4", "official": "5-6-1兵(5-7-1)", "piece": "D"})
    ]
    assert news_after(START, "e2+e3") == [
        (
            "moved",
            plain | {"move": "e2+e3", "official": "5-7-2槍ツケ(5-8-1)", "piece": "N", "tier": 2},
        )
    ]
    assert news_after(START, "d*e3") == [
        ("moved", plain | {"move": "d*e3", "official": "新5-7-2兵ツケ", "piece": "D", "tier": 2})
    ]
    assert news_after(START, "j*a1") == [
        ("moved", plain | {"move": "j*a1", "official": "新9-9-1小", "piece": "J"})
    ]
    assert news_after(STACK, "e5xe6") == [
        (
            "moved",
            plain
            | {
                "move": "e5xe6",
                "official": "5-4-2侍取(5-5-3)",
                "piece": "W",
                "tier": 2,
                "captured": ["d", "w"],
            },
        )
    ]


def test_betrayal() -> None:
    [(kind, facts)] = news_after(BETRAYAL, "d4+e5&1,2")
    assert (kind, facts["betrayed"], facts["tier"], facts["piece"]) == ("moved", ["d", "n"], 3, "T")
    assert facts["official"] == "5-5-3謀ツケ返兵槍(6-6-2)"
    here = after(BETRAYAL, "d4+e5&1,2")
    assert shown(here)["board"] == "4m4/9/9/9/4|D:N:T|4/3D5/9/9/4M4"
    assert shown(here)["hands"] == ["-", "d1"]
    one = after(BETRAYAL, "d4+e5&2")
    assert shown(one)["board"] == "4m4/9/9/9/4|d:N:T|4/3D5/9/9/4M4"
    assert shown(one)["hands"] == ["D1", "d1"]
    assert shown(after(BETRAYAL, "d4+e5"))["board"] == "4m4/9/9/9/4|d:n:T|4/3D5/9/9/4M4"


def test_betrayal_by_a_drop() -> None:
    text = "4m4/9/9/4|d:D|4/9/9/9/9/4M4 D1T1/- 0 guide -"
    [(_, facts)] = news_after(text, "t*e6&1")
    assert (facts["betrayed"], facts["official"]) == (["d"], "新5-4-3謀ツケ返兵")
    assert shown(after(text, "t*e6&1"))["hands"] == ["-", "-"]


def test_betrayal_takes_a_piece_for_each_level() -> None:
    two = "4m4/9/9/9/4|d:d|4/3|D:T|5/9/9/4M4 {}/- 0 guide -"
    plain = {"d4+e5", "d4xe5"}
    assert {text for text in moves(two.format("-")) if text.endswith("e5") or "&" in text} == plain
    betrayals = {text for text in moves(two.format("D1")) if "&" in text}
    assert betrayals == {"d4+e5&1", "d4+e5&2"}
    betrayals = {text for text in moves(two.format("D2")) if "&" in text}
    assert betrayals == {"d4+e5&1", "d4+e5&2", "d4+e5&1,2"}


def test_setting_up() -> None:
    placed = {"seat": 0, "move": "m@e1", "official": "新5-9-1帥", "piece": "M", "tier": 1}
    assert news_after(PLACING, "m@e1") == [("placed", placed)]
    here = after(PLACING, "m@e1", "m@e9", "d@a1", "d@a9")
    stacked = ENGINE.play(here, BLACK, move("n@a1"), Dice(b"", "1"))
    [(_, facts)] = news(stacked.events, BYSTANDER)
    assert (facts["tier"], facts["official"]) == (2, "新9-9-2槍ツケ")
    done = ENGINE.play(here, BLACK, move("done"), Dice(b"", "1"))
    assert news(done.events, BYSTANDER) == [("ready", {"seat": 0, "declared": True})]
    assert official(here.now, move("done")) == "終"
    begun = ENGINE.play(done.position, WHITE, move("done"), Dice(b"", "2"))
    assert news(begun.events, BYSTANDER) == [
        ("ready", {"seat": 1, "declared": True}),
        ("play-began", {"to_move": 0, "check": False}),
    ]
    assert shown(here)["placing"] == [0, 1]
    assert shown(begun.position)["last"] == "done"


def test_the_last_piece_placed_tells_that_one_is_ready() -> None:
    text = "9/4m4/9/9/9/9/9/9/4M4 {}/g1i1j2w2n3r2s2f2d4c1a2k1t1 0 advanced 01"
    here = position(text.format("G1I1J2W2N3R2S2F2D4C1A2K1T1"))
    while sum(here.now.hands[0]) > 1:
        mine, other = (sorted(moves(here) - {"done"}), None)
        here = after(here, mine[0])
        other = sorted(moves(here) - {"done"})
        here = after(here, other[0])
    [last, *_] = sorted(moves(here) - {"done"})
    step = ENGINE.play(here, BLACK, move(last), Dice(b"", "1"))
    assert [kind for kind, _ in news(step.events, BYSTANDER)] == ["placed", "ready"]
    assert news(step.events, BYSTANDER)[1][1] == {"seat": 0, "declared": False}


def test_the_end_is_told_after_the_move() -> None:
    kinds = news_after(MATING, "h2a2")
    assert [kind for kind, _ in kinds] == ["moved", "ended"]
    assert kinds[0][1]["check"] is True
    assert kinds[1][1] == {"termination": "checkmate", "winners": [0]}
    taken = news_after(TAKING, "e2xe9")
    assert taken[0][1]["captured"] == ["m"]
    assert taken[1] == ("ended", {"termination": "king-captured", "winners": [0]})


def test_a_concession() -> None:
    step = ENGINE.concede(position(START), frozenset({BLACK}))
    assert news(step.events, BYSTANDER) == [
        ("conceded", {"seats": [0]}),
        ("ended", {"termination": "concession", "winners": [1]}),
    ]
    assert shown(step.position)["to_move"] is None


def test_everybody_sees_and_hears_the_same() -> None:
    here = position(START)
    step = ENGINE.play(here, BLACK, move("e3e4"), Dice(b"", "1"))
    for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER, ALL_EYES):
        assert shown(step.position, viewer) == shown(step.position)
        assert news(step.events, viewer) == news(step.events, BYSTANDER)


def test_the_official_notation_follows_from_a_view_as_well() -> None:
    here = position(BETRAYAL)
    for text in moves(here):
        assert official(view(here), move(text)) == official(here.now, move(text))

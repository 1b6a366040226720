"""What is told and shown of a match, exactly, to each of those who may look."""

from __future__ import annotations

from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Viewer
from engines.gunjin.engine import ENGINE
from tests.engines.gunjin.boards import (
    NORTH,
    SETUPS,
    SOUTH,
    after,
    news_after,
    position,
    shown,
    started,
)
from tests.engines.playing import ALL_EYES, news

S, N = Viewer.of(SOUTH), Viewer.of(NORTH)
ARMY = "GLMCKJAABBDDPPTTHEESXXF"
TEXT = "6a/1m6/1f6/1T6/8/2J4 0"


def test_the_start() -> None:
    step = ENGINE.start(Terms(), Dice(b"", "0"))
    for viewer in (S, N, BYSTANDER, ALL_EYES):
        assert news(step.events, viewer) == [("setup-began", {"to_act": [0, 1]})]
    assert shown(step.position, S) == {
        "phase": "setup",
        "seat": 0,
        "ready": [False, False],
        "to_act": [0, 1],
        "pieces": [],
        "fallen": [],
        "first": None,
        "moves": [],
        "quiet": 0,
        "repetitions": 0,
        "setups": [None, None],
        "outcome": None,
        "armies": [ARMY, ARMY],
    }


def test_one_is_ready() -> None:
    here = ENGINE.start(Terms(), Dice(b"", "0")).position
    move = ENGINE.codec.load_move(f"setup:{SETUPS[1]}")
    here = ENGINE.play(here, NORTH, move, Dice(b"", "1")).position
    assert shown(here, N)["setups"] == [None, SETUPS[1]]
    assert shown(here, N)["pieces"][0] == {"square": "a4", "start": "a4", "seat": 1, "kind": "T"}
    for viewer in (S, BYSTANDER):
        view = shown(here, viewer)
        assert view["setups"] == [None, None]
        assert (view["ready"], view["to_act"]) == ([False, True], [0])
        assert len(view["pieces"]) == 23
        assert {piece["kind"] for piece in view["pieces"]} == {None}


def test_play_begins() -> None:
    here = ENGINE.start(Terms(), Dice(b"", "0")).position
    for seat in (SOUTH, NORTH):
        move = ENGINE.codec.load_move(f"setup:{SETUPS[seat]}")
        step = ENGINE.play(here, seat, move, Dice(b"", "1"))
        here = step.position
    assert news(step.events, S) == [("placed", {"seat": 1}), ("play-began", {"to_move": 0})]
    assert news(step.events, ALL_EYES) == [
        ("placed", {"seat": 1, "seats": {"1": {"setup": SETUPS[1]}}}),
        ("play-began", {"to_move": 0}),
    ]


def test_a_quiet_move() -> None:
    facts = {"seat": 0, "move": "b3b2"}
    assert news_after(TEXT, "b3b2", S) == [("moved", {**facts, "kind": "T"})]
    assert news_after(TEXT, "b3b2", N) == news_after(TEXT, "b3b2") == [("moved", facts)]


def test_a_battle() -> None:
    """The flag is told as its owner's own kind, and of its support nothing is said."""
    facts = {"seat": 0, "move": "b3b4", "left": "defender"}
    assert news_after(TEXT, "b3b4", S) == [("fought", {**facts, "kind": "T"})]
    assert news_after(TEXT, "b3b4", N) == [("fought", {**facts, "kind": "F"})]
    assert news_after(TEXT, "b3b4") == [("fought", facts)]
    assert news_after(TEXT, "b3b4", ALL_EYES) == [
        ("fought", {**facts, "seats": {"0": {"kind": "T"}, "1": {"kind": "F"}}})
    ]


def test_every_battle_has_the_same_shape() -> None:
    shapes = {
        tuple((kind, tuple(facts)) for kind, facts in news_after(text, "b3b4", viewer))
        for text in (TEXT, TEXT.replace("f", "x"), TEXT.replace("f", "d"), TEXT.replace("f", "g"))
        for viewer in (S, N)
    }
    assert shapes == {(("fought", ("seat", "move", "left", "kind")),)}
    left = [news_after(TEXT.replace("f", other), "b3b4")[0][1]["left"] for other in ("x", "d", "g")]
    assert left == ["nobody", "attacker", "defender"]


def test_the_end_shows_everything_to_everybody() -> None:
    text = "6a/3J4/8/8/8/D6 0"
    for viewer in (S, N, BYSTANDER):
        assert news_after(text, "d5d6", viewer)[1:] == [
            ("ended", {"termination": "occupation", "winners": [0]}),
            ("revealed", {"setups": [None, None], "start": "6a/3J4/8/8/8/D6"}),
        ]
        view = shown(after(text, "d5d6"), viewer)
        assert view["phase"] == "over"
        assert view["outcome"] == {"termination": "occupation", "winners": [0]}
        assert {piece["kind"] for piece in view["pieces"]} == {"A", "J", "D"}


def test_a_concession_shows_what_was_placed() -> None:
    step = ENGINE.concede(started(), frozenset({SOUTH}))
    assert news(step.events, BYSTANDER) == [
        ("conceded", {"seats": [0]}),
        ("ended", {"termination": "concession", "winners": [1]}),
        (
            "revealed",
            {"setups": list(SETUPS), "start": ENGINE.codec.write(started()).split(" ")[0]},
        ),
    ]
    assert shown(step.position)["setups"] == list(SETUPS)
    here = ENGINE.start(Terms(), Dice(b"", "0")).position
    events = ENGINE.concede(here, frozenset({SOUTH, NORTH})).events
    assert news(events, BYSTANDER)[2] == (
        "revealed",
        {"setups": [None, None], "start": "7/8/8/8/8/7"},
    )


def test_a_view_after_some_moves() -> None:
    here = after("6a/1m6/1f6/1T6/1E6/2J4 0", "b3b4", "h6h5", "b2b3", "h5h4")
    common = {
        "phase": "play",
        "ready": [True, True],
        "to_act": [0],
        "first": 0,
        "moves": ["b3b4-", "h6h5", "b2b3", "h5h4"],
        "quiet": 3,
        "repetitions": 1,
        "setups": [None, None],
        "outcome": None,
        "armies": [ARMY, ARMY],
    }
    kinds = {S: ("J", "E", None, None, None, "T"), N: (None, None, "F", "A", "M", None)}
    for viewer in (S, N, BYSTANDER, ALL_EYES):
        j, e, f, a, m, t = kinds.get(viewer, (None,) * 6)
        if viewer == ALL_EYES:
            j, e, f, a, m, t = "JEFAMT"
        assert shown(here, viewer) == {
            **common,
            "seat": viewer.seat,
            "pieces": [
                {"square": "c1", "start": "c1", "seat": 0, "kind": j},
                {"square": "b3", "start": "b2", "seat": 0, "kind": e},
                {"square": "b4", "start": "b4", "seat": 1, "kind": f},
                {"square": "h4", "start": "h6", "seat": 1, "kind": a},
                {"square": "b5", "start": "b5", "seat": 1, "kind": m},
            ],
            "fallen": [{"ply": 1, "start": "b3", "seat": 0, "kind": t}],
        }


def test_pieces_that_fall_together_are_listed_by_their_start() -> None:
    here = after("6a/8/1t6/1T6/8/2J4 0", "b3b4")
    assert [(piece["start"], piece["ply"]) for piece in shown(here)["fallen"]] == [
        ("b3", 1),
        ("b4", 1),
    ]


def test_the_dumped_view_is_not_the_position() -> None:
    """Only names the manifest lists, and no trace of the other side's letters."""
    here = started()
    for viewer, own in ((S, 0), (N, 1)):
        kinds_shown = [piece["kind"] for piece in shown(here, viewer)["pieces"]]
        mine = [piece for piece in shown(here, viewer)["pieces"] if piece["seat"] == own]
        assert sorted(piece["kind"] for piece in mine) == sorted(SETUPS[own])
        assert kinds_shown.count(None) == 23
    assert str(shown(here)).count("None") == 46 + 2 + 1 + 1


def test_views_are_values() -> None:
    here: Any = position(TEXT)
    assert ENGINE.view(here, S) == ENGINE.view(here, S)
    assert ENGINE.view(here, S) != ENGINE.view(here, N)

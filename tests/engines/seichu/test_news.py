"""What is told of each ply, and to whom: the exact events and views."""

from __future__ import annotations

from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.engine import ENGINE
from tests.engines.playing import ALL_EYES, news
from tests.engines.seichu.boards import after, news_after, played, position, shown, started, view

S, N = Viewer.of(Seat(0)), Viewer.of(Seat(1))
DUEL = "k3/4/r3/4/4/4/P2K S/n 1"


def test_a_step_tells_squares_and_only_its_owner_the_kind() -> None:
    facts = {"seat": 1, "move": "a5a4"}
    assert news_after(DUEL, "a5a4") == news_after(DUEL, "a5a4", S) == [("moved", facts)]
    assert news_after(DUEL, "a5a4", N) == [("moved", {**facts, "kind": "R"})]


def test_a_false_step_reads_the_same() -> None:
    assert news_after(DUEL, "a5d2") == [("moved", {"seat": 1, "move": "a5d2"})]


def test_a_drop_tells_the_square() -> None:
    facts = {"seat": 1, "move": "*c4"}
    assert news_after(DUEL, "N*c4") == news_after(DUEL, "N*c4", S) == [("dropped", facts)]
    assert news_after(DUEL, "N*c4", N) == [("dropped", {**facts, "kind": "N"})]


def test_a_capture_tells_everybody_what_was_taken() -> None:
    facts = {"seat": 1, "move": "a5a1xP", "taken": "P"}
    assert news_after(DUEL, "a5a1") == news_after(DUEL, "a5a1", S) == [("captured", facts)]
    assert news_after(DUEL, "a5a1", N) == [("captured", {**facts, "kind": "R"})]


def test_a_question_is_public_and_so_is_its_answer() -> None:
    here = after(DUEL, "a5a1")
    asked = ("asked", {"seat": 0, "check": "capture"})
    for viewer in (S, N, BYSTANDER):
        assert news_after(here, "d1a1", viewer)[1:] == [asked]
    here = after(here, "d1a1")
    for viewer in (S, N, BYSTANDER):
        assert news_after(here, "accept", viewer) == [("accepted", {"seat": 0, "check": "capture"})]
        assert news_after(here, "doubt", viewer) == [
            ("doubted", {"seat": 0, "check": "capture", "proven": False})
        ]


def test_who_lost_the_king_hears_what_took_it() -> None:
    here = position("k3/4/4/4/4/1r2/1K2 -/- 1")
    facts = {"seat": 1, "move": "b2b1xK", "taken": "K"}
    asked = {"seat": 0, "check": "defeat"}
    assert news_after(here, "b2b1") == [("captured", facts), ("asked", asked)]
    assert news_after(here, "b2b1", S) == [("captured", facts), ("asked", {**asked, "captor": "R"})]
    assert news_after(here, "b2b1", N) == [("captured", {**facts, "kind": "R"}), ("asked", asked)]


def test_a_trial_shows_the_king() -> None:
    events = news_after("r3/1K2/4/4/4/4/k3 -/- 0", "b6a7!", N)
    assert events[0] == ("tried", {"seat": 0, "move": "b6a7xR!", "kind": "K", "taken": "R"})
    assert events[1] == ("ended", {"termination": "trial", "winners": [0]})
    assert [kind for kind, _ in events] == ["tried", "ended", "revealed"]


def test_a_board_check_reveals_everything_with_every_foul() -> None:
    here = after(started(), "a2d3", "a6a5", "B*c4")
    for viewer in (S, N, BYSTANDER):
        assert news_after(here, "doubt", viewer) == [
            ("doubted", {"seat": 1, "check": "board", "proven": False}),
            ("ended", {"termination": "doubt-miss", "winners": [0]}),
            (
                "revealed",
                {
                    "setups": ["GSPR/KLNP", "PKGR/LNBP"],
                    "start": "pbnl/rgkp/4/4/4/GSPR/KLNP B/s",
                    "dropped": ["B", ""],
                    "fouls": [{"ply": 1, "seat": 0, "foul": "movement"}],
                },
            ),
        ]


def test_a_draw_and_a_concession_reveal_too() -> None:
    here = played(b"x", 1)[-1]
    step = ENGINE.concede(here, frozenset({Seat(0)}))
    kinds = [kind for kind, _ in news(step.events, BYSTANDER)]
    assert kinds == ["conceded", "ended", "revealed"]
    setups: Any = step.events[-1].public
    assert sorted(letters is None for letters in setups["setups"]) == [False, True]


def test_set_up_begins_and_play_begins() -> None:
    start = ENGINE.start(Terms(), Dice(b"", "0"))
    assert news(start.events, BYSTANDER) == [("setup-began", {"to_act": [0, 1]})]
    here = start.position
    for seat in (Seat(1), Seat(0)):
        move = ENGINE.codec.load_move("setup:GSPR/KLNP")
        step = ENGINE.play(here, seat, move, Dice(b"", "1"))
        here = step.position
    assert news(step.events, BYSTANDER) == [("placed", {"seat": 0}), ("play-began", {"to_move": 0})]


# Views


def test_the_view_of_each_side() -> None:
    here = after(DUEL, "a5a1", "d1a1", "accept", "N*c4", "S*c2")
    public = shown(here)
    assert public == {
        "phase": "play",
        "asked": "turn",
        "seat": None,
        "ready": [True, True],
        "to_act": [1],
        "pieces": [
            {"square": "a1", "piece": "d1", "seat": 0, "kind": None},
            {"square": "c2", "piece": "drop4", "seat": 0, "kind": None},
            {"square": "c4", "piece": "drop3", "seat": 1, "kind": None},
            {"square": "a7", "piece": "a7", "seat": 1, "kind": None},
        ],
        "taken": [
            {"ply": 1, "piece": "a1", "seat": 0, "kind": "P"},
            {"ply": 2, "piece": "a5", "seat": 1, "kind": "R"},
        ],
        "hands": [{"count": 1, "kinds": None}, {"count": 1, "kinds": None}],
        "owned": ["KRS", "KNP"],
        "first": 1,
        "moves": ["a5a1xP", "d1a1xR", "accept", "*c4", "*c2"],
        "plies": 4,
        "setups": [None, None],
        "outcome": None,
        "fouls": [],
    }


def test_what_a_seat_sees_besides() -> None:
    here = after(DUEL, "a5a1", "d1a1", "accept", "N*c4", "R*c2")
    public, south, north = (shown(here, viewer) for viewer in (BYSTANDER, S, N))
    assert [piece["kind"] for piece in south["pieces"]] == ["K", "R", None, None]
    assert [piece["kind"] for piece in north["pieces"]] == [None, None, "N", "K"]
    assert south["hands"] == [{"count": 1, "kinds": "S"}, {"count": 1, "kinds": None}]
    assert north["hands"] == [{"count": 1, "kinds": None}, {"count": 1, "kinds": "P"}]
    assert south["moves"][3:] == ["*c4", "R*c2"]
    assert north["moves"][3:] == ["N*c4", "*c2"]
    for seen in (south, north):
        same = set(public) - {"seat", "pieces", "hands", "moves"}
        assert {key: seen[key] for key in same} == {key: public[key] for key in same}


def test_all_eyes_and_everybody_after_the_end_see_all() -> None:
    here = after(DUEL, "a5a1", "d1a1", "accept", "N*c4", "R*c2")
    over = after(here, "doubt")
    assert len({str({**shown(over, v), "seat": 0}) for v in (S, N, BYSTANDER)}) == 1
    assert shown(over)["pieces"] == shown(here, ALL_EYES)["pieces"]
    assert shown(over)["moves"][3:] == ["N*c4", "R*c2", "doubt"]
    assert shown(over)["fouls"] == [{"ply": 2, "seat": 0, "foul": "movement"}]
    assert view(over, 0).hands == over.hands

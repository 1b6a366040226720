"""Why a move is refused; every answer follows from what the seat can see."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.moves import Answer, Move, drop_of, step_of
from engines.seichu.pieces import KINDS
from engines.seichu.rulings import ILLEGAL_CODES
from engines.seichu.view import SeichuView
from tests.engines import playing
from tests.engines.seichu.boards import SETUPS, after, played, position, view
from tests.engines.seichu.matches import quiet_match

TEXT = "1k2/1K2/4/4/4/4/GP2 SS/n 0"


def refusal(here: Any, move: str, viewer: Viewer | None = None) -> str:
    """The code, or nothing if the move is open."""
    eyes = Viewer.of(here.answering) if viewer is None else viewer
    return playing.refusal(ENGINE, ENGINE.view(here, eyes), ENGINE.codec.load_move(move))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("b1b2", ""),
        ("b1d5", ""),
        ("a1b7", ""),
        ("b6b7!", ""),
        ("S*c4", ""),
        ("doubt", ""),
        ("d4d5", "empty-square"),
        ("b7b5", "not-your-piece"),
        ("b1a1", "own-piece-there"),
        ("b1b1", "own-piece-there"),
        ("b1b6!", "own-piece-there"),
        ("a1a2!", "no-trial"),
        ("b6b5!", "no-trial"),
        ("b6d7!", "no-trial"),
        ("P*c4", "not-in-hand"),
        ("N*c4", "not-in-hand"),
        ("K*c4", "not-in-hand"),
        ("S*b7", "occupied-square"),
        ("S*a1", "occupied-square"),
        ("accept", "nothing-to-accept"),
        (f"setup:{SETUPS[0]}", "already-placed"),
    ],
)
def test_on_ones_turn(move: str, code: str) -> None:
    assert refusal(position(TEXT), move) == code


@pytest.mark.parametrize("move", ["b7b6", "N*c4", "doubt", "accept", "b1b2"])
def test_out_of_turn(move: str) -> None:
    for viewer in (Viewer.of(Seat(1)), BYSTANDER, Viewer(sees_all=True)):
        assert refusal(position(TEXT), move, viewer) == "not-your-turn"


def test_while_a_question_is_open() -> None:
    here = after("k3/4/r3/4/4/4/P2K S/- 1", "a5b2", "d1b2")
    for move in ("b2b3", "S*c4", "a7a6", "P*a1"):
        assert refusal(here, move) == "answer-first"
        assert refusal(here, move, Viewer.of(Seat(1))) == "not-your-turn"
    assert refusal(here, "doubt") == refusal(here, "accept") == ""
    assert refusal(here, "accept", Viewer.of(Seat(1))) == "not-your-turn"
    kingless = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert refusal(kingless, "b1b2") == "answer-first"
    assert refusal(kingless, "accept", Viewer.of(Seat(1))) == "not-your-turn"


def test_during_set_up() -> None:
    here = playing.beginning(ENGINE)
    north, good = Viewer.of(Seat(1)), f"setup:{SETUPS[0]}"
    for move in ("b7b6", "P*b4", "doubt", "accept"):
        assert refusal(here, move, north) == "place-first"
    assert refusal(here, "setup:KKBG/SNLP", north) == "wrong-army"
    assert refusal(here, "setup:PPPG/SNLK", north) == "wrong-army"
    assert refusal(here, "setup:RBGS/NLPP", north) == "king-in-hand"
    assert refusal(here, good, BYSTANDER) == "not-your-turn"
    assert refusal(here, good, north) == ""
    here = playing.placed(ENGINE, here, 1, SETUPS[0]).position
    assert refusal(here, good, north) == refusal(here, "setup:KKBG/SNLP", north)
    assert refusal(here, good, north) == "already-placed"
    assert refusal(here, "doubt", north) == "not-your-turn"


def test_after_the_end() -> None:
    here = after("4/1K2/4/4/4/4/k3 -/- 0", "b6b7!")
    for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER):
        for move in ("b7b6", "doubt", "accept", f"setup:{SETUPS[0]}"):
            assert refusal(here, move, viewer) == "over"


def every_try() -> list[Move]:
    steps: list[Move] = [
        step_of(origin, target, trial=trial)
        for origin in range(28)
        for target in range(28)
        for trial in (False, True)
    ]
    drops: list[Move] = [drop_of(kind, target) for kind in KINDS for target in range(28)]
    return [*steps, *drops, *Answer]


TRIES = every_try()


def answers(seen: SeichuView) -> list[str]:
    return [playing.refusal(ENGINE, seen, move) for move in TRIES]


def test_every_code_is_listed_and_used() -> None:
    used = {code for code in answers(view(position(TEXT))) if code}
    elsewhere = {"over", "already-placed", "not-your-turn", "place-first", "answer-first"}
    assert used | elsewhere | {"wrong-army", "king-in-hand"} == set(ILLEGAL_CODES)


@pytest.mark.parametrize("here", [*played(b"a", 30)[2::9], *quiet_match(b"b")[::40]])
def test_every_try_is_answered_alike_in_every_world_the_seat_can_imagine(here: Any) -> None:
    for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1))):
        elsewhere = ENGINE.resample(here, viewer, Dice(b"else", "where"))
        assert answers(ENGINE.view(here, viewer)) == answers(ENGINE.view(elsewhere, viewer))


def test_what_is_refused_is_what_is_not_listed() -> None:
    for here in quiet_match(b"listed")[::17]:
        if here.outcome is None:
            seen = view(here)
            open_now = {move for move in TRIES if not playing.refusal(ENGINE, seen, move)}
            assert open_now == set(ENGINE.legal_moves(seen))

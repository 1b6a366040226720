"""Why a move is refused; every answer follows from what the seat can see."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.moves import step_of
from engines.gunjin.pieces import HIDDEN
from engines.gunjin.rulings import ILLEGAL_CODES
from engines.gunjin.squares import SQUARE_NAMES
from tests.engines import playing
from tests.engines.gunjin.boards import SETUPS, after, played, position, started, view

TEXT = "6a/8/1a6/1TX5/1A6/4P1F 0"


def refusal(here: Any, move: str, viewer: Viewer | None = None) -> str:
    """The code, or nothing if the move is open."""
    eyes = Viewer.of(here.to_move) if viewer is None else viewer
    return playing.refusal(ENGINE, ENGINE.view(here, eyes), ENGINE.codec.load_move(move))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("b3b4", ""),
        ("b3a3", ""),
        ("f1f6", ""),
        ("d3d4", "empty-square"),
        ("b4b3", "not-your-piece"),
        ("c3c2", "piece-never-moves"),
        ("h1h2", "piece-never-moves"),
        ("c3b3", "piece-never-moves"),
        ("b3c3", "own-piece-there"),
        ("b3b2", "own-piece-there"),
        ("b3h1", "own-piece-there"),
        ("b3b5", "cannot-go-there"),
        ("b3b3", "cannot-go-there"),
        ("b3d3", "cannot-go-there"),
        ("b2d2", "cannot-go-there"),
        (f"setup:{SETUPS[0]}", "already-placed"),
    ],
)
def test_in_play(move: str, code: str) -> None:
    assert refusal(position(TEXT), move) == code


def test_out_of_turn() -> None:
    assert refusal(position(TEXT), "b4b3", Viewer.of(Seat(1))) == "not-your-turn"
    assert refusal(position(TEXT), "b3b4", BYSTANDER) == "not-your-turn"
    assert refusal(position(TEXT), f"setup:{SETUPS[0]}", BYSTANDER) == "not-your-turn"


def test_during_set_up() -> None:
    here = playing.beginning(ENGINE)
    north, good = Viewer.of(Seat(1)), f"setup:{SETUPS[0]}"
    wrong = f"setup:{SETUPS[0].replace('G', 'S')}"
    assert refusal(here, "b4b3", north) == "place-first"
    assert refusal(here, wrong, north) == "wrong-army"
    assert refusal(here, good, BYSTANDER) == "not-your-turn"
    assert refusal(here, good, north) == ""
    here = playing.placed(ENGINE, here, 1, SETUPS[0]).position
    assert refusal(here, good, north) == refusal(here, wrong, north) == "already-placed"
    assert refusal(here, "b4b3", north) == "not-your-turn"


def test_after_the_end() -> None:
    here = after("6a/3G4/8/8/8/7 0", "d5d6")
    for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER):
        assert refusal(here, "d6c6", viewer) == "over"
        assert refusal(here, f"setup:{SETUPS[0]}", viewer) == "over"


def test_every_code_is_listed_and_used() -> None:
    used = {refusal(position(TEXT), a + b) for a in SQUARE_NAMES for b in SQUARE_NAMES} - {""}
    elsewhere = {"over", "already-placed", "not-your-turn", "place-first", "wrong-army"}
    assert used | elsewhere == set(ILLEGAL_CODES)


@pytest.mark.parametrize("seed", [b"a", b"b"])
def test_every_try_is_answered_alike_in_every_world_the_seat_can_imagine(seed: bytes) -> None:
    """All 2116 pairs of squares, by both seats, at several moments of a match."""
    for here in played(seed, 80)[2::19]:
        for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1))):
            elsewhere = ENGINE.resample(here, viewer, Dice(seed, "elsewhere"))
            assert elsewhere != here
            assert answers(here, viewer) == answers(elsewhere, viewer)


def answers(here: Any, viewer: Viewer) -> list[str]:
    seen = ENGINE.view(here, viewer)
    return [
        playing.refusal(ENGINE, seen, step_of(origin, target))
        for origin in range(46)
        for target in range(46)
    ]


def test_offers_follow_from_own_pieces_and_from_where_others_stand() -> None:
    """Whatever stands there, an enemy is one and the same code to the seat."""
    here = played(b"codes", 60)[-1]
    for seat in (0, 1):
        seen = view(here, seat)
        assert {
            code for code in seen.board if code not in range(1 + 16 * seat, 17 + 16 * seat)
        } == {
            0,
            HIDDEN[1 - seat],
        }
    assert set(view(started(), 0).board[23:]) == {HIDDEN[1]}

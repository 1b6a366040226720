"""Fouls and the three checks: the examples of the rules page, every window, every time bar."""

from __future__ import annotations

import pytest

from engines.seichu.engine import ENGINE
from engines.seichu.fouls import is_drop_mate, nifu_files
from engines.seichu.position import Position
from engines.seichu.squares import SQUARES
from tests.engines.seichu.boards import NORTH, SOUTH, after, end, moves, position, started, view

SOUTH_PROVES, NORTH_PROVES = ("foul-proven", {0}), ("foul-proven", {1})
SOUTH_MISSES, NORTH_MISSES = ("doubt-miss", {1}), ("doubt-miss", {0})


def fouls(here: Position) -> list[tuple[int, int, str]]:
    """Every foul of a match, shown at its end."""
    assert here.outcome is not None
    return [(foul.ply, foul.seat, foul.what) for foul in here.fouls]


# Movement


@pytest.mark.parametrize(
    ("board", "move"),
    [
        ("k3/4/4/4/1P2/4/K3", "b3c3"),
        ("k3/1S2/4/4/4/4/K3", "b6a5"),
        ("k3/4/1R2/4/4/4/K3", "b5c6"),
        ("k3/4/4/4/1N2/4/K3", "b3b4"),
        ("k3/4/4/4/LPR1/4/K3", "c3a2"),
        ("k3/4/4/4/RPP1/4/K3", "a3d3"),
        ("k3/4/4/4/4/4/K3", "a1a3"),
    ],
)
def test_a_false_move_is_accepted_and_proven_at_once(board: str, move: str) -> None:
    here = after(f"{board} -/- 0", move)
    assert here.outcome is None
    assert end(after(here, "doubt")) == NORTH_PROVES
    assert fouls(after(here, "doubt")) == [(1, 0, "movement")]


def test_after_any_move_instead_it_is_barred() -> None:
    here = after("k3/4/4/4/1P2/4/K3 -/- 0", "b3c3", "a7a6", "c3c4")
    assert end(after(here, "doubt")) == NORTH_MISSES
    assert fouls(after(here, "doubt")) == [(1, 0, "movement")]


def test_a_clean_ply_is_no_foul() -> None:
    assert end(after("k3/4/4/4/1P2/4/K3 -/- 0", "b3b4", "doubt")) == NORTH_MISSES
    assert end(after("k3/4/4/4/4/4/K3 P/- 0", "P*c3", "doubt")) == NORTH_MISSES


def test_doubt_on_the_very_first_turn() -> None:
    assert end(after(started(), "doubt")) == SOUTH_MISSES
    assert end(after(started(["GSPR/KLNP", "PKGR/PLNB"]), "doubt")) == SOUTH_PROVES


def test_a_capture_can_be_a_foul_too() -> None:
    here = after("k2r/4/4/4/4/4/K2P -/- 0", "d1d7")
    assert end(after(here, "doubt")) == NORTH_PROVES


# Nifu


@pytest.mark.parametrize("move", ["P*b6", "P*b1", "c3b4", "c3b7"])
def test_nifu_by_drop_or_by_move(move: str) -> None:
    here = after("k3/4/4/4/1PP1/4/K3 P/- 0", move)
    assert end(after(here, "doubt")) == NORTH_PROVES
    assert (1, 0, "nifu") in fouls(after(here, "doubt"))


def test_nifu_can_be_proven_as_long_as_it_stands() -> None:
    here = after("k3/4/4/4/1P2/4/K3 P/- 0", "a1a2", "a7a6", "a2a1", "a6a7")
    here = after(here, "P*b6")
    for _ in range(2):
        here = after(here, "a7a6", "a1a2", "a6a7", "a2a1")
        assert end(after(here, "doubt")) == NORTH_PROVES
    assert fouls(after(here, "doubt")) == [(5, 0, "nifu")]


def test_nifu_in_the_set_up_is_a_foul_of_ply_nought() -> None:
    here = started(["PGSR/PKLN", "GSPR/KLNP"])
    here = after(here, "c2c3", "b6b5", "c3c4")
    assert end(after(here, "doubt")) == NORTH_PROVES
    assert fouls(after(here, "doubt"))[0] == (0, 0, "nifu")


def test_nifu_is_over_when_a_pawn_leaves_or_falls() -> None:
    here = after("kr2/4/4/4/1P2/4/K3 P/- 0", "P*b6", "a7a6")
    assert end(after(here, "b6c6", "doubt")) == NORTH_MISSES
    assert end(after(here, "a1a2", "b7b6", "a2a1", "doubt")) == NORTH_MISSES


def test_each_side_answers_for_its_own_pawns() -> None:
    """Own nifu does not help: the other's slate is clean, and the Doubt misses."""
    here = position("k3/4/4/1P2/1P2/4/K3 -/- 0")
    assert end(after(here, "doubt")) == SOUTH_MISSES
    assert end(after(here, "a1a2", "doubt")) == NORTH_PROVES
    both = position("k3/2p1/2p1/1P2/1P2/4/K3 -/- 0")
    assert end(after(both, "doubt")) == SOUTH_PROVES


def test_enemy_pawns_do_not_count() -> None:
    assert nifu_files(position("4/1p2/4/1P2/4/4/4").board, SOUTH) == ()
    assert nifu_files(position("1P2/4/P3/1P2/P3/4/4").board, SOUTH) == (0, 1)
    assert nifu_files(position("p3/p3/4/4/4/4/4").board, NORTH) == (0,)


# Drop mate


@pytest.mark.parametrize(
    ("board", "pawn", "mates"),
    [
        ("k3/P3/4/4/4/4/R3", "a6", True),
        ("k3/P2r/1G2/4/4/4/R3", "a6", False),  # taken by the rook, and the gold alone is not enough
        ("4/4/4/4/4/GkG1/1P2", "b1", False),  # a Trial is open
        ("4/4/4/4/4/GkG1/RP1S", "b1", False),  # even onto attacked squares
        ("4/2R1/k3/P3/2G1/4/L3", "a4", True),
        ("4/2R1/k3/P3/2G1/4/L2b", "a4", False),  # taken
        ("4/2R1/k3/P3/2G1/4/4", "a4", False),  # nothing guards the pawn
        ("4/2R1/k3/P3/2G1/4/L3", "a1", False),  # no pawn there: no check
        ("4/2R1/k3/P3/2G1/1KPr/L3", "a4", True),  # the rook does not reach the king
        ("4/2R1/k3/P3/2G1/1K1r/L3", "a4", False),  # the enemy king is taken instead
        ("4/2R1/4/P3/2G1/4/L3", "a4", False),  # no king in reach
    ],
)
def test_drop_mates(board: str, pawn: str, mates: bool) -> None:
    assert is_drop_mate(position(board).board, SQUARES[pawn]) == mates


def test_a_drop_mate_is_accepted_and_proven_at_once() -> None:
    here = after("k3/4/4/4/4/4/R2K P/- 0", "P*a6")
    assert end(after(here, "doubt")) == NORTH_PROVES
    assert fouls(after(here, "doubt")) == [(1, 0, "drop-mate")]
    later = after(here, "a7b7", "d1d2")
    assert end(after(later, "doubt")) == NORTH_MISSES


def test_moving_the_pawn_there_is_none() -> None:
    here = after("k3/4/P3/4/4/4/R2K -/- 0", "a5a6")
    assert end(after(here, "doubt")) == NORTH_MISSES


def test_any_other_piece_may_mate_by_drop() -> None:
    here = after("k3/4/4/4/4/4/R2K G/- 0", "G*a6")
    assert end(after(here, "doubt")) == NORTH_MISSES


# The capture check


def test_taking_what_moved_last_asks_the_captor() -> None:
    here = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert here.asked == "capture"
    assert ENGINE.to_act(here) == {SOUTH}
    assert moves(here) == {"doubt", "accept"}
    assert end(after(here, "doubt")) == SOUTH_PROVES  # a rook on a5 does not reach b2
    goes_on = after(here, "accept")
    assert ENGINE.to_act(goes_on) == {NORTH}
    assert end(after(goes_on, "doubt")) == NORTH_PROVES  # and neither does a king on d1


def test_not_proven_costs_nothing() -> None:
    here = after("k3/4/r3/4/4/4/P2K -/- 1", "a5a1", "d1a1", "doubt")
    assert here.outcome is None
    assert ENGINE.to_act(here) == {NORTH}
    assert end(after(here, "a7a6", "a1a2", "doubt")) == NORTH_MISSES


def test_it_does_not_prove_nifu() -> None:
    here = after("k3/1p2/2p1/4/4/4/3K -/- 1", "c5b5", "d1b5")
    assert end(after(here, "doubt")) == SOUTH_PROVES  # movement it was
    here = after("k3/1p2/4/1p2/2p1/4/3K -/- 1", "c3c2", "d1c2", "doubt")
    assert here.outcome is None  # the nifu on b stands, and is not looked at


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("k2s/4/r3/4/4/4/P2K -/- 1", ["a5a4", "d1d7"]),  # another piece than the one that moved
        ("k3/4/4/4/4/4/P2K -/r 1", ["R*a2", "d1a2"]),  # a drop is no move
        ("k3/4/r3/4/4/4/P2K -/- 0", ["d1a5"]),  # there is no last ply
    ],
)
def test_otherwise_the_turn_passes_at_once(text: str, texts: list[str]) -> None:
    here = after(text, *texts)
    assert here.asked == "turn"
    assert ENGINE.to_act(here) == {NORTH}


def test_once_accepted_the_taken_pieces_foul_is_past() -> None:
    here = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1c1", "a7a6")
    assert end(after(here, "doubt")) == SOUTH_MISSES


def test_an_answer_between_does_not_hide_the_last_ply() -> None:
    """North retakes: South's capture is the last ply, whatever was said about the one before."""
    here = after("k3/4/r3/4/4/4/P2K -/- 1", "a5a2", "d1a2", "accept", "a7a2")
    assert end(here) is None
    assert here.asked == "defeat"
    here = after("k3/4/r3/4/4/1G2/P2K -/- 1", "a5a2", "b2a2", "accept", "a7a2")
    assert here.asked == "capture"
    assert ENGINE.to_act(here) == {NORTH}


# The defeat check


def test_who_lost_the_king_is_asked() -> None:
    here = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert here.asked == "defeat"
    assert ENGINE.to_act(here) == {SOUTH}
    assert moves(here) == {"doubt", "accept"}
    for answer in ("doubt", "accept"):
        assert end(after(here, answer)) == ("king-captured", {1})


def test_a_false_capture_of_the_king_loses() -> None:
    here = after("k3/4/4/4/4/r3/1K2 -/- 1", "a2b1")
    assert end(after(here, "accept")) == ("king-captured", {1})
    here = after("k3/4/4/r3/4/4/1K2 -/- 1", "a4b1")
    assert end(after(here, "doubt")) == SOUTH_PROVES
    assert end(after(here, "accept")) == ("king-captured", {1})


def test_only_the_defeat_check_follows_when_the_king_moved_last() -> None:
    here = after("k3/4/4/4/4/1r2/2K1 -/- 0", "c1d3", "b2d3")
    assert here.asked == "defeat"
    assert ENGINE.to_act(here) == {SOUTH}


def test_the_defeat_check_proves_movement_only() -> None:
    here = after("k3/4/4/1p2/1pr1/4/2K1 -/- 1", "c3c1", "doubt")
    assert end(here) == ("king-captured", {1})


# Silence


def test_silence_answers_questions_and_nothing_else() -> None:
    asked = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert ENGINE.default_move(view(asked, 0)) == "accept"
    assert ENGINE.default_move(view(asked, 1)) is None
    kingless = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert ENGINE.default_move(view(kingless, 0)) == "accept"
    assert ENGINE.default_move(view(kingless, 1)) is None
    for seat in (0, 1):
        assert ENGINE.default_move(view(started(), seat)) is None
        assert ENGINE.default_move(view(after(started(), "doubt"), seat)) is None

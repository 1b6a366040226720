"""True moves: the examples of the rules page, zones, blocks, and what is accepted besides."""

from __future__ import annotations

import pytest

from engines.seichu.engine import ENGINE
from tests.engines.seichu.boards import moves, position, started, true_targets, view


@pytest.mark.parametrize(
    ("board", "origin", "expected"),
    [
        # a pawn, on the way and in the camp
        ("4/4/4/4/1P2/4/4", "b3", "b4"),
        ("4/1P2/4/4/4/4/4", "b6", "a6 a7 b5 b7 c6 c7"),
        ("1P2/4/4/4/4/4/4", "b7", "a7 b6 c7"),
        ("4/4/4/4/4/1p2/4", "b2", "a1 a2 b1 b3 c1 c2"),
        ("4/4/1p2/4/4/4/4", "b5", "b4"),
        # lance and knight
        ("4/4/4/4/4/L3/4", "a2", "a3 a4 a5 a6 a7"),
        ("L3/4/4/4/4/4/4", "a7", "a6 b7"),
        ("4/4/4/4/1N2/4/4", "b3", "a5 c5"),
        ("1N2/4/4/4/4/4/4", "b7", "a7 b6 c7"),
        ("4/4/4/4/4/N3/4", "a2", "b4"),
        ("4/3n/4/4/4/4/4", "d6", "c4"),
        # rook and bishop
        ("4/1R2/4/4/4/4/4", "b6", "a5 a6 a7 b1 b2 b3 b4 b5 b7 c5 c6 c7 d6"),
        ("4/4/1p2/4/PR2/4/4", "b3", "b1 b2 b4 b5 c3 d3"),
        ("4/4/4/4/1B2/4/4", "b3", "a2 a4 c2 c4 d1 d5"),
        ("4/4/4/4/4/1b2/4", "b2", "a1 a2 a3 b1 b3 c1 c2 c3 d4"),
        # gold, silver, king
        ("4/4/4/1G2/4/4/4", "b4", "a4 a5 b3 b5 c4 c5"),
        ("4/4/4/1g2/4/4/4", "b4", "a3 a4 b3 b5 c3 c4"),
        ("4/4/4/1S2/4/4/4", "b4", "a3 a5 b5 c3 c5"),
        ("4/4/4/1s2/4/4/4", "b4", "a3 a5 b3 c3 c5"),
        ("4/1S2/4/4/4/4/4", "b6", "a6 a7 b5 b7 c6 c7"),
        ("4/4/4/1K2/4/4/4", "b4", "a3 a4 a5 b3 b5 c3 c4 c5"),
        ("K3/4/4/4/4/4/4", "a7", "a6 b6 b7"),
        # the zone is that of the origin: arriving in the camp changes nothing yet
        ("4/4/P3/4/4/4/4", "a5", "a6"),
        ("4/4/4/N3/4/4/4", "a4", "b6"),
    ],
)
def test_true_moves(board: str, origin: str, expected: str) -> None:
    assert true_targets(board, origin) == expected


def test_every_square_without_an_own_piece_is_open() -> None:
    """Whatever the piece: 8 × 20 moves, a drop on each of 12 empty squares, and Doubt."""
    here = started()
    open_now = moves(here)
    steps = {text for text in open_now if text[1] in "12" and text[0] in "abcd"}
    assert len(steps) == 8 * 20
    assert {text for text in open_now if "*" in text} == {
        f"B*{file}{rank}" for file in "abcd" for rank in "345"
    }
    assert open_now - steps - {t for t in open_now if "*" in t} == {"doubt"}


def test_offers_do_not_depend_on_what_is_hidden() -> None:
    """The same squares, whatever stands there."""
    texts = ("k3/rp2/4/4/4/4/KP2 S/- 0", "n3/gk2/4/4/4/4/KP2 S/- 0")
    assert moves(texts[0]) == moves(texts[1])


def test_any_kind_drops_anywhere() -> None:
    """No dead squares: a pawn or knight on the last rank moves as a gold from there."""
    here = position("4/4/4/4/4/4/K3 NLP/- 0")
    for letter in "NLP":
        assert {text for text in moves(here) if text[0] == letter} == {
            f"{letter}*{file}{rank}" for file in "abcd" for rank in "1234567" if file + rank != "a1"
        }


def test_two_of_a_kind_in_hand_are_offered_once() -> None:
    here = position("4/4/4/4/4/4/K3 PP/- 0")
    texts = [str(move) for move in ENGINE.legal_moves(view(here))]
    assert texts.count("P*b4") == 1


def test_a_trial_is_offered_beside_the_plain_step() -> None:
    here = position("4/1K2/4/4/4/4/4 -/- 0")
    assert {text for text in moves(here) if "!" in text} == {"b6a7!", "b6b7!", "b6c7!"}
    assert {"b6a7", "b6b7", "b6c7", "b6d7"} <= moves(here)
    along = position("k1K1/4/4/4/4/4/4 -/- 0")
    assert {text for text in moves(along) if "!" in text} == {"c7b7!", "c7d7!"}
    down = position("4/4/4/4/4/k3/KP2 -/- 1")
    assert {text for text in moves(down) if "!" in text} == {"a2a1!", "a2b1!"}

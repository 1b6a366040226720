"""Soldiers that end a move on the last rank may become something else, or not."""

from __future__ import annotations

import pytest

from tests.engines.xiongqi.boards import after, moves, position, text_of

SEVEN = ("", "=E", "=A", "=C", "=R", "=B", "=H")


def seven(move: str) -> set[str]:
    return {move + promotion for promotion in SEVEN}


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        ("8/S7/8/6g1/8/8/8/4G3 S", "a7", seven("a7a8") | {"a7b7"}),
        ("S7/8/8/6g1/8/8/8/4G3 S", "a8", seven("a8b8")),
        ("3S4/8/8/6g1/8/8/8/4G3 S", "d8", seven("d8c8") | seven("d8e8")),
        ("rr6/S7/8/6g1/8/8/8/4G3 S", "a7", seven("a7a8") | {"a7b7"}),
        ("4g3/8/8/8/6G1/8/7s/8 N", "h2", seven("h2h1") | {"h2g2"}),
        ("4g3/8/8/8/6G1/8/8/s7 N", "a1", seven("a1b1")),
        ("8/8/S7/6g1/8/8/8/4G3 S", "a6", {"a6a7", "a6b6"}),
    ],
)
def test_choices(text: str, origin: str, expected: set[str]) -> None:
    assert moves(text, origin) == expected


@pytest.mark.parametrize("kind", "EACRBH")
def test_the_soldier_is_replaced_at_once(kind: str) -> None:
    south = after("1r6/S7/8/6g1/8/8/8/4G3 S", f"a7a8={kind}")
    north = after("8/8/8/6g1/8/8/s7/4G3 N", f"a2a1={kind}")
    assert text_of(south).startswith(f"{kind}r6/8/")
    assert text_of(north).split(" ")[0].endswith(f"/{kind.lower()}3G3")


def test_it_may_stay_a_soldier_and_be_promoted_by_a_later_step() -> None:
    here = after("8/S7/8/6g1/8/8/8/4G3 S", "a7a8", "g5g6", "a8b8=E")
    assert text_of(here) == "1E6/8/6g1/8/8/8/8/4G3 N"


def test_not_later_without_moving_that_soldier() -> None:
    here = after("8/S7/8/6g1/8/8/8/4G3 S", "a7a8", "g5g6")
    assert not {move for move in moves(here) if "=" in move and not move.startswith("a8b8")}


def test_any_number_of_any_kind() -> None:
    here = after("E7/E6S/8/6g1/8/8/8/4GE2 S", "h7h8=E")
    assert text_of(here).count("E") == 4


def test_the_promoted_piece_gives_check_at_once() -> None:
    assert moves("8/7S/8/8/7g/8/8/4G3 S", "h7") >= {"h7h8=R"}
    here = after("8/7S/8/8/7g/8/8/4G3 S", "h7h8=R")
    assert {move[:2] for move in moves(here)} == {"h4"}


def test_other_pieces_are_not_promoted() -> None:
    assert not {move for move in moves("8/R7/8/6g1/8/8/8/4G3 S") if "=" in move}


def test_a_general_may_not_be_made() -> None:
    with pytest.raises(ValueError, match="not a Xiongqi move"):
        after(position("8/S7/8/6g1/8/8/8/4G3 S"), "a7a8=G")

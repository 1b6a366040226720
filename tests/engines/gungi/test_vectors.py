"""The examples of the settled rules, square by square, and their counts."""

from __future__ import annotations

import pytest

from engines.gungi.legality import legal_codes
from engines.gungi.moves import move_of
from engines.gungi.position import Start
from engines.gungi.progress import step
from tests.engines.gungi.boards import after, moves, started, targets, text_of


def board(*ranks: str, rules: str = "guide") -> str:
    """These ranks above rank 1, Black to move, and the two marshals far away."""
    rest = ["m8", *["9"] * (7 - len(ranks)), *ranks, "8M"]
    return f"{'/'.join(rest)} -/- 0 {rules} -"


@pytest.mark.parametrize("rules", ["guide", "advanced"])
@pytest.mark.parametrize("letter", ["G", "I"])
def test_generals_have_twenty_squares(letter: str, rules: str) -> None:
    text = board("9", f"4{letter}4", "9", "9", "9", rules=rules).replace("m8", "1m7")
    assert len(moves(text.replace("8M", "7M1"), "e5")) == 20


@pytest.mark.parametrize("rules", ["guide", "advanced"])
def test_a_marshal_on_a_stack_of_two_goes_along_rays(rules: str) -> None:
    text = f"m8/9/9/9/4|D:M|4/9/9/9/9 -/- 0 {rules} -"
    found = targets(text, "e5").split()
    assert len(found) == 16
    assert not {"f7", "d7", "g6", "c4"} & set(found)


BOTH = ("guide", "advanced")
TALL = ("4d4", "4d4", "4|W:S:D|4", "9", "9", "9")
"""Ranks 7 to 2: one more than elsewhere."""
VECTORS = [
    (BOTH, ("9", "4|D:A|4", "9", "9", "9"), "e5", "c8 d7 e3 e4 e7 e8 f7 g8"),
    (BOTH, ("4d4", "4D4", "4A4", "9", "9"), "e4", "d6 e3 e6[tx] f6"),
    (BOTH, ("4d4", "4|D:W|4", "4A4", "9", "9"), "e4", "e3"),
    (("guide",), ("9", "4|D:W|4", "4|D:A|4", "9", "9"), "e4", "d6 e2 e3 e6 f6"),
    (("advanced",), ("9", "4|D:W|4", "4|D:A|4", "9", "9"), "e4", "c7 d6 e2 e3 e6 e7 f6 g7"),
    (("guide",), TALL, "e5", "e2 e3 e4 e6[tx] e7[tx] e8"),
    (("advanced",), TALL, "e5", "e2 e3 e4 e6[tx]"),
    (("guide",), ("9", "4d4", "9", "4D4", "4C4"), "e2", "d2 e1 f2"),
    (("advanced",), ("9", "4d4", "9", "4D4", "4C4"), "e2", "d2 e1 e5[tx] f2"),
    (BOTH, ("9", "4|d:w|4", "4G4", "9", "9"), "e4", "a4 b4 c4 d3 d4 d5 e1 e2 e3 f3 f4 f5 g4 h4 i4"),
]


@pytest.mark.parametrize(("sets", "ranks", "origin", "expected"), VECTORS)
def test_where_pieces_may_go(
    sets: tuple[str, ...], ranks: tuple[str, ...], origin: str, expected: str
) -> None:
    for rules in sets:
        assert targets(board(*ranks, rules=rules), origin) == expected, rules


@pytest.mark.parametrize("rules", BOTH)
def test_a_samurai_on_two_only_captures_a_stack_of_three(rules: str) -> None:
    text = board("4|d:n:d|4", "4|D:S:W|4", "9", "9", "9", rules=rules)
    assert {move for move in moves(text, "e5") if move.endswith("e6")} == {"e5xe6"}


def test_a_capture_removes_all_enemies_and_closes_up() -> None:
    text = board("5|d:N:d|3", "4|D:W:S|4", "9", "9", "9")
    assert "/5|N:S|3/4|D:W|4/" in text_of(after(text, "e5xf6"))


COUNTS = [("guide", 268, 71_824), ("beginner", 187, 34_969), ("intro", 154, 23_716)]


@pytest.mark.parametrize(("rules", "first", "second"), COUNTS)
def test_counts(rules: str, first: int, second: int) -> None:
    here = started(rules).now
    assert len(legal_codes(here.board, 0)) == first
    assert sum(map(_replies, _steps(here))) == second


def _steps(here: Start) -> list[Start]:
    return [step(here, move_of(code)) for code in legal_codes(here.board, here.to_move)]


def _replies(here: Start) -> int:
    return len(legal_codes(here.board, here.to_move))

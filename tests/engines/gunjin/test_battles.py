"""Battles: the table of the rules page letter by letter, the prose again, and the flag."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.gunjin.battle import SIGNS, attackers_against, defenders_against, result_of
from engines.gunjin.pieces import KIND_OF_LETTER, LETTERS, kinds_in, mask_of
from tests.engines.gunjin import restated
from tests.engines.gunjin.boards import board_after, news_after, position

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "gunjin.md"
ATTACKERS, DEFENDERS = LETTERS[1:15], LETTERS[1:16]
PAIRS = [(attacker, defender) for attacker in ATTACKERS for defender in DEFENDERS]


def sign(attacker: str, defender: str, behind: str = "") -> str:
    kinds = KIND_OF_LETTER[attacker], KIND_OF_LETTER[defender], KIND_OF_LETTER.get(behind, 0)
    return SIGNS[result_of(*kinds)]


def test_the_table_says_what_the_prose_says() -> None:
    for attacker, defender in PAIRS:
        assert sign(attacker, defender) == restated.duel(attacker, defender), attacker + defender


def test_the_table_on_the_rules_page() -> None:
    rows = re.findall(
        r"^\| \*\*(\w)\*\* [^|]*\|((?: [+=−] \|){15})$", PAGE.read_text(), re.MULTILINE
    )
    assert [row[0] for row in rows] == list(ATTACKERS)
    for attacker, cells in rows:
        signs = cells.replace("−", "-").replace("|", " ").split()
        assert signs == [sign(attacker, defender) for defender in DEFENDERS]


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        ("T", "X", "="),
        ("P", "X", "+"),
        ("E", "X", "+"),
        ("G", "S", "-"),
        ("S", "G", "+"),
        ("S", "L", "-"),
        ("M", "P", "+"),
        ("C", "P", "-"),
        ("J", "T", "-"),
        ("E", "T", "+"),
        ("T", "E", "-"),
        ("H", "E", "+"),
        ("E", "S", "+"),
        ("S", "E", "-"),
        ("D", "D", "="),
    ],
)
def test_single_battles(attacker: str, defender: str, expected: str) -> None:
    assert sign(attacker, defender) == expected


def test_movable_kinds_fare_alike_from_either_side() -> None:
    """Nothing favours the attacker; `clues` builds on it."""
    turned = {"+": "-", "-": "+", "=": "="}
    for one in ATTACKERS:
        for other in ATTACKERS:
            assert sign(one, other) == turned[sign(other, one)]


def test_who_could_have_had_a_result() -> None:
    for result, text in enumerate(SIGNS[1:], start=1):
        for letter in DEFENDERS:
            kinds = kinds_in(attackers_against(1 << KIND_OF_LETTER[letter], result))
            expected = [a for a in ATTACKERS if restated.duel(a, letter) == text]
            assert [LETTERS[kind] for kind in kinds] == expected
        for letter in ATTACKERS:
            kinds = kinds_in(defenders_against(1 << KIND_OF_LETTER[letter], result))
            expected = [d for d in DEFENDERS if restated.duel(letter, d) == text]
            assert [LETTERS[kind] for kind in kinds] == expected
    both = mask_of([KIND_OF_LETTER["G"], KIND_OF_LETTER["S"]])
    assert defenders_against(both, 1) == sum(
        1 << KIND_OF_LETTER[d] for d in DEFENDERS if "+" in {sign("G", d), sign("S", d)}
    )


# The board: the winner takes the square, the loser is gone, or both are.


def board(defender: str, attacker: str = "T", behind: str = "1", other: str = "a") -> str:
    """*attacker* on b3, *defender* on b4, and what is behind it on b5; South's J stands by."""
    return f"6{other}/1{behind}6/1{defender}6/1{attacker}6/8/J6 0".replace("116", "8")


def test_the_winner_takes_the_square() -> None:
    assert board_after(board("c"), "b3b4") == "6a/8/1T6/8/8/J6"


def test_the_loser_is_removed() -> None:
    assert board_after(board("g"), "b3b4") == "6a/8/1g6/8/8/J6"


def test_both_are_removed() -> None:
    assert board_after(board("x"), "b3b4") == "6a/8/8/8/8/J6"


@pytest.mark.parametrize(
    ("attacker", "behind", "expected"),
    [
        ("T", "m", "6a/1m6/1f6/8/8/J6"),
        ("T", "c", "6a/1c6/1T6/8/8/J6"),
        ("T", "x", "6a/1x6/8/8/8/J6"),
        ("S", "1", "6a/8/1S6/8/8/J6"),
        ("P", "x", "6a/1x6/1P6/8/8/J6"),
        ("E", "x", "6a/1x6/1E6/8/8/J6"),
        ("G", "x", "6a/1x6/8/8/8/J6"),
        ("G", "s", "6a/1s6/1f6/8/8/J6"),
        ("S", "g", "6a/1g6/1S6/8/8/J6"),
        ("T", "t", "6a/1t6/8/8/8/J6"),
        ("D", "A", "6a/1A6/1D6/8/8/J6"),
    ],
)
def test_a_flag_fights_as_what_is_behind_it(attacker: str, behind: str, expected: str) -> None:
    assert board_after(board("f", attacker, behind), "b3b4") == expected


@pytest.mark.parametrize("flag", ["d5", "e5"])
def test_behind_the_middle_is_the_headquarters(flag: str) -> None:
    row = "3f4" if flag == "d5" else "4f3"
    attack = f"{flag[0]}4{flag}"
    attacker = "3C4" if flag == "d5" else "4C3"
    text = f"3g2a/{row}/{attacker}/8/8/J6 0"
    assert board_after(text, attack) == f"3g2a/{row}/8/8/8/J6"
    assert board_after(text.replace("3g2a", "6a"), attack) == f"6a/{row.replace('f', 'C')}/8/8/8/J6"


def test_behind_souths_middle_is_souths_headquarters() -> None:
    text = "6j/8/8/4c3/4F3/A2L3 1"
    assert board_after(text, "e3e2") == "6j/8/8/8/4F3/A2L3"


def test_nothing_is_behind_the_last_rank() -> None:
    assert board_after("f5a/L7/P7/8/8/J6 0", "a4a6") == "P5a/L7/8/8/8/J6"
    assert board_after("3f2a/3S4/8/8/8/J6 0", "d5d6") == "3S2a/8/8/8/8/J6"


def test_an_enemy_behind_is_no_support_nor_is_the_attacker_itself() -> None:
    assert board_after("6a/1G6/1f6/1D6/8/J6 0", "b3b4") == "6a/1G6/1D6/8/8/J6"
    assert board_after("6a/1D6/1f6/8/8/J6 0", "b5b4") == "6a/8/1D6/8/8/J6"


def test_a_flag_that_holds_fights_again() -> None:
    here = position("6a/1l6/1f6/1D6/1C6/J6 0")
    assert news_after(here, "b3b4")[0][1]["left"] == "defender"
    assert board_after(here, "b3b4", "h6g6", "b2b3", "g6h6", "b3b4") == "6a/1l6/1f6/8/8/J6"


def test_a_battle_may_be_fought_from_afar() -> None:
    assert board_after("6a/8/1x6/8/8/JE5 0", "b1b4") == "6a/8/1E6/8/8/J6"
    assert board_after("3f1d1/8/8/3P4/8/J6 0", "d3d6") == "3P1d1/8/8/8/8/J6"

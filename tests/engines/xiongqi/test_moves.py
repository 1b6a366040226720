"""How each piece goes: ``*`` it may move there, ``x`` it may capture there."""

from __future__ import annotations

import pytest

from tests.engines.xiongqi.boards import drawing, moves, picture, position, targets

EXAMPLES = {
    "a general goes one square straight, everywhere on the board": (
        "7g/8/3s4/2sGS3/8/8/8/8 S",
        "d5",
        """
        . . . . . . . g
        . . . . . . . .
        . . . x . . . .
        . . x G S . . .
        . . . * . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    ),
    "an advisor goes one square diagonally, everywhere on the board": (
        "7g/8/8/2sHs3/3A4/2S1H3/8/4G3 S",
        "d4",
        """
        . . . . . . . g
        . . . . . . . .
        . . . . . . . .
        . . x H x . . .
        . . . A . . . .
        . . S . H . . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
    "a chariot goes straight up to the first piece": (
        "7g/3s4/8/8/1s1R2S1/8/3h4/3s2G1 S",
        "d4",
        """
        . . . . . . . g
        . . . x . . . .
        . . . * . . . .
        . . . * . . . .
        . x * R * * S .
        . . . * . . . .
        . . . x . . . .
        . . . s . . G .
        """,
    ),
    "a bear goes diagonally up to the first piece": (
        "7g/s5s1/8/2h5/3B4/8/1s3S2/s3G3 S",
        "d4",
        """
        . . . . . . . g
        s . . . . . x .
        . . . . . * . .
        . . x . * . . .
        . . . B . . . .
        . . * . * . . .
        . x . . . S . .
        s . . . G . . .
        """,
    ),
    "a horse goes straight, then diagonally outward, if the square beside it is free": (
        "7g/8/2s1s3/3S1s2/3H1s2/1S1s4/8/4G3 S",
        "d4",
        """
        . . . . . . . g
        . . . . . . . .
        . . s . s . . .
        . * . S . x . .
        . . . H . s . .
        . S . s . * . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
    "a cannon goes straight to empty squares and captures over exactly one piece": (
        "3s3g/8/3S4/8/s1sC1shs/8/3c4/3s3G S",
        "d4",
        """
        . . . x . . . g
        . . . . . . . .
        . . . S . . . .
        . . . * . . . .
        x . s C * s x s
        . . . * . . . .
        . . . c . . . .
        . . . x . . . G
        """,
    ),
    "an empress goes as a chariot, or jumps as a knight, past any leg": (
        "7g/8/2s1S3/2sss3/2sES3/2SSS3/8/G7 S",
        "d4",
        """
        . . . . . . . g
        . . . . . . . .
        . . x . S . . .
        . * s x s * . .
        . . x E S . . .
        . * S S S * . .
        . . * . * . . .
        G . . . . . . .
        """,
    ),
    "a soldier goes forward only, up to the river": (
        "7g/8/8/8/2sSs3/8/8/4G3 S",
        "d4",
        """
        . . . . . . . g
        . . . . . . . .
        . . . . . . . .
        . . . * . . . .
        . . s S s . . .
        . . . . . . . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
    "a soldier beyond the river also goes sideways, and captures as it goes": (
        "7g/8/2sss3/2sS4/8/8/8/4G3 S",
        "d5",
        """
        . . . . . . . g
        . . . . . . . .
        . . s x s . . .
        . . x S * . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
    "North's soldiers go down, and cross the river to rank 4": (
        "7g/8/8/8/2Ss4/2SSS3/8/4G3 N",
        "d4",
        """
        . . . . . . . g
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x s * . . .
        . . S x S . . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
    "North's soldiers go straight down before the river": (
        "7g/8/8/3s4/8/8/8/4G3 N",
        "d5",
        """
        . . . . . . . g
        . . . . . . . .
        . . . . . . . .
        . . . s . . . .
        . . . * . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . G . . .
        """,
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_piece_goes(name: str) -> None:
    text, origin, expected = EXAMPLES[name]
    assert picture(text, origin) == drawing(expected)


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        ("4G3/8/8/8/8/8/8/4g3 S", "e8", "d8 e7 f8"),
        ("8/8/8/8/4g3/8/8/3G4 S", "d1", "c1 d2"),
        ("g7/8/2s5/2S5/2C5/8/8/4G3 S", "c4", "a4 b4 c1 c2 c3 c6 d4 e4 f4 g4 h4"),
        ("4g3/8/8/4B3/8/8/8/4G3 S", "e5", ""),
        ("8/S7/8/6g1/8/8/8/4G3 S", "a7", "a8 b7"),
        ("S7/8/8/6g1/8/8/8/4G3 S", "a8", "b8"),
        ("3g4/8/4c3/8/4S3/8/8/4G3 S", "e1", "f1"),
    ],
)
def test_vectors_of_the_rules_page(text: str, origin: str, expected: str) -> None:
    assert targets(text, origin) == expected


def test_only_one_move_answers_the_cannon() -> None:
    assert moves("3g4/8/4c3/8/4S3/8/8/4G3 S") == {"e1f1"}


def test_from_the_start_26_moves() -> None:
    opening = moves("rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S")
    assert len(opening) == 26
    assert {text for text in opening if text[1] == "3"} == {
        f"{file}3{file}4" for file in "abcdefgh"
    }


def test_the_sides_mirror_each_other() -> None:
    text = "r3g3/1s1H4/2c2S2/8/1E5b/3a4/2h5/B3G2C"
    mirrored = "/".join(reversed(text.swapcase().split("/")))
    turned = {_mirrored(move) for move in moves(f"{mirrored} N")}
    assert turned == moves(f"{text} S")


def _mirrored(move: str) -> str:
    return "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in move)


def test_drawings_read_as_positions() -> None:
    drawn = position(
        """
        . . . . g . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . G . . . . s
        N
        """
    )
    assert drawn == position("4g3/8/8/8/8/8/8/R1G4s N")

"""Check, pins, and the generals that may not face each other."""

from __future__ import annotations

import pytest

from tests.engines.xiongqi.boards import after, moves, targets, view

CHECKS = {
    "chariot": ("4g3/8/8/8/8/8/8/R2rG3 S", True),
    "chariot, covered": ("4g3/8/8/8/8/8/8/Rr1AG3 S", False),
    "bear": ("3g4/8/8/b7/8/8/8/4G3 S", True),
    "bear, covered": ("3g4/8/8/b7/8/2A5/8/4G3 S", False),
    "horse": ("3g4/8/8/8/8/5h2/8/4G3 S", True),
    "horse, its leg blocked": ("3g4/8/8/8/8/5h2/5S2/4G3 S", False),
    "horse, blocked beside the general instead": ("3g4/8/8/8/8/5h2/4S3/4G3 S", True),
    "empress as a chariot": ("3g4/8/8/8/4e3/8/8/4G3 S", True),
    "empress as a knight": ("3g4/8/8/8/8/5e2/4SA2/4G3 S", True),
    "empress past both": ("3g4/8/8/8/6e1/8/8/4G3 S", False),
    "cannon over its own": ("3g4/8/4c3/8/4s3/8/8/4G3 S", True),
    "cannon over ours": ("3g4/8/4c3/8/4S3/8/8/4G3 S", True),
    "cannon without a screen": ("3g4/8/4c3/8/8/8/8/4G3 S", False),
    "cannon over two": ("3g4/8/4c3/8/4S3/4s3/8/4G3 S", False),
    "advisor": ("3g4/8/8/8/8/8/3a4/4G3 S", True),
    "advisor, straight beside": ("3g4/8/8/8/8/8/4a3/4G3 S", False),
    "soldier in front": ("3g4/8/8/8/8/8/4s3/4G3 S", True),
    "soldier beside, beyond its river": ("3g4/8/8/8/8/8/8/3sG3 S", True),
    "soldier beside, before its river": ("3g4/8/3sG3/8/8/8/8/8 S", False),
    "soldier behind": ("3g4/4G3/8/8/8/4s3/8/8 S", False),
    "generals on an open file, South above": ("8/4G3/8/8/8/8/4g3/8 S", False),
    "a pinned piece still attacks": ("3g4/8/8/3h4/8/4G3/8/3R4 S", True),
}


@pytest.mark.parametrize("name", CHECKS)
def test_check(name: str) -> None:
    text, expected = CHECKS[name]
    assert view(text).check is expected


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        # A piece before the general keeps to the line on which it covers it.
        ("3g4/4r3/8/8/8/4R3/8/4G3 S", "e3", "e2 e4 e5 e6 e7"),
        ("3g4/8/8/b7/8/2B5/8/4G3 S", "c3", "a5 b4 d2"),
        ("3g4/4r3/8/8/8/4H3/8/4G3 S", "e3", ""),
        # The leg of a horse may not be freed, unless by taking the horse.
        ("3g4/8/8/8/8/5h2/5R2/4G3 S", "f2", "f3"),
        # Neither of two screens may leave, but they may move between.
        ("3g4/4c3/8/8/4R3/4A3/8/4G3 S", "e3", ""),
        ("3g4/4c3/8/8/4R3/4A3/8/4G3 S", "e4", "e5 e6 e7"),
        # Nobody may step in as the only screen.
        ("3g4/4c3/8/8/R7/8/8/4G3 S", "a4", "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 f4 g4 h4"),
        # With three before the cannon, any of them may leave.
        ("3g4/4c3/8/4H3/4R3/4A3/8/4G3 S", "e3", "d2 d4 f2 f4"),
    ],
)
def test_pins(text: str, origin: str, expected: str) -> None:
    assert targets(text, origin) == expected


def test_check_is_answered_by_going_taking_or_covering() -> None:
    assert moves("3g4/8/8/8/r3G3/8/2H5/8 S") == {"e4e5", "e4e3", "c2b4", "c2d4"}
    assert moves("3g4/8/8/8/r3G3/2H5/8/8 S") == {"e4e5", "e4e3", "c3a4"}


def test_the_other_general_may_be_approached_by_no_general() -> None:
    assert targets("8/8/8/4G3/8/4g3/8/8 S", "e5") == "d5 e6 f5"


def test_a_double_check_is_answered_by_the_general_alone() -> None:
    answers = moves("3g4/4r3/8/8/7b/8/R7/4G3 S")
    assert {text[:2] for text in answers} == {"e1"}


@pytest.mark.parametrize(
    ("text", "origin", "expected"),
    [
        ("4g3/8/8/8/8/8/8/3G4 S", "d1", "c1 d2"),
        # Who stands alone between the generals keeps to the file.
        ("4g3/8/8/8/8/4H3/8/4G3 S", "e3", ""),
        ("4g3/8/8/4S3/8/8/8/4G3 S", "e5", "e6"),
        # With South's general above North's, the file may be open.
        ("3G4/8/8/8/8/8/8/4g3 S", "d8", "c8 d7 e8"),
        ("4G3/8/8/8/8/4H3/8/4g3 S", "e3", "c2 c4 d1 d5 f1 f5 g2 g4"),
    ],
)
def test_facing(text: str, origin: str, expected: str) -> None:
    assert targets(text, origin) == expected


def test_facing_binds_both_sides() -> None:
    assert "d8" not in targets("4g3/8/8/8/8/8/8/3G4 N", "e8")


def test_facing_gives_no_check() -> None:
    here = after("4g3/8/8/8/4s3/8/8/4G3 S", "e1d1", "e4e3")
    assert not view(here).check

"""The checker of histories says yes to what one order explains, and no to planted anomalies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.town.histories import Asked, unexplained

SOUND = (
    # two people take turns; a stranger's slow request spans two of them
    Asked("Ann", "Ann", 1, 2, "", 1, 0),
    Asked("Ann", "Ann", 3, 4, "a1", 2, 1, (1, "S 5d")),
    Asked("Eve", "Eve", 4, 9, "", 8, 2, (2, "S 5e")),
    Asked("Bob", "Bob", 5, 6, "", 5, 1, (1, "S 5d")),
    Asked("Bob", "Bob", 7, 8, "b1", 6, 2, (2, "S 5e")),
    Asked("Bob", "Bob", 10, 11, "b1", 6, 2, (2, "S 5e")),  # the second click
    Asked("Ann", "Ann", 12, 13, "a2"),  # answered by a redirection, which tells nothing
    Asked("Ann", "Ann", 14, 15, "", 4, 3, (3, "K 4c")),
)


def without(*numbers: int) -> list[Asked]:
    return [one for number, one in enumerate(SOUND) if number not in numbers]


def test_what_one_order_explains_is_sound() -> None:
    assert list(unexplained(SOUND)) == []
    assert list(unexplained(tuple(reversed(SOUND)))) == []  # logs come in any order


def test_moves_taken_back_are_sound() -> None:
    taken_back = Asked("Ann", "Ann", 16, 17, "", 6, 1, (1, "S 5d"))
    again = Asked("Ann", "Ann", 18, 19, "a3", 7, 2, (2, "R 1a"))
    assert list(unexplained([*SOUND, taken_back, again])) == []


def test_turns_at_one_time_are_sound_in_either_order() -> None:
    one = Asked("Ann", "Ann", 1, 10, "a", 9, 2)
    other = Asked("Bob", "Bob", 2, 9, "b", 9, 2)
    assert list(unexplained([one, other])) == []
    assert list(unexplained([one, replace(other, length=1, version=8)])) == []


@pytest.mark.parametrize(
    ("history", "why"),
    [
        ([*without(6, 7), Asked("Ann", "Ann", 12, 13, "a2", 3, 2)], "no place"),
        ([*without(6, 7), Asked("Ann", "Ann", 12, 13, "a2", 2, None)], "left version"),
        ([*without(7), Asked("Ann", "Ann", 14, 15, "", 4, 2)], "no place"),
        ([*SOUND, Asked("Ann", "Ann", 16, 17, "", 3, 3)], "version 4 at 15, and 3"),
        ([*SOUND, Asked("Eve", "Eve", 16, 17, "", 9, 2)], "of 2 turns at 16"),
        ([*SOUND, Asked("Ann", "Ann", 16, 17, "", 5, 4, (3, "K 4d"))], "turn 3 reads"),
        ([*without(2, 5), replace(SOUND[4], key="b2", sent=7, answered=7)], "no place"),
    ],
    ids=(
        *("a turn lost", "a turn that changed nothing", "lost after a redirection"),
        *("an older version after one's own turn", "an older board to another"),
        *("two orders", "a turn twice"),
    ),
)
def test_planted_anomalies_are_told(history: list[Asked], why: str) -> None:
    said = list(unexplained(history))
    assert any(why in one for one in said), said


def test_two_turns_at_one_place_are_told() -> None:
    """Each alone is fine: both were told that theirs is the first."""
    one = Asked("Ann", "Ann", 1, 10, "a", 9, 1)
    other = Asked("Bob", "Bob", 2, 9, "b", 9, 1)
    assert list(unexplained([one])) == list(unexplained([other])) == []
    assert any("no place" in said for said in unexplained([one, other]))

"""Values as plain data: everything comes back as it was, and nothing goes by unnoticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from engines.core.outcome import Outcome, Termination
from engines.core.plain import Plain, Way
from engines.core.seats import Seat


class Step(NamedTuple):
    origin: int
    trial: bool = False


class Book:
    """Known by its number alone."""

    def __init__(self, number: int) -> None:
        self.number = number


BOOKS = {number: Book(number) for number in (1, 2)}


@dataclass(frozen=True)
class Sight:
    seat: Seat | None
    board: tuple[int, ...]
    pair: tuple[str, Step]
    taken: bytes
    outcome: Outcome | None
    named: Mapping[str, list[Step | None]]
    book: Book
    memo: dict[str, object] = field(default_factory=dict, compare=False)


WAY = Way(lambda book: book.number, BOOKS.__getitem__)
SIGHTS = Plain(Sight, {Book: WAY})
SIGHT = Sight(
    Seat(1),
    (1, 2),
    ("a", Step(3, trial=True)),
    b"\x00\xff",
    Outcome(Termination.TRIAL, frozenset({Seat(1), Seat(0)})),
    {"z": [Step(1), None], "a": []},
    BOOKS[2],
    {"found": object()},
)


def test_a_value_comes_back_but_for_what_was_worked_out() -> None:
    sent = json.dumps(SIGHTS.dump(SIGHT))
    found = SIGHTS.load(json.loads(sent))
    assert found == SIGHT
    assert (found.memo, [*found.named], found.book) == ({}, ["z", "a"], BOOKS[2])
    assert "found" not in sent


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seat", True),
        ("seat", "1"),
        ("board", [1, 2]),
        ("board", (1, 2.0)),
        ("pair", ("a", (3, True))),
        ("taken", bytearray(b"")),
        ("outcome", "trial"),
        ("named", {1: []}),
    ],
)
def test_what_is_not_as_its_type_says_is_refused_and_not_shown(name: str, value: Any) -> None:
    fields = {one: getattr(SIGHT, one) for one in Sight.__dataclass_fields__}
    with pytest.raises(TypeError) as refused:
        SIGHTS.dump(Sight(**{**fields, name: value}))
    assert repr(value) not in str(refused.value)


@pytest.mark.parametrize("changed", [{"seat": "1"}, {"more": 1}, {"book": 3}, {"pair": ["a"]}])
def test_other_data_is_refused(changed: dict[str, Any]) -> None:
    data: Any = SIGHTS.dump(SIGHT)
    with pytest.raises((TypeError, LookupError, ValueError)):
        SIGHTS.load({**data, **changed})


@pytest.mark.parametrize("kind", [float, object, set[int], int | str, dict[int, str], Book])
def test_a_type_that_is_not_known_is_refused_at_once(kind: Any) -> None:
    with pytest.raises(TypeError, match="cannot become plain data"):
        Plain(kind)


def test_what_is_no_part_of_a_value_needs_something_to_begin_with() -> None:
    @dataclass
    class Bare:
        memo: str = field(compare=False)

    with pytest.raises(TypeError, match="memo"):
        Plain(Bare)

"""Values are filled from others by the names of their fields."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from games.api.shapes import Schema
from games.common.filling import filled


@dataclass(frozen=True)
class Facts:
    one: int
    two: int
    three: int = 3


class Shape(Schema):
    one: int
    two: int


def test_the_first_source_that_has_a_field_gives_it_unless_it_is_named() -> None:
    first, second = SimpleNamespace(one=1, other=9), SimpleNamespace(one=10, two=20)
    assert filled(Facts, first, second) == Facts(1, 20)
    assert filled(Facts, first, second, one=5) == Facts(5, 20)
    assert filled(Shape, first, second) == Shape(one=1, two=20)


def test_a_field_that_nothing_has_is_missed() -> None:
    with pytest.raises(TypeError, match="two"):
        filled(Facts, SimpleNamespace(one=1))
    with pytest.raises(ValueError, match="two"):
        filled(Shape, SimpleNamespace(one=1))

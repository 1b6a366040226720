"""What people are said to want is what pages offer: a want by another name is never met."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.urls import urlpatterns
from tests.town import habits
from tests.town.habits import OFTEN, drawn, fashion_of
from tests.town.season import ROOT
from tests.town.windows import Deed
from tests.walk.browser import Form

CALLED = re.compile(r'name="do"[^>]*value="([\w-]+)"|\("([\w-]+)", _\(|\("do", "([\w-]+)"\)')
"""What a form asks for by its field `do`: in templates, and in presenters."""


def kinds() -> set[str]:
    """What is sent to each address, without what is asked for there."""
    asked = [str(pattern.pattern) for pattern in urlpatterns if hasattr(pattern, "pattern")]
    paths = [re.sub(r"<\w+:\w+>|<\w+>", "abcdefghijkl", path) for path in asked]
    return {Deed(Form(f"/{path}", "post"), None, "/").kind for path in paths}


def named() -> set[str]:
    """All that a form of the site asks for."""
    texts = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    texts += [path.read_text() for path in (ROOT / "games").rglob("presenters/*.py")]
    return {name for text in texts for found in CALLED.findall(text) for name in found if name}


@pytest.mark.parametrize("want", habits.WANTS)
def test_what_is_wanted_is_offered_somewhere(want: str) -> None:
    place, _blank, do = want.partition(" do=")
    assert any(kind == place or kind.endswith(f"/{place}") for kind in kinds()), want
    assert {do} - {""} <= named(), want


def test_each_town_has_a_fashion_of_its_own_by_its_seed() -> None:
    assert fashion_of(7) == fashion_of(7)
    assert len({fashion_of(seed).keenness("matches/-/plan do=keep") for seed in range(20)}) == 3
    chance = Random("somebody")
    habit = drawn(chance, 4, fashion_of(7), OFTEN)
    assert set(habit.games) <= set(fashion_of(7).games)

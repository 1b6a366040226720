"""Who signs in at a browser after somebody else finds nothing of theirs.

`make leaks` does it more often, and in Firefox too where it is there (JINYA_NEXT_PERSONS).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from tests.e2e.conftest import BROWSER, FLAGS
from tests.e2e.visits import elsewhere
from tests.games.leaks import House, make_house
from tests.noninterference.next_person import TYPED, Chromium, left_for_the_next
from tests.noninterference.teeth import l30_kept_pages, wrap

GAME = "gunjin"
TIMES = int(os.environ.get("JINYA_NEXT_PERSONS", "1"))


@pytest.fixture
def house(site: Any) -> House:
    """A house with canaries in all that is private or sealed."""
    houses: list[House] = []
    elsewhere(lambda: houses.append(make_house(GAME)))
    site.settle()
    return houses[0]


@pytest.fixture
def chromium(playwright: Any, site: Any, tmp_path: Path) -> Callable[[], Chromium]:
    """A browser with a fresh profile."""

    def opened() -> Chromium:
        profile = tmp_path / "profile"
        return Chromium(playwright.chromium, profile, site.url, executable_path=BROWSER, args=FLAGS)

    return opened


@pytest.mark.parametrize("_time", range(TIMES))
def test_the_next_person_finds_nothing(
    house: House, chromium: Callable[[], Chromium], _time: int
) -> None:
    assert left_for_the_next(chromium(), house) == set()


def test_what_a_browser_keeps_is_found(
    house: House, chromium: Callable[[], Chromium], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither kept pages nor fields that are filled in again are missed."""
    l30_kept_pages(monkeypatch)
    let_fields_be_filled_in_again(monkeypatch)
    found = left_for_the_next(chromium(), house)
    assert any(leak.canary == "invitation" for leak in found)
    assert {f"typed or seen: {text}" for text in TYPED.values()} <= {leak.canary for leak in found}


def let_fields_be_filled_in_again(patch: pytest.MonkeyPatch) -> None:
    """Forms do not ask browsers to forget what was typed, nor to clear anything at the end."""

    def keep(honest: Any, response: HttpResponse, name: str, value: str) -> None:
        if name != "Clear-Site-Data":
            honest(response, name, value)

    def forget_nothing(honest: Any, response: HttpResponse, value: Any) -> bytes:
        return bytes(honest(response, value)).replace(b' autocomplete="off"', b"")

    wrap(patch, HttpResponse, "__setitem__", keep)
    wrap(patch, HttpResponse, "make_bytes", forget_nothing)

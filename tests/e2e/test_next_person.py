"""Who signs in at a browser after somebody else finds nothing of theirs.

`make leaks` does it more often, and in Firefox too (JINYA_NEXT_PERSONS).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse

from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.e2e.visits import elsewhere
from tests.secrecy.canaries import house_with_canaries
from tests.secrecy.house import House
from tests.secrecy.leaking import wrap
from tests.secrecy.marionette import FIREFOX, Firefox
from tests.secrecy.next_person import TYPED, Chromium, Engine, left_for_the_next
from tests.secrecy.planted_leaks import kept_pages

GAME = "gunjin"
AT_LENGTH = int(os.environ.get("JINYA_NEXT_PERSONS", "0"))


@pytest.fixture
def house(site: Any) -> House:
    """A site with canaries in all that is private or sealed."""
    houses: list[House] = []
    elsewhere(lambda: houses.append(house_with_canaries(GAME)))
    site.settle()
    return houses[0]


@pytest.fixture(params=["chromium", "firefox"])
def engine(request: Any, playwright: Any, site: Any, tmp_path: Path) -> Iterator[Engine]:
    """A browser with a fresh profile."""
    profile = tmp_path / "profile"
    if request.param == "chromium":
        assert CHROMIUM is not None
        browser: Engine = Chromium(playwright.chromium, profile, site.url, CHROMIUM, *FLAGS)
    elif FIREFOX is None or not AT_LENGTH:
        pytest.skip("looked at at length, where it is there")
    else:
        browser = Firefox(profile, site.url)
    yield browser
    browser.kill()


@pytest.mark.parametrize("_time", range(AT_LENGTH or 1))
def test_the_next_person_finds_nothing(house: House, engine: Engine, _time: int) -> None:
    assert left_for_the_next(engine, house) == set()


def test_what_a_browser_keeps_is_found(
    house: House, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither kept pages nor fields that are filled in again are missed."""
    kept_pages(monkeypatch)
    let_fields_be_filled_in_again(monkeypatch)
    found = left_for_the_next(engine, house)
    typed = f"typed or seen: {TYPED['#note-text']}"
    assert any(leak.canary == typed and "times back" in leak.place for leak in found)
    assert any(not leak.canary.startswith(("typed", "time zone")) for leak in found)


def let_fields_be_filled_in_again(patch: pytest.MonkeyPatch) -> None:
    """Forms do not ask browsers to forget what was typed, nor to clear anything at the end."""

    def keep(honest: Any, response: HttpResponse, name: str, value: str) -> None:
        if name != "Clear-Site-Data":
            honest(response, name, value)

    def forget_nothing(honest: Any, response: HttpResponse, value: Any) -> bytes:
        return bytes(honest(response, value)).replace(b' autocomplete="off"', b"")

    wrap(patch, HttpResponse, "__setitem__", keep)
    wrap(patch, HttpResponse, "make_bytes", forget_nothing)

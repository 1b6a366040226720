"""Four people read the site through one cache that keeps all it may: nobody gets another's page.

By night; `make leaks` reads more (JINYA_PAGES_THROUGH_A_CACHE).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from http.client import HTTPConnection
from itertools import islice
from typing import Any

import pytest
from django.contrib.sessions import middleware as sessions
from django.middleware import csrf

from engines.core.dice import Dice
from games.matchpage.views import matches
from tests.e2e.visits import elsewhere
from tests.kit.browsing import HTMX
from tests.secrecy.canaries import house_with_canaries
from tests.secrecy.house import House
from tests.secrecy.leaking import wrap
from tests.secrecy.next_person import plainly
from tests.secrecy.planted_leaks import kept_pages
from tests.secrecy.shared_cache import SharedCache, open_cache
from tests.secrecy.surfaces import addresses, methods
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.prove

PAGES = int(os.environ.get("JINYA_PAGES_THROUGH_A_CACHE", "100"))
FEW = 300  # so many that one match page is read by several people
READERS = ("visitor", "stranger", "south", "north")
EVERYBODYS = (
    "/static/js/match.bundle.js",
    "/static/css/match.bundle.css",
    "/static/img/favicon.svg",
)


def read_through(cache: SharedCache, house: House, pages: int) -> Generator[str, None, None]:
    """What reached somebody that is not theirs, when *pages* are fetched in some order.

    They are fetched as long as somebody wants to know.
    """
    dice = Dice(b"shared cache", house.game)
    visits = list(islice(some_visits(house, dice), pages))
    visits += [("static", path, reader) for path in EVERYBODYS for reader in READERS]
    dice.shuffle(visits)
    with open_cache(cache) as door:
        for name, path, reader in visits:
            said = fetch(door, path, house.keys[reader], dice.choice([{}, {}, HTMX]))
            leaks = plainly(house.canaries, reader, f"get {name} {path}", said)
            yield from (f"{leak.canary} at {leak.place} to {reader}" for leak in leaks)
    for target, made_for, given_to in cache.handed_on:
        maker, taker = session_of(made_for), session_of(given_to)
        if maker not in ("", taker) and not target.startswith("/static/"):
            yield f"{target} made for {maker} to {taker or 'a visitor'}"


def some_visits(house: House, dice: Dice) -> Iterator[tuple[str, str, str]]:
    """Pages and their readers: the matches half of the time, and each page read by several."""
    places = [
        (name, path)
        for name, path in addresses(house)
        if not name.startswith("admin:") and "get" in methods(name)
    ]
    of_matches = [place for place in places if "/matches/" in place[1]]
    while True:
        name, path = dice.choice(dice.choice([places, of_matches]))
        readers = list(READERS)
        dice.shuffle(readers)
        for reader in readers[: 2 + dice.below(3)]:
            yield name, path, reader


def fetch(door: str, path: str, key: str | None, headers: dict[str, str]) -> bytes:
    """The whole answer."""
    cookie = {"Cookie": f"sessionid={key}"} if key else {}
    connection = HTTPConnection(door, timeout=60)
    try:
        connection.request("GET", path, headers={**headers, **cookie})
        answer = connection.getresponse()
        head = "\n".join(f"{name}: {value}" for name, value in answer.getheaders())
        assert answer.status < 500, path
        return f"{answer.status}\n{head}\n".encode() + answer.read()
    finally:
        connection.close()


def session_of(headers: dict[str, str]) -> str:
    """The session somebody asked with."""
    return headers.get("cookie", "").partition("sessionid=")[2].partition(";")[0]


@pytest.fixture
def make(site: Any) -> Callable[[str], House]:
    """A site with canaries in all that is private or sealed."""

    def made(game: str) -> House:
        houses: list[House] = []
        elsewhere(lambda: houses.append(house_with_canaries(game)))
        site.settle()
        return houses[0]

    return made


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_nobody_gets_anothers_page(game: str, make: Callable[[str], House], site: Any) -> None:
    cache = SharedCache(site.url)
    assert list(read_through(cache, make(game), PAGES)) == []
    assert {target for target, _made_for, _given_to in cache.handed_on} == {*EVERYBODYS}


# The reading is worth nothing until it finds what a cache has wrongly kept


def test_what_is_wrongly_kept_is_found(make: Callable[[str], House], site: Any) -> None:
    house = make("gunjin")
    assert has_a_leak(SharedCache(site.url, is_careful=False), house)
    for plant in (let_pages_be_kept, keep_pages_by_address):
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            assert has_a_leak(SharedCache(site.url), house)


def has_a_leak(cache: SharedCache, house: House) -> bool:
    """Whether something foreign comes to somebody among a few pages."""
    with closing(read_through(cache, house, FEW)) as foreign:
        return any(True for _leak in foreign)


def let_pages_be_kept(patch: pytest.MonkeyPatch) -> None:
    """The site no longer says that a page is somebody's own."""
    kept_pages(patch)
    for module in (sessions, csrf):
        patch.setattr(module, "patch_vary_headers", lambda *args: None)


def keep_pages_by_address(patch: pytest.MonkeyPatch) -> None:
    """The site keeps match pages itself, and whoever comes gets the first one's."""
    kept: dict[str, Any] = {}

    def leaky(answer: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        if request.path not in kept:
            kept[request.path] = answer(request, *args, **kwargs)
        return kept[request.path]

    wrap(patch, matches, "_answer", leaky)

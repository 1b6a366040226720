"""Prints what first visits cost: `make visits`. Not a test; its name keeps it out of a run.

Seconds are those of browser and house on this machine; nobody hesitates before a click. Those of
a slow phone are as felt.py makes them, the middle one of three visits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from django.utils import timezone

from config.compression import Compression
from engines.catalogue import GAMES, meta_for
from games.match.changes import ending
from tests.bench.tables import print_heading, print_row
from tests.e2e import felt
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, load, make_first_move, sign_in, watched, weights_of
from tests.kit.builders import match_between, person, play
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match
from tests.kit.stages import stage_of

DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 657}}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
SLUGS = [meta.slug for meta in GAMES]
VISITS = 3

PLAY = "#move-play"
PRESSES = {
    "home": ("#lesson-xiongqi .square",),
    "match of xiongqi": ("#sq-e3", "#sq-e4", PLAY),
    "match of gunjin": ("#sq-b3", "#sq-b4", PLAY),
    "match of seichu": ("#sq-b2", "#sq-b3", PLAY),
    "match of gungi": ("#sq-a3", "#sq-a4", PLAY),
    "match of nation": (".n-end:not(.closed) .square", PLAY),
    "set-up of gunjin": ("button[value='army:fortress']", "#ready"),
    "set-up of seichu": ("button[value='army:fortress']", "#ready"),
    "set-up outside a match": ("button[value='army:fortress']", "#sq-b3"),
}
"""What is pressed on a page: a move on boards."""
MENUS = (".site-tools summary", "main summary", "#theme-switch [value=dark]")
"""And elsewhere."""


@pytest.fixture(scope="session")
def running_site(running_site: Any) -> Any:
    """Compress pages on their way, as Caddy does in production."""
    from config.asgi import pages

    house: Any = pages
    house._middleware_chain = Compression(house._middleware_chain)
    return running_site


def test_first_moves(new_visitor: NewVisitor, site: Any) -> None:
    """From the address of the front door to the first move on a board of one's own, signed out."""
    columns = {"game": 10, "on": 8, "clicks": 6, "seconds": 7, "of them to load": 15}
    print("\n\nThe first legal move")
    print_heading(columns)
    for game in SLUGS:
        for size, options in SIZES.items():
            page, began = new_visitor(**options), time.perf_counter()
            page.goto("/")
            loaded = time.perf_counter() - began
            clicks = make_first_move(page, game)
            seconds = time.perf_counter() - began
            print_row(columns, [game, size, str(clicks), f"{seconds:.1f}", f"{loaded:.1f}"])
            page.context.close()


def test_pages(new_visitor: NewVisitor, site: Any) -> None:
    """Every page as a browser loads it that knows nothing yet, in English and in Japanese."""
    columns = {"page": 26, "in": 4, "requests": 8, "kB": 6, "page itself": 12, "letters": 8}
    print("\n\nFirst visits, as they are sent")
    print_heading(columns)
    for name, path, user in pages():
        for locale in ("en", "ja"):
            page = new_visitor(**DESKTOP, locale=locale)
            if user is not None:
                sign_in(page, site, user)
            loaded = load(page, path)
            own = sum(size for url, size in loaded if url.startswith("http"))
            letters = sum(size for url, size in loaded if url.startswith("fonts/"))
            every = sum(size for _url, size in loaded)
            weights = [f"{size / 1000:.0f}" for size in (every, own, letters)]
            print_row(columns, [name, locale, str(len(loaded)), *weights])
            page.context.close()


def test_slow_visits(new_visitor: NewVisitor, site: Any) -> None:
    """Every page on a slow phone that knows nothing yet: when it is there (LCP), and how soon the
    slowest press shows (INP)."""
    columns = {"page": 26, "requests": 8, "kB": 6, "LCP, s": 6, "least": 6, "INP, ms": 7}
    print("\n\nOn a slow phone")
    print_heading(columns)
    for name, path, user in pages():
        visits = [visit_slowly(new_visitor, site, (name, path, user)) for _time in range(VISITS)]
        requests, weight, paint, press = (median(figures) for figures in zip(*visits, strict=True))
        least = min(visit[2] for visit in visits)
        figures = (f"{requests:.0f}", f"{weight:.0f}", f"{paint:.2f}", f"{least:.2f}")
        print_row(columns, [name, *figures, f"{press:.0f}"])


def visit_slowly(
    new_visitor: NewVisitor, site: Any, visited: tuple[str, str, Any]
) -> tuple[int, float, float, float]:
    """How many answers came, their kB, the seconds until it was there, the milliseconds of the
    slowest press."""
    name, path, user = visited
    page = new_visitor(**PHONE, locale="en")
    if user is not None:
        sign_in(page, site, user)
    page.request.get(path)  # what the site keeps of a page is no part of a visit
    felt.slow_down(page)
    asked = watched(page)
    painted = felt.visit(page, path)
    weights = [size for _url, size in weights_of(asked)]
    pressed = felt.press(page, PRESSES.get(name, MENUS))
    page.context.close()
    return len(weights), sum(weights) / 1000, painted / 1000, pressed


def pages() -> Iterator[tuple[str, str, Any]]:
    """A name, an address, and who looks at it."""
    ann, bob, now = person("Ann"), person("Bob"), timezone.now()
    yield "home", "/", None
    yield "lobby", "/lobby/", ann
    for game in SLUGS:
        match: Any = {
            "gunjin": lambda: gunjin_match(ann, bob),
            "seichu": lambda: seichu_match(ann, bob),
            "nation": lambda: stage_of(ann, now=now),
        }.get(game, lambda game=game: match_between(ann, bob, game=game, now=now))()
        yield f"match of {game}", f"/matches/{match.uid}/", ann
        if meta_for(game).placing is not None:
            placing = match_between(ann, bob, game=game, now=now)
            yield f"set-up of {game}", f"/matches/{placing.uid}/", ann
    over = match_between(ann, bob, now=now)
    play(over, "e3e4", "e6e5", now=now)
    ending.resign(uid=over.uid, user=bob, now=now)
    yield "replay of xiongqi", f"/matches/{over.uid}/?ply=1", ann
    yield "desk", "/desk/", ann
    yield "profile", "/people/Bob/", ann
    yield "my notes", "/notes/", ann
    yield "my set-ups", "/set-ups/", ann
    yield "set-up outside a match", "/set-ups/gunjin/", ann
    yield "new match", "/matches/new/", ann
    yield "matches to watch", "/watch/", None
    yield "puzzles", "/puzzles/", None
    yield "lessons of xiongqi", "/learn/xiongqi/", None
    yield "rules of xiongqi", "/rules/xiongqi/", None

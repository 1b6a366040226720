"""A first visit is light: few requests, and little to load besides the letters.

What it weighs is told as the house sends it in production, where Caddy compresses pages and
WhiteNoise files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, load, make_first_move, sign_in
from tests.kit.builders import match_between, person
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match
from tests.kit.stages import stage_of

CADDYFILE = Path(__file__).resolve().parents[2] / "deploy" / "Caddyfile"
MOST_REQUESTS = 19
MOST_BYTES = 150_000


def test_caddy_compresses_pages() -> None:
    assert "\tencode zstd gzip\n" in CADDYFILE.read_text()


def check_light(loaded: list[tuple[str, int]]) -> None:
    weight = sum(size for _url, size in loaded)
    assert len(loaded) <= MOST_REQUESTS, loaded
    assert weight < MOST_BYTES, loaded


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_front_door(new_visitor: NewVisitor, locale: str) -> None:
    check_light(load(new_visitor(locale=locale), "/"))


@pytest.mark.parametrize("game", ["xiongqi", "gunjin", "seichu", "gungi", "nation"])
def test_a_match(new_visitor: NewVisitor, site: Any, game: str) -> None:
    page, ann, bob = new_visitor(), person("Ann"), person("Bob")
    makers: dict[str, Any] = {
        "gunjin": gunjin_match,
        "seichu": seichu_match,
        "nation": lambda ann, _bob: stage_of(ann),
    }
    make = makers.get(game, lambda ann, bob: match_between(ann, bob, game=game))
    match = make(ann, bob)
    sign_in(page, site, ann)
    check_light(load(page, f"/matches/{match.uid}/"))


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_the_first_move_takes_two_clicks(new_visitor: NewVisitor, options: dict[str, Any]) -> None:
    for meta in GAMES:
        page = new_visitor(**options)
        page.goto("/")
        assert make_first_move(page, meta.slug) <= 2, meta.slug
        page.context.close()

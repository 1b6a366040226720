"""Every bot is somebody: a name, a drawn face and a line about it wherever it is met."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.catalogue import GAMES
from games.boards.names import bot_name, bot_of, house_bots
from games.match.changes import ending
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, match_with_bot, person

ROOT = Path(__file__).resolve().parents[2]
DRAWN = re.findall(r'<symbol id="(\w+)"', (ROOT / "static/img/bots.svg").read_text())
LEVELS = [(meta.slug, level) for meta in GAMES for level in meta.bot_levels]
TAMA = 'bots.svg#tama"/></svg>'
LINE = "A playful cat."
"""How the line about Tama begins."""


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_every_level_of_a_game_is_a_character_with_a_face(slug: str, level: str) -> None:
    bot = bot_of(slug, level)
    assert bot.face in DRAWN
    assert str(bot.about).endswith(".")
    assert bot_name(slug, level) == bot.full_name


def test_bots_to_choose_from_are_named_once() -> None:
    names = [bot.full_name for bot in house_bots().values()]
    assert "Tama (easy bot)" in names
    assert len(names) == len(set(names))


@pytest.mark.django_db
def test_where_a_bot_is_chosen_it_is_introduced() -> None:
    html = browser(person("ann")).get("/matches/new/?opponent=bot").content.decode()
    assert TAMA in html
    assert LINE in html


@pytest.mark.django_db
def test_the_lobby_shows_all_who_may_join_for_none_is_chosen_yet() -> None:
    html = browser(person("ann")).get("/lobby/").content.decode()
    assert [bot for bot in house_bots().values() if f'#{bot.face}"/></svg>' not in html] == []
    assert LINE not in html


@pytest.mark.django_db
def test_where_a_bot_is_met_its_face_is_seen() -> None:
    ann = person("ann")
    match, over = match_with_bot(ann), match_with_bot(ann)
    ending.resign(uid=over.uid, user=ann, now=NOON)
    client = browser(ann)
    pages = {
        path: client.get(path).content.decode()
        for path in (f"/matches/{match.uid}/", "/desk/", "/archive/", "/people/ann/")
    }
    assert [path for path, html in pages.items() if TAMA not in html] == []
    assert LINE in pages[f"/matches/{match.uid}/"]


@pytest.mark.django_db
def test_no_face_beside_people() -> None:
    ann = person("ann")
    assert (
        "bot-face"
        not in browser(ann).get(f"/matches/{match_between(ann, person()).uid}/").content.decode()
    )

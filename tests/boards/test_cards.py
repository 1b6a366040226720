"""Every game has a card, and its name stands nowhere else on the site."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils.html import conditional_escape
from django.utils.translation import override

from engines.catalogue import GAMES, meta_for
from games.boards.cards import CARDS, card_for
from games.boards.kit.card import Card
from games.boards.kit.faces import PIECE_SETS
from games.boards.names import game_name, sides_of
from games.boards.refusals import refusal_sentence
from games.match.terms import opening
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, person, terms

ROOT = Path(__file__).resolve().parent.parent.parent
SLUGS = [meta.slug for meta in GAMES]
CODE = [
    path for folder in ("accounts", "config", "games") for path in (ROOT / folder).rglob("*.py")
]
TEMPLATES = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]

ALLOWED: dict[tuple[str, str], str] = {
    ("accounts/sign_in/passwords.py", "nation"): "an English word among common ones",
    ("accounts/common/reserved_names.py", "nation"): "an English word among reserved ones",
    ("games/management/commands/check_stage.py", "nation"): "a command about its stages alone",
}
"""Where a game's name may stand all the same, by file and name, and why."""


def test_the_cards_are_those_of_the_catalogue() -> None:
    assert [card.slug for card in CARDS] == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_card_names_is_there(slug: str) -> None:
    card = card_for(slug)
    assert all(finders.find(style) for style in card.styles)
    for language, _name in settings.LANGUAGES:
        with override(language):
            assert all(finders.find(card.sprite(piece_set)) for piece_set in PIECE_SETS)
    assert {*card.inks} == {
        key for options in _terms_of(slug) for key in sides_of(slug, options).keys
    }


def _terms_of(slug: str) -> Iterator[dict[str, str]]:
    """Options under which every number of seats occurs."""
    by = meta_for(slug).seats_by
    yield from ({by[0]: value} for value in by[1]) if by else ({},)
    if by and meta_for(slug).more_seats:
        yield {by[0]: f"own-11-elsewhere-{12 * '0'}"}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_card_speaks_the_language_of_the_reader(slug: str, language: str) -> None:
    card = card_for(slug)
    with override(language):
        found = (game_name(slug), str(card.tagline), *map(str, card.endings.values()))
    assert all(found)
    assert any(map(str.isascii, found)) is (language == "en")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.slug)
def test_the_rules_and_the_licences_say_where_a_game_comes_from(card: Card, language: str) -> None:
    with override(language):
        page = Client().get(f"/rules/{card.slug}/", headers={"accept-language": language})
        assert conditional_escape(str(card.origin)) in page.content.decode()
    assert not card.home or f'href="{card.home}"' in page.content.decode()
    assert meta_for(card.slug).name in (ROOT / "docs" / "licences.md").read_text()


def test_seichu_names_its_inventor_and_maker_and_both_its_names() -> None:
    licences = (ROOT / "docs" / "licences.md").read_text()
    for language in ("en", "ja"):
        with override(language):
            for found in (str(card_for("seichu").origin), licences):
                assert all(name in found for name in ("あんちっく", "正体隠匿将棋", "雪中将棋"))


def test_the_words_of_a_refusal_are_those_of_its_game() -> None:
    for card in CARDS:
        for code, sentence in card.refusals.items():
            assert refusal_sentence(code, card.slug) == str(sentence)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_a_match_page_loads_the_styles_of_its_own_game_alone(slug: str) -> None:
    if meta_for(slug).solo:
        alone = terms(game=slug, time_control="none")
        level = meta_for(slug).bot_levels[0]
        match = opening.create_bot_match(user=person(), terms=alone, level=level, now=NOON)
    else:
        match = match_between(person(), person(), game=slug)
    html = BoardPage(match).html()
    loaded = re.findall(r"/static/(css/[\w.-]+\.bundle\.css)", html)
    assert loaded[1:] == ["css/match.bundle.css", card_for(slug).stylesheet]


def words_in(path: Path) -> Iterator[str]:
    """The texts of a file: string constants of code without docstrings, all of a template."""
    if path.suffix != ".py":
        yield path.read_text()
        return
    tree = ast.parse(path.read_text())
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def is_of(path: Path, slug: str) -> bool:
    """Whether *path* is in a folder of the game."""
    place = path.relative_to(ROOT)
    homes = (Path("games/boards") / slug, Path("templates/boards") / slug)
    return any(place.is_relative_to(home) for home in homes)


@pytest.mark.parametrize("meta", GAMES, ids=lambda meta: meta.slug)
def test_a_games_name_stands_in_its_own_folders_alone(meta) -> None:
    names = re.compile(rf"\b(?:{re.escape(meta.slug)}|{re.escape(meta.name)})\b")
    found = {
        (str(path.relative_to(ROOT)), meta.slug)
        for path in (*CODE, *TEMPLATES)
        if not is_of(path, meta.slug) and any(names.search(text) for text in words_in(path))
    }
    assert found == {place for place in ALLOWED if place[1] == meta.slug}


@pytest.mark.parametrize("card", [card for card in CARDS if card.legend()], ids=lambda c: c.slug)
def test_the_legend_has_every_kind_once_with_how_it_moves(card: Card) -> None:
    with override("en"):
        lines = card.legend()
    assert len({line.face.kind for line in lines}) == len(lines) >= 8
    for line in lines:
        assert line.moves.endswith(".")
        assert line.face.name


@pytest.mark.django_db
@pytest.mark.parametrize("game", SLUGS)
def test_the_rules_say_where_a_game_comes_from_and_what_we_have_settled(game: str) -> None:
    card = card_for(game)
    html = Client(headers={"accept-language": "en"}).get(f"/rules/{game}/").content.decode()
    with override("en"):
        found = [
            str(text)
            for text in (
                card.story,
                card.origin,
                *card.settled,
                *(value for _name, value in card.box),
            )
        ]
    for text in found:
        assert conditional_escape(text) in html
    assert card.story
    assert card.settled
    assert card.kanji in html


@pytest.mark.django_db
@pytest.mark.parametrize("game", [card.slug for card in CARDS])
def test_the_rules_list_their_parts(game: str) -> None:
    html = Client(headers={"accept-language": "en"}).get(f"/rules/{game}/").content.decode()
    listed = re.findall(r'<li><a href="#([\w-]+)">([^<]+)</a></li>', html)
    body = html.partition('<div class="prose">')[2].partition("rules-origin")[0]
    assert listed == re.findall(r'<h2 id="([\w-]+)">(.*?)</h2>', body)
    assert len(listed) > 5

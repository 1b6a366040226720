"""Every page of matches in both languages, by the browser's request and by the user's."""

from __future__ import annotations

import pytest

from engines.catalogue import GAMES
from games.match.terms import opening
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, north, person, play, south, terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    ann, bob = person("ann"), person("bob")
    running, over = match_between(ann, bob), match_between(ann, bob)
    play(running, "e3e4")
    play(over, *QUICK_MATE)
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    paths = [
        "/desk/",
        "/archive/",
        "/notices/",
        "/matches/new/",
        f"/take/{invitation.secret}/",
        f"/matches/{running.uid}/",
        f"/matches/{running.uid}/?ply=0",
        f"/matches/{running.uid}/?at=e6",
        f"/matches/{running.uid}/?ask=resign",
        f"/matches/{over.uid}/",
        f"/matches/{invitation.uid}/",
        "/rules/",
        *(f"/rules/{meta.slug}/" for meta in GAMES),
    ]
    return ann, running, paths


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_speak_the_language_the_browser_asks_for(house, language) -> None:
    ann, _running, paths = house
    client = browser(ann, headers={"accept-language": language})
    for path in paths:
        html = client.get(path).content.decode()
        assert f'<html lang="{language}"' in html, path


def test_the_choice_of_the_user_outweighs_the_browser(house) -> None:
    ann, _running, paths = house
    type(ann).objects.filter(pk=ann.pk).update(language="ja")
    client = browser(ann, headers={"accept-language": "en"})
    assert '<html lang="ja"' in client.get(paths[0]).content.decode()


def test_a_language_the_house_does_not_speak_reads_english(house) -> None:
    for accepted in ("fr", "tlh", "*", "en;q=zero", "ja-" * 50, "\u65e5\u672c"):
        client = browser(headers={"accept-language": accepted})
        answer = client.get("/")
        assert answer.status_code == 200
        assert '<html lang="' in answer.content.decode()


def test_visitors_read_the_board_in_their_language(house) -> None:
    _ann, running, _paths = house
    for language in ("en", "ja"):
        client = browser(headers={"accept-language": language})
        answer = client.get(f"/matches/{running.uid}/")
        assert f'<html lang="{language}"' in answer.content.decode()
        assert answer["Content-Language"] == language


def test_refusals_are_told_in_the_language_of_the_page(house) -> None:
    ann, running, _paths = house
    assert south(running) == ann != north(running)
    client = browser(ann, headers={"accept-language": "ja"})
    answer = client.post(f"/matches/{running.uid}/move/", {"move": "e3e9"})
    assert answer.status_code == 422
    assert '<html lang="ja"' in answer.content.decode()

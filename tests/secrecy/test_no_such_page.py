"""Pages that are none, or none for the reader, are the same, and offer to sign in and come back."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.test import Client

from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.models import Match
from games.match.onlookers import ANONYMOUS, CLOSED
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, guest, match_between, person, terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def hidden() -> dict[str, str]:
    """Addresses of what there is and nobody but its players is shown, and others of nothing."""
    ann, bob = person("ann"), person("bob")
    closed = match_between(ann, bob, onlookers=CLOSED)
    taken_away = match_between(ann, bob)
    Match.objects.filter(pk=taken_away.pk).update(hidden_at=NOON)
    without_names = SeekRequest(terms=terms(side=None, onlookers=ANONYMOUS))
    seek = open_seek(user=ann, asked=without_names, now=NOON)
    return {
        "closed match": f"/matches/{closed.uid}/",
        "its chat": f"/matches/{closed.uid}/talk/",
        "hidden match": f"/matches/{taken_away.uid}/",
        "seek without names": f"/lobby/seeks/{seek.uid}/",
        "no match": "/matches/nowhere00000/",
        "no chat": "/matches/nowhere00000/talk/",
        "no seek": "/lobby/seeks/nowhere00000/",
        "no person": "/people/nobody/",
        "no page": "/nowhere/",
        "no page, with a question": "/nowhere/?a=b&c=d",
    }


@pytest.mark.parametrize("reader", ["visitor", "guest"])
def test_every_page_that_is_none_is_the_same_but_for_its_address(
    hidden: dict[str, str], reader: str
) -> None:
    client = browser(guest()) if reader == "guest" else Client()
    pages = {}
    for what, path in hidden.items():
        answer = client.get(path)
        assert answer.status_code == 404, what
        door = f'href="/accounts/login/?next={quote(path)}"'
        page = answer.content.decode()
        assert page.count(door) == 1, what
        of_its_own = ("X-Request-ID", "Content-Length", "Expires")
        headers = {name: text for name, text in answer.headers.items() if name not in of_its_own}
        pages[what] = (page.replace(door, ""), headers)
    assert len({page for page, _headers in pages.values()}) == 1
    for what, (_page, headers) in pages.items():
        assert headers == pages["no page"][1], what


def test_who_signs_in_there_comes_back_to_the_board(hidden: dict[str, str]) -> None:
    client, path = Client(), hidden["closed match"]
    door = f"/accounts/login/?next={path}"
    answer = client.post(door, {"login": "ann", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == path
    assert answer.status_code == 200
    assert "/accounts/login/" not in browser(person("eve")).get(path).content.decode()


def test_an_address_that_wants_a_form_is_not_come_back_to() -> None:
    page = Client().post("/matches/nowhere00000/talk/", {"text": "x"}).content.decode()
    assert 'href="/accounts/login/"' in page

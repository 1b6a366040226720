"""Filters of the lobby that one keeps, to come back to."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.lobby.models import SavedFilter
from games.lobby.services.filters import MOST_FILTERS
from tests.kit.browsing import browser
from tests.kit.builders import guest, person

pytestmark = pytest.mark.django_db

SLOW = "game=xiongqi&pace=slow&rated=yes"


def do(client: Client, query: str, what: str = "keep") -> str:
    answer = client.post("/lobby/filters/", {"do": what, "query": query})
    assert answer.status_code == 302
    return str(answer["Location"])


def links(client: Client, query: str = "") -> list[tuple[str, str]]:
    html = client.get(f"/lobby/?{query}").content.decode()
    form = html.partition('class="saved-filters"')[2].partition("</form>")[0]
    return [
        (unescape(url), name) for url, name in re.findall(r'href="([^"]*)"[^>]*>([^<]*)<', form)
    ]


def test_a_filter_is_kept_comes_back_and_is_forgotten() -> None:
    client = browser(person("ann"))
    assert "Save this filter" not in client.get("/lobby/").content.decode()
    assert "Save this filter" in client.get(f"/lobby/?{SLOW}&sort=newest").content.decode()
    assert do(client, f"rated=yes&{SLOW}&page=7&sort=newest") == f"/lobby/?{SLOW}"
    assert links(client) == [(f"/lobby/?{SLOW}", "Xiongqi · Over days · Rated")]
    here = client.get(f"/lobby/?{SLOW}").content.decode()
    assert 'aria-current="true"' in here
    assert "Save this filter" not in here
    do(client, SLOW)
    assert SavedFilter.objects.count() == 1
    do(client, "joinable=on&sort=rating")
    assert [name for _url, name in links(client)][1] == (
        "Highest rating first · Only those I can take"
    )
    do(client, SLOW, "forget")
    assert [url for url, _name in links(client)] == ["/lobby/?sort=rating&joinable=on"]


def test_everybody_has_their_own() -> None:
    ann, bob = browser(person("ann")), browser(person("bob"))
    do(ann, SLOW)
    assert links(bob) == []
    do(bob, SLOW, "forget")
    assert len(links(ann)) == 1


@pytest.mark.parametrize("query", ["", "sort=newest", "game=chess", "x=%00", "rated=perhaps"])
def test_what_leaves_nothing_out_is_not_kept(query: str) -> None:
    client = browser(person("ann"))
    assert do(client, query) == "/lobby/"
    assert "Choose something to filter by first." in client.get("/lobby/").content.decode()
    assert not SavedFilter.objects.exists()


def test_there_are_ten_at_most_and_guests_have_none() -> None:
    ann = person("ann")
    client = browser(ann)
    rows = (SavedFilter(user=ann, query=f"game={n}", made_at=ann.date_joined) for n in range(10))
    assert len(SavedFilter.objects.bulk_create(rows)) == MOST_FILTERS
    do(client, SLOW)
    assert "as many filters as you can" in client.get("/lobby/").content.decode()
    assert SavedFilter.objects.count() == MOST_FILTERS
    assert links(client) == [], "what names no game any more is not shown"
    do(browser(guest()), SLOW)
    assert SavedFilter.objects.count() == MOST_FILTERS

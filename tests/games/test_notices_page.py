"""The page of the bell."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Notice
from games.selectors.bells import unread_notices
from games.services import ending
from tests.games.browsing import BoardPage, browser
from tests.games.builders import NOON, everything, match_between, person, south

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return match_between(person("ann"), person("bob"))


def page(user):
    return browser(user).get("/notices/").content.decode()


def test_it_lists_what_was_told_with_the_way_to_the_board(match) -> None:
    html = page(south(match))
    assert "Xiongqi against bob has begun." in html
    assert "Xiongqi against bob: it is your turn." in html
    assert html.count(f'href="/matches/{match.uid}/"') == 2
    assert html.count('<li class="unread">') == 2


def test_times_are_written_as_everywhere_else(match) -> None:
    user = south(match)
    user.time_zone = "Asia/Tokyo"
    user.save()
    assert ">Fri 20 Nov, 21:00</time>" in page(user)


def test_looking_at_it_marks_nothing_pressing_the_button_does(match) -> None:
    client = browser(south(match))
    before = everything()
    client.get("/notices/")
    assert everything() == before
    assert client.post("/notices/")["Location"] == "/notices/"
    assert unread_notices(south(match).pk) == 0
    assert page(south(match)).count('<li class="read">') == 2


def test_an_empty_bell_says_what_it_is_for() -> None:
    assert "No notices yet" in page(person("carol"))


def test_nobody_elses_news_is_there(match) -> None:
    assert "Xiongqi" not in page(person("carol")).split("<main")[1]


def test_it_shows_the_latest_hundred(match) -> None:
    Notice.objects.bulk_create(
        Notice(user=south(match), match=match, kind="draw-offered", subject=str(n), made_at=NOON)
        for n in range(150)
    )
    assert page(south(match)).count('<li class="unread">') == 100


def test_a_long_list_costs_no_more_statements(match, django_assert_num_queries) -> None:
    client = browser(south(match))
    client.get("/notices/")
    with CaptureQueriesContext(connection) as short:
        client.get("/notices/")
    for name in ("carol", "dora", "emil"):
        match_between(south(match), person(name))
    with django_assert_num_queries(len(short)):
        html = client.get("/notices/").content.decode()
    assert "Xiongqi against emil has begun." in html


def test_each_kind_of_news_has_a_sentence(match) -> None:
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    Notice.objects.all().delete()
    for number, kind in enumerate(Notice.Kind):
        Notice.objects.create(
            user=south(match), match=match, kind=kind, subject=str(number), made_at=NOON
        )
    assert page(south(match)).count('class="notice-text"') == len(Notice.Kind)


def test_a_page_that_is_looked_at_settles_its_notices(match) -> None:
    page = BoardPage(match, south(match))
    page.html()
    assert unread_notices(south(match).pk) == 2  # fetching alone is not looking
    answer = page.post("seen")
    assert (answer.status_code, answer.content) == (204, b"")
    assert unread_notices(south(match).pk) == 0


@pytest.mark.parametrize("who", [None, "carol"])
def test_onlookers_may_say_that_they_look_and_settle_nothing(match, who) -> None:
    page = BoardPage(match, who and person(who))
    before = everything()["games.Notice"]
    assert page.post("seen").status_code == 204
    assert everything()["games.Notice"] == before

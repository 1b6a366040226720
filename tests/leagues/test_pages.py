"""The page of a league: enrolling, leaving, and what it shows."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.leagues.services import seasons
from games.tournaments.services import beginning
from tests.kit.browsing import browser
from tests.kit.builders import guest, person
from tests.leagues.conftest import SUNDAY, division, enrol_all, league

pytestmark = pytest.mark.django_db
URL = "/events/league-xiongqi/"


def test_one_enrols_and_leaves_on_the_page(db: None) -> None:
    new = browser(person("zoe"))
    assert "0 people are enrolled" in new.get(URL).content.decode()
    assert new.post(URL, {"do": "enrol"}).status_code == 302
    assert new.post(URL, {"do": "enrol"}).status_code == 409
    page = new.get(URL).content.decode()
    assert "1 person is enrolled" in page and "You are enrolled" in page
    assert "enrolled</p>" in new.get("/events/").content.decode()
    assert new.post(URL, {"do": "leave"}).status_code == 302
    assert new.post(URL, {"do": "leave"}).status_code == 409
    assert league().enrolments.count() == 0


def test_guests_and_nonsense_change_nothing(db: None) -> None:
    assert browser(guest("gast")).post(URL, {"do": "enrol"}).status_code == 403
    for form in ({}, {"do": "nonsense"}, {"do": "\x00"}):
        assert browser(person(f"p{len(str(form))}")).post(URL, form).status_code == 404
    assert Client().get("/events/league-nation/").status_code == 404
    assert Client().get("/events/league-none/").status_code == 404


def test_the_page_shows_the_own_division_and_who_goes_up_and_down(sixteen: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    beginning.begin_matches(SUNDAY)
    page = browser(sixteen[12]).get(URL).content.decode()
    shown = re.findall(r'<a href="([^"]+)" aria-current="page">', page.partition("<main")[2])
    assert "Season 1" in page and shown == ["?season=1&amp;division=2"]
    assert '<span class="tag">mine</span>' in page and ">mia<" in page and ">ann<" not in page
    assert page.count('<span class="tag">up</span>') == 2
    assert '<span class="tag">down</span>' not in page
    first = browser(sixteen[12]).get(f"{URL}?division=1").content.decode()
    assert ">ann<" in first and first.count('<span class="tag">down</span>') == 2
    event = Client().get(f"/events/{division(2).uid}/").content.decode()
    assert "Xiongqi league, season 1, division 2" in event and f'href="{URL}"' in event
    assert "Made by" not in event


@pytest.mark.parametrize("asked", ["division=9", "division=x", "season=7", "season=%EF%BC%99"])
def test_numbers_that_nobody_has_show_what_there_is(eight: list[User], asked: str) -> None:
    seasons.run_leagues(SUNDAY)
    page = Client().get(f"{URL}?{asked}")
    assert page.status_code == 200 and "Division 1" in page.content.decode()


def test_the_page_asks_the_same_number_of_questions_however_many_play(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    counted = []
    for number in range(2):
        with CaptureQueriesContext(
            connection,
        ) as few:
            Client().get(URL)
        counted.append(len(few))
        if not number:
            enrol_all([f"p{n}" for n in range(8)])
            seasons.run_leagues(SUNDAY + seasons.SEASON)
    assert counted[0] <= counted[1] <= counted[0] + 1


def test_divisions_are_listed_by_their_players_alone(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    assert "season 1, division 1" not in Client().get("/events/?list=running").content.decode()
    own = browser(eight[0]).get("/events/?list=mine").content.decode()
    assert "Xiongqi league, season 1, division 1" in own

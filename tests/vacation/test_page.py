"""The vacation page, and what others see of somebody who is away."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.match.models import Match, Vacation
from tests.kit.browsing import browser
from tests.kit.builders import REPETITION, match_between, person, play

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
URL = "/vacation/"


@pytest.fixture
def ann() -> User:
    long_ago = timezone.now() - 400 * DAY
    night = {"night_from": time(0, 17), "night_to": time(8, 43)}
    return person("ann", date_joined=long_ago, time_zone="Pacific/Chatham", **night)


def test_the_page_says_what_is_left_and_what_it_protects(ann: User) -> None:
    match_between(ann, person("bob"), now=timezone.now(), time_control="relaxed.v")
    match_between(ann, person("carl"), now=timezone.now())
    page = browser(ann).get(URL).content.decode()
    assert "30 days left" in page
    assert "Protected: 1 of your running matches. Not protected: 1" in page


def test_what_is_left_is_told_in_days_and_hours(ann: User) -> None:
    now = timezone.now()
    Vacation.objects.create(
        user=ann, starts_at=now - 10 * DAY, ends_at=now - 3 * DAY - 5 * HOUR, made_at=now
    )
    assert "24 days 1 hour left" in browser(ann).get(URL).content.decode()
    Vacation.objects.update(ends_at=now - HOUR)  # nine days, of the seven that one begins with
    ann.date_joined = now - 10 * DAY
    ann.save()
    assert "No vacation left" in browser(ann).get(URL).content.decode()


def test_away_now_and_back(ann: User) -> None:
    client = browser(ann)
    assert client.post(URL, {"do": "begin", "hours": "48"}).status_code == 302
    assert "I am back" in client.get(URL).content.decode()
    assert client.post(URL, {"do": "back"}).status_code == 302
    assert "I am back" not in client.get(URL).content.decode()
    assert client.post(URL, {"do": "back"}).status_code == 409


@time_machine.travel(datetime(2026, 11, 20, 12, 0, tzinfo=UTC), tick=False)
def test_planned_in_ones_own_zone_and_cancelled() -> None:
    ann = person("ann", time_zone="Asia/Tokyo", date_joined=datetime(2025, 1, 1, tzinfo=UTC))
    client = browser(ann)
    form = {"do": "plan", "starts": "2026-12-01T09:00", "ends": "2026-12-03T09:00"}
    assert client.post(URL, form).status_code == 302
    row = Vacation.objects.get()
    assert row.starts_at == datetime(2026, 12, 1, 0, 0, tzinfo=UTC)
    assert client.post(URL, form).status_code == 422  # twice is once
    assert client.post(URL, {"do": "cancel", "vacation": row.name}).status_code == 302
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    "form",
    [
        {"do": "begin", "hours": "11"},
        {"do": "begin", "hours": "721"},
        {"do": "begin", "hours": "x"},
        {"do": "plan", "starts": "2026-12-01T09:00", "ends": ""},
        {"do": "plan", "starts": "2036-12-03T09:00", "ends": "2036-12-01T09:00"},
        {"do": "plan", "starts": "9999-12-01T09:00", "ends": "9999-12-31T23:59"},
        {"do": "plan", "starts": "0001-01-01T00:00", "ends": "9999-12-31T23:59"},
        {"do": "cancel", "vacation": "9" * 40},
        {"do": "cancel", "vacation": "٣"},
        {"do": "fly"},
        {},
    ],
)
def test_nonsense_changes_nothing(ann: User, form: dict[str, str]) -> None:
    answer = browser(ann).post(URL, form)
    assert answer.status_code in (409, 422)
    assert not Vacation.objects.exists()


def test_the_house_takes_none_for_whoever_says_so(ann: User) -> None:
    browser(ann).post(URL, {"do": "guard"})
    ann.refresh_from_db()
    assert ann.saves_vacation
    browser(ann).post(URL, {"do": "guard", "guards": "on"})
    ann.refresh_from_db()
    assert not ann.saves_vacation


def at_the_board(match: Match, client: Client) -> str:
    return client.get(reverse("games:match", args=[match.uid])).content.decode()


def test_players_read_until_when_onlookers_that_one_is_away(ann: User) -> None:
    bob, now = person("bob"), timezone.now()
    match = match_between(ann, bob, now=now, time_control="relaxed.v")
    browser(ann).post(URL, {"do": "begin", "hours": "48"})
    for client in (browser(ann), browser(bob)):
        assert "Away until " in at_the_board(match, client)
    onlooker = at_the_board(match, Client())
    assert "Away" in onlooker
    assert "Away until " not in onlooker
    for client in (browser(ann), browser(bob)):
        assert "Away until " in client.get("/people/ann/").content.decode()
    for client in (Client(), browser(person("carl"))):
        profile = client.get("/people/ann/").content.decode()
        assert ">Away<" in profile
        assert "Away until " not in profile


def test_nobody_else_learns_of_a_zone_or_a_night(ann: User) -> None:
    bob, now = person("bob"), datetime(2026, 11, 27, 12, 0, tzinfo=UTC)  # 01:45 on Chatham
    with time_machine.travel(now, tick=False):
        match = match_between(ann, bob, now=now, time_control="relaxed.nw")
        for move in REPETITION[:2]:
            play(match, move, now=now)
        own = at_the_board(match, browser(ann))
        others = [at_the_board(match, client) for client in (browser(bob), Client())]
        others.append(browser(bob).get("/desk/").content.decode())
    assert "data-back" in own
    assert "data-pause" in own
    for page in others:
        assert "Chatham" not in page
        assert "data-pause" not in page
        for moment in ("00:17", "08:43", "11:32:00", "19:58"):  # the night, there and in UTC
            assert moment not in page
    assert all("Off now, back in " in page for page in others[:2])

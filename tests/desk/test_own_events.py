"""Somebody's own events: cards of the desk, and dates in the calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.endpoints.services.calendar import renew_feed
from games.events.own import own_events
from games.ladders.services import challenging, places
from games.leagues.services import enrolling, seasons
from games.notices.models import Notice
from games.notices.presenters.lines import notice_url
from games.tournaments.models import Tournament
from games.tournaments.services import beginning, entering, withdrawing
from games.tournaments.services.entering import TournamentRequest
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, person, play, terms

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SUNDAY = NOON + timedelta(days=(6 - NOON.weekday()) % 7)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def four() -> list[User]:
    return [person(name) for name in ("ann", "bob", "cat", "dan")]


@pytest.fixture
def opened(four: list[User], monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Made by Ann, entered by Bob, to begin in two days."""
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    asked = TournamentRequest(
        name="Autumn <b>", terms=terms(key="key-of-this-event"), size=4, starts_at=NOON + 2 * DAY
    )
    made = entering.make_tournament(user=four[0], asked=asked, now=NOON)
    entering.enter(uid=made.uid, user=four[1], now=NOON)
    return made


def cards(user: User, part: str) -> list[str]:
    """The words of each card in a part of the desk."""
    html = browser(user).get("/desk/").content.decode()
    found = re.search(f'aria-labelledby="desk-{part}">(.*?)</section>', html, re.DOTALL)
    if found is None:
        return []
    words = [re.sub(r"<[^>]+>", " ", card) for card in found[1].split("<li ")[1:]]
    return [" ".join(card.split()) for card in words]


def dates(user: User) -> dict[str, object]:
    """What the calendar of a user tells: when each entry ends, by its title."""
    feed = renew_feed(user=user, now=NOON)
    answer = Client().get(f"/calendar/{feed.token}.ics")
    found = Calendar.from_ical(answer.content).walk("VEVENT")
    return {str(one["SUMMARY"]): one.decoded("DTEND") for one in found}


def begin(tournament: Tournament, people: list[User]) -> None:
    for user in people[2:]:
        entering.enter(uid=tournament.uid, user=user, now=NOON)
    beginning.begin_now(uid=tournament.uid, user=people[0], now=NOON)
    beginning.begin_matches(NOON)


def test_a_tournament_is_on_the_desk_from_entry_to_its_end(
    four: list[User], opened: Tournament
) -> None:
    [card] = cards(four[1], "events")
    assert "Autumn &lt;b&gt;" in card and "2 of 4 places taken starts" in card
    assert cards(four[2], "events") == []
    begin(opened, four)
    match = opened.pairings.get(first__user=four[0], second__user=four[1]).match
    assert match is not None
    play(match, *QUICK_MATE)
    assert "place 1 of 4 · 1 of your 6 matches decided" in cards(four[0], "events")[0]
    # those without a point share the place
    assert "place 2 of 4 · 1 of your 6 matches decided" in cards(four[1], "events")[0]
    withdrawing.withdraw(uid=opened.uid, user=four[1], now=NOON)
    assert cards(four[1], "events") == []
    Tournament.objects.update(state=Tournament.State.OVER)
    assert cards(four[0], "events") == []


def test_a_challenge_on_a_ladder_waits_on_the_desk_until_it_is_answered(four: list[User]) -> None:
    for user in four:
        places.join(game="xiongqi", user=user, now=NOON)
    assert cards(four[0], "ladders") == []
    asked = challenging.challenge(game="xiongqi", user=four[2], name="ann", now=NOON)
    [card] = cards(four[0], "ladders")
    assert "Ladder: Xiongqi cat challenges you. to be answered by Mon 23 Nov, 12:00" in card
    page = browser(four[0]).get("/desk/").content.decode()
    assert "1 offer waits for your answer." in page and "No match in progress" not in page
    assert "your place: 1" in cards(four[0], "events")[0]
    assert cards(four[2], "ladders") == []
    assert dates(four[0]) == {"Jinya: a challenge waits (ladder of Xiongqi)": NOON + 3 * DAY}
    assert dates(four[2]) == {}
    challenging.refuse(game="xiongqi", key=asked.pk, user=four[0], now=NOON)
    assert cards(four[0], "ladders") == [] and dates(four[0]) == {}
    assert "your place: 2" in cards(four[0], "events")[0]


def test_the_calendar_tells_when_a_tournament_begins(four: list[User], opened: Tournament) -> None:
    assert dates(four[1]) == {"Jinya: a tournament begins (Xiongqi)": NOON + 2 * DAY}
    begin(opened, four)
    assert "Jinya: a tournament begins (Xiongqi)" not in dates(four[1])


def test_a_season_is_on_the_desk_and_its_end_in_the_calendar(four: list[User]) -> None:
    for user in four:
        enrolling.enrol(game="xiongqi", user=user, now=NOON)
    seasons.run_leagues(SUNDAY)
    [card] = cards(four[0], "events")
    assert "Xiongqi league, season 1, division 1" in card and "ends" in card
    ends_at = Tournament.objects.get().ends_at
    assert dates(four[0])["Jinya: the season ends (Xiongqi)"] == ends_at
    assert notified(four[0]) == {"division-began"}


def test_the_calendar_has_another_tag_when_an_event_comes(four: list[User]) -> None:
    feed = renew_feed(user=four[0], now=NOON)
    for user in four:
        enrolling.enrol(game="xiongqi", user=user, now=NOON)
    tag = Client().get(f"/calendar/{feed.token}.ics")["ETag"]
    seasons.run_leagues(SUNDAY)
    again = Client().get(f"/calendar/{feed.token}.ics", headers={"If-None-Match": tag})
    assert again.status_code == 200


def notified(user: User) -> set[str]:
    """What a user was told that belongs to no match."""
    return set(Notice.objects.filter(user=user, match=None).values_list("kind", flat=True))


def test_people_are_told_that_a_tournament_has_begun(four: list[User], opened: Tournament) -> None:
    begin(opened, four)
    assert all(notified(user) == {"tournament-began"} for user in four)
    page = browser(four[1]).get("/notices/").content.decode()
    assert "Your tournament of Xiongqi has begun, with all of its matches." in page
    [news] = Notice.objects.filter(user=four[1], match=None)
    assert notice_url(news) == f"/events/{opened.uid}/"


def test_who_gets_a_place_without_play_is_told(four: list[User]) -> None:
    for user in four:
        places.join(game="xiongqi", user=user, now=NOON)
    challenging.challenge(game="xiongqi", user=four[2], name="ann", now=NOON)
    assert challenging.give_unanswered(NOON + 3 * DAY) == 1
    assert notified(four[2]) == {"ladder-taken"}
    page = browser(four[2]).get("/notices/").content.decode()
    assert "You take the place of ann on the ladder of Xiongqi, who did not play." in page


def test_many_events_cost_a_desk_no_more(
    four: list[User], opened: Tournament, django_assert_num_queries
) -> None:
    entering.enter(uid=opened.uid, user=four[2], now=NOON)
    places.join(game="xiongqi", user=four[1], now=NOON)
    for number in range(3):
        one = Tournament.objects.create(
            key=f"key-{number}", name=f"one {number}", made_by=four[0], game="xiongqi", size=4,
            time_control="relaxed", created_at=NOON, closes_at=NOON + DAY,
        )  # fmt: skip
        entering.enter(uid=one.uid, user=four[1], now=NOON)
    with django_assert_num_queries(5):
        assert len(own_events(four[1].pk).going) == 5

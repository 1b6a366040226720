"""The calendar feed, read back by another's library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from games.endpoints.models import CalendarEntry, CalendarFeed
from games.ladders.services import challenging, places
from games.match.changes import ending
from games.match.models import Player
from games.tournaments.models import Tournament
from games.tournaments.services import entering
from games.tournaments.services.entering import TournamentRequest
from tests.kit.browsing import browser
from tests.kit.builders import NOON, everything, match_between, person, play, terms

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + HOUR, tick=False):
        yield


@pytest.fixture
def ann() -> User:
    return person("ann", time_zone="Asia/Tokyo")


def address_of(user: User) -> str:
    """Ask for an address by the page's button; what the page shows then."""
    client = browser(user)
    client.post("/devices/", {"do": "calendar"})
    html = client.get("/devices/").content.decode()
    return re.findall(r'value="http://testserver(/calendar/[^"]+\.ics)"', html)[0]


def events(address: str) -> list[Any]:
    """What a calendar program without our cookies finds there."""
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = Calendar.from_ical(answer.content)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    return list(calendar.walk("VEVENT"))


def test_one_that_tells_of_nothing_is_a_calendar_all_the_same(ann: User) -> None:
    address = address_of(ann)
    assert events(address) == []
    calendar = Calendar.from_ical(Client().get(address).content)
    assert [part.name for part in calendar.subcomponents] == ["VTIMEZONE"]
    assert f'href="webcal://testserver{address}"' in browser(ann).get("/devices/").content.decode()


def test_it_tells_when_a_board_waits_until_when_and_where(ann: User) -> None:
    match = match_between(ann, person("bob"))
    [event] = events(address_of(ann))
    seat = Player.objects.get(user=ann)
    assert event["UID"] == f"{match.uid}-{seat.seat}@jinya.localhost"
    assert event.decoded("DTEND") == seat.deadline
    assert event["SUMMARY"] == "Jinya: a board waits (Xiongqi)"
    assert event["URL"] == f"http://testserver/matches/{match.uid}/"
    page = browser(ann).get(f"/matches/{match.uid}/").content.decode()
    sentence = event["DESCRIPTION"].split("\n")[0]
    assert sentence == "Due Mon 23 Nov, 21:00."  # what counts down would stand still there
    assert sentence.removesuffix(".") in page  # the same as everywhere


def test_only_what_waits_for_oneself_is_in_it(ann: User) -> None:
    match_between(person("bob"), ann)
    match_between(ann, person("carl"), time_control="none")  # nothing is ever due there
    assert events(address_of(ann)) == []


def test_the_sequence_grows_when_the_deadline_moves_and_only_then(ann: User) -> None:
    match = match_between(ann, person("bob"))
    address = address_of(ann)
    assert [event["SEQUENCE"] for event in events(address)] == [0]
    assert [event["SEQUENCE"] for event in events(address)] == [0]
    play(match, "a1a2", now=NOON + HOUR)
    assert events(address) == []
    play(match, "a8a7", now=NOON + 2 * HOUR)
    [event] = events(address)
    assert event["SEQUENCE"] == 1
    assert event.decoded("DTEND") == Player.objects.get(user=ann).deadline


def test_what_is_over_leaves_nothing_behind(ann: User) -> None:
    over, on = match_between(ann, person("bob")), match_between(ann, person("carl"))
    address = address_of(ann)
    assert len(events(address)) == 2
    ending.resign(uid=over.uid, user=ann, now=NOON + HOUR)
    play(on, "a1a2", "a8a7", now=NOON + HOUR)
    assert len(events(address)) == 1
    assert CalendarEntry.objects.get().match_id == on.pk


def test_another_address_ends_the_one_before_and_keeps_the_count(ann: User) -> None:
    match = match_between(ann, person("bob"))
    first = address_of(ann)
    events(first)
    play(match, "a1a2", "a8a7", now=NOON + HOUR)
    second = address_of(ann)
    assert second != first
    assert Client().get(first).status_code == 404
    assert [event["SEQUENCE"] for event in events(second)] == [1]
    browser(ann).post("/devices/", {"do": "close-calendar"})
    assert Client().get(second).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_nobody_is_told_of_an_account_that_is_closed(ann: User) -> None:
    address = address_of(ann)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert Client().get(address).status_code == 404


def test_it_is_in_the_language_and_the_zone_of_whose_it_is(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="ja")
    match_between(ann, person("bob"))
    [event] = events(address_of(ann))
    assert event["SUMMARY"].startswith("陣屋：あなたの番です（")
    assert "21:00" in event["DESCRIPTION"]


def test_a_program_that_asks_again_is_told_that_nothing_has_changed(ann: User) -> None:
    match = match_between(ann, person("bob"))
    address = address_of(ann)
    tag = Client().get(address)["ETag"]
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    before = everything()
    Client().get(address)
    assert everything() == before  # looking again writes nothing
    play(match, "a1a2", "a8a7", now=NOON + HOUR)
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_one_that_knows_no_tags_is_told_since_when_nothing_has_changed(ann: User) -> None:
    match = match_between(ann, person("bob"))
    address, times = address_of(ann), []
    for number in range(3):
        times.append(Client().get(address)["Last-Modified"])
        known = {"If-Modified-Since": times[-1]}
        with time_machine.travel(NOON + 2 * HOUR, tick=False):
            assert Client().get(address, headers=known).status_code == 304
        Player.objects.filter(match=match, user=ann).update(late=("excused", "")[number % 2])
        assert Client().get(address, headers=known).status_code == 200  # in the same second
    assert times == sorted({*times})


def test_a_board_that_is_excused_is_told_anew(ann: User) -> None:
    match_between(ann, person("bob"))
    address = address_of(ann)
    tag = Client().get(address)["ETag"]
    Player.objects.filter(user=ann).update(late="excused")
    answer = Client().get(address, headers={"If-None-Match": tag})
    assert b"Excused until Mon 23 Nov" in answer.content.replace(b"\r\n ", b"")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_entry_is_plain_text_that_says_nothing_twice(
    ann: User, settings: Any, language: str
) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    settings.FINISHED_FIRST = 0
    for late in ("", "excused", "claim", "given"):
        match_between(ann, person(f"of-{late or 'time'}"))
        Player.objects.filter(user=ann, late="").update(late=late)
    cat = person("cat")
    for user in (ann, cat):
        places.join(game="xiongqi", user=user, now=NOON)
    challenging.challenge(game="xiongqi", user=cat, name="ann", now=NOON)
    for number in range(2):
        asked = TournamentRequest(
            name="Autumn <b>",
            terms=terms(key=f"event-{number}"),
            size=4,
            starts_at=NOON + 48 * HOUR,
        )
        made = entering.make_tournament(user=ann, asked=asked, now=NOON)
    Tournament.objects.filter(pk=made.pk).update(state="running", ends_at=NOON + 99 * HOUR)
    found = events(address_of(ann))
    assert len(found) == 7
    for event in found:
        lines = [event["SUMMARY"], *event["DESCRIPTION"].split("\n")]
        assert lines.pop() == event["URL"]
        assert len({*lines}) == len(lines)
        for line in lines:
            assert line == " ".join(line.split()) and line
            assert not re.search(r"[<>&{}%]|None|\(\)", line)
            assert bool(re.search("[\u3040-\u9fff]", line)) is (language == "ja")


def test_an_unknown_request_changes_nothing(ann: User) -> None:
    client = browser(ann)
    client.get("/devices/")
    before = everything()
    assert client.post("/devices/", {"do": "fly"}).status_code == 422
    assert everything() == before


def test_many_boards_cost_as_much_as_one(ann: User, django_assert_num_queries) -> None:
    address = address_of(ann)
    for name in ("bob", "carl", "dora", "emil"):
        match_between(ann, person(name))
    events(address)
    with django_assert_num_queries(5):  # two of them look for events
        Client().get(address)

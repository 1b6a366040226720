"""One sentence explains a deadline wherever it is told; calendars have its moment alone."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from games.match.models import Match
from games.notices.models import Notice
from games.notices.presenters.mails import mail_for
from tests.kit.browsing import browser
from tests.kit.builders import REPETITION, match_between, person, play
from tests.kit.own_data import put_together

pytestmark = pytest.mark.django_db


FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def friday() -> Iterator[datetime]:
    with time_machine.travel(FRIDAY, tick=False):
        yield FRIDAY


def test_page_desk_mail_feed_and_export_say_the_same(friday: datetime) -> None:
    away = {"time_zone": "Asia/Tokyo", "night_from": time(23), "night_to": time(7)}
    ann = person("ann", email="ann@example.org", date_joined=friday - timedelta(days=90), **away)
    match = match_between(ann, person("bob"), now=friday, time_control="steady.nw")
    play(match, *REPETITION[:2], now=friday)
    client = browser(ann)
    sentence = deadline(client, match)
    assert sentence == ("Due Mon 30 Nov, 21:01: 4 days left, not counting nights and weekends.")
    assert sentence in html.unescape(client.get("/desk/").text)
    notice = Notice.objects.filter(user=ann, kind="your-turn").latest("pk")
    assert sentence in str(mail_for(ann, [notice], key="1", now=friday).body)
    assert feed(client).startswith("Due Mon 30 Nov, 21:01.")  # a calendar keeps what it was told
    answer = json.loads(put_together(ann, friday))
    assert answer["deadlines"] == [{"match": match.uid, "due": sentence}]


def deadline(client: Client, match: Match) -> str:
    page = html.unescape(client.get(f"/matches/{match.uid}/").text)
    return page.partition("<dd>Due")[2].partition("</dd>")[0].join(("Due", ""))


def feed(client: Client) -> str:
    client.post("/devices/", {"do": "calendar"})
    [address] = re.findall(
        r'value="http://testserver(/calendar/[^"]+)"', client.get("/devices/").text
    )
    calendar = Calendar.from_ical(Client().get(address).content)
    return str(calendar.walk("VEVENT")[0]["DESCRIPTION"])

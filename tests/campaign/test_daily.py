"""The challenge of a day: one for everybody, one run that counts, and nothing of others before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.campaign import services
from games.campaign.models import DailyRun
from games.campaign.selectors import stage_of_day, table_of_day, table_of_week, today_of
from games.match.changes import turns
from games.match.models import Match
from games.match.reading.visibility import may_watch, watched
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person, seat_ply_of
from tests.kit.staff import staff
from tests.kit.stages import pay_all
from tests.routes import address, routes

pytestmark = pytest.mark.django_db

TODAY = today_of(NOON)
BELOW = (
    "games:match",
    "games:board",
    "games:record",
    "games:record-as-text",
    "games:picture",
    "games:preview",
    "games:embed",
    "games:commitments",
)
"""Addresses that tell how a match went."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[datetime]]:
    now = [NOON]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    yield now


def ended(user: User, how: str = "train", at: datetime = NOON) -> Match:
    """A run of today by *user*, played to its end."""
    match = services.start_daily(user=user, key="", now=at)
    pay_all(match, now=at)
    while match.status == "active":
        seat = match.players.get(user=user).seat
        ply = seat_ply_of(match, seat)
        turns.play_move(
            uid=match.uid,
            user=user,
            move=turns.MoveRequest(how, ply, f"daily-key-{ply:04}"),
            now=at,
        )
        pay_all(match, now=at)
    return match


def test_a_day_has_one_stage_that_the_key_of_the_house_decides(settings: Any) -> None:
    first = stage_of_day(TODAY)
    assert stage_of_day(TODAY) == first
    assert stage_of_day(TODAY + timedelta(days=1))[-10:] != first[-10:]
    settings.SECRET_KEY = "another" * 10
    assert stage_of_day(TODAY) != first  # so nobody tells it from the date


def test_a_day_that_has_begun_keeps_its_stage(settings: Any) -> None:
    match = services.start_daily(user=person("ann"), key="", now=NOON)
    settings.SECRET_KEY = "another" * 10
    assert stage_of_day(TODAY) == match.options["stage"]


def test_the_first_run_counts_and_is_begun_once() -> None:
    ann = person("ann")
    client = browser(ann)
    first, again = (client.post("/campaign/daily/", {"key": f"key-of-run-{n}"}) for n in range(2))
    assert first["Location"] == again["Location"]
    match = ended(ann)
    run = DailyRun.objects.get()
    assert (run.match, run.day, run.ended_at) == (match, TODAY, match.ended_at)
    assert faults_of(match) == []
    # from then on it can be played for practice, and that counts for nothing
    client.post("/campaign/start/", {"stage": run.stage, "key": "key-for-practice"})
    assert Match.objects.count() == 2
    assert DailyRun.objects.count() == 1


def test_the_stage_of_a_day_is_not_begun_in_other_ways_before() -> None:
    ann, stage = person("ann"), stage_of_day(TODAY)
    client = browser(ann)
    client.post("/campaign/start/", {"stage": stage, "key": "key-of-the-start"})
    assert not Match.objects.exists()
    match = services.start_daily(user=ann, key="", now=NOON)
    pay_all(match)
    client.post("/campaign/fork/", {"match": match.uid, "ply": "2", "key": "key-of-the-fork"})
    client.post("/campaign/start/", {"stage": stage, "key": "key-of-the-start"})
    assert Match.objects.count() == 1
    assert client.get(f"/campaign/{stage}/").status_code == 404


def test_nothing_is_told_of_others_before_the_own_end(clock: list[datetime]) -> None:
    """The leak test: pages, lists, tables, records and pictures."""
    ann, bob, guest = person("ann"), person("bob"), person("guest")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    match = ended(ann)
    services.start_daily(user=bob, key="", now=NOON)  # and has still to play it
    below = [address(dict(routes())[name], {"uid": match.uid}) for name in BELOW]
    assert [browser(ann).get(page).status_code for page in below[:4]] == [200] * 4
    pages = [*below, "/campaign/daily/", "/people/ann/"]
    eyes = {"bob": bob, "nobody": None, "guest": guest, "cid": person("cid")}
    for name, user in eyes.items():
        for page in pages:
            answer = browser(user).get(page)
            text = b"".join(answer) if answer.streaming else answer.content
            if page in below:
                assert answer.status_code == 404, (name, page)
            else:
                assert match.uid.encode() not in text, (name, page)
    assert "ann</bdi>" not in browser(bob).get("/campaign/daily/").content.decode()
    assert f"/campaign/{match.options['stage']}/" not in browser(bob).get("/").content.decode()
    assert browser(bob).get(f"/campaign/{match.options['stage']}/").status_code == 404
    # staff who work on reports see it, and so does its player
    assert may_watch(match, staff("moderator"))
    assert may_watch(match, ann)
    assert watched([match], bob) == []
    # when the day is over, everybody does
    clock[0] = NOON + timedelta(days=1)
    for user in eyes.values():
        assert browser(user).get(f"/matches/{match.uid}/").status_code == 200


def test_the_own_end_opens_the_tables_and_what_others_played() -> None:
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    match = ended(ann)
    running = services.start_daily(user=cid, key="", now=NOON)
    ended(bob)
    html = browser(bob).get("/campaign/daily/").content.decode()
    assert sorted(re.findall(r"<bdi>(\w+)</bdi>", html)) == ["ann", "ann", "bob", "bob"]
    assert f"/matches/{match.uid}/" in html
    assert browser(bob).get(f"/matches/{match.uid}/").status_code == 200
    assert watched([match, running], bob) == [match]
    assert not may_watch(running, bob)
    match.hidden_at = NOON
    assert not may_watch(match, bob)


def test_a_guest_who_has_ended_sees_the_tables_and_no_replays() -> None:
    ann, guest = person("ann"), person("guest")
    match = ended(ann)
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    ended(guest)
    html = browser(guest).get("/campaign/daily/").content.decode()
    assert "ann</bdi>" in html
    assert match.uid not in html
    assert browser(guest).get(f"/matches/{match.uid}/").status_code == 404


def test_the_best_lead_is_first_in_the_day_and_counts_in_the_week() -> None:
    ann, bob, cid = person("ann"), person("bob"), person("cid")
    for user, day, lead, rounds in (
        (ann, 0, 100, 9), (bob, 0, 100, 8), (cid, 0, -50, 3), (ann, 1, 400, 9), (bob, 7, 900, 9),
    ):  # fmt: skip
        match = Match.objects.create(
            game="nation", rules_version=2, time_control="none", created_at=NOON
        )
        DailyRun.objects.create(
            day=TODAY - timedelta(days=day), user=user, match=match, stage="s", lead=lead,
            rounds=rounds, ended_at=NOON - timedelta(days=day),
        )  # fmt: skip
    assert [(one.name, one.lead) for one in table_of_day(TODAY, ann.pk)] == [
        ("bob", 100), ("ann", 100), ("cid", -50),
    ]  # fmt: skip
    week = [(one.name, one.lead, one.days) for one in table_of_week(TODAY, ann.pk)]
    assert TODAY.weekday() >= 1
    assert week == [("ann", 400, 2), ("bob", 100, 1), ("cid", -50, 1)]


def test_a_run_that_ends_after_its_day_stands_in_no_table(clock: list[datetime]) -> None:
    ann = person("ann")
    services.start_daily(user=ann, key="", now=NOON)
    clock[0] = NOON + timedelta(days=1)
    client = browser(ann)
    match = Match.objects.get()
    client.post(f"/matches/{match.uid}/resign/")
    run = DailyRun.objects.get()
    assert run.ended_at is not None
    assert table_of_day(TODAY, ann.pk) == ()


def test_one_run_a_day_is_left_when_a_guest_signs_in() -> None:
    ann, guest = person("ann"), person("guest")
    own = services.start_daily(user=ann, key="", now=NOON)
    services.start_daily(user=guest, key="", now=NOON)
    services.move_results(guest.pk, ann.pk)
    assert [run.match for run in DailyRun.objects.all()] == [own]
    other = person("other")
    services.move_results(ann.pk, other.pk)
    assert DailyRun.objects.get().user == other

"""Gifts of time, and pauses by agreement."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.match.changes import deadlines, giving, pausing
from games.match.clocks import health
from games.match.clocks.timeoff import running_clock
from games.match.exceptions import AlreadyOffered, NothingOffered, StaleMove
from games.match.models import Credit, Match, Pause, Player
from games.match.reading.clockproof import clock_steps
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import BoardPage
from tests.kit.builders import (
    NOON,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
    use_up_overtime,
)

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def begun(time_control: str = "days2", now: datetime = NOON) -> Match:
    """South is to make the second own move since *now*, with two days."""
    match = match_between(person("ann"), person("bob"), now=now, time_control=time_control)
    play(match, "e3e4", "e6e5", now=now)
    return match


def running(match: Match) -> Player:
    match.refresh_from_db()
    player = match.players.get(is_to_act=True)
    assert match.deadline == player.deadline
    assert faults_of(match) == []
    return player


def notified(match: Match, kind: str) -> list[str]:
    return list(Notice.objects.filter(match=match, kind=kind).values_list("user__name", flat=True))


def paused(match: Match, days: int = 7, now: datetime = NOON + HOUR) -> None:
    pausing.ask_pause(uid=match.uid, user=south(match), days=days, now=now)
    pausing.accept_pause(uid=match.uid, user=north(match), now=now)


# Gifts


def test_a_day_is_given_to_the_clock_that_runs_and_proved() -> None:
    match = begun()
    before = running(match).deadline
    giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON + HOUR)
    assert before is not None
    assert running(match).deadline == before + DAY
    assert notified(match, "time-given") == ["ann"]
    submit(match, south(match), "d3d4", seat_ply=2, now=before + HOUR)
    step = clock_steps(match)[-1]
    assert (step.credited, step.after) == (DAY, match.players.get(seat=0).bank)
    assert faults_of(match) == []


def test_a_second_click_gives_nothing_and_fourteen_are_the_most() -> None:
    match = begun()
    giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON + HOUR)
    with pytest.raises(StaleMove):
        giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON + HOUR)
    for number in range(1, 14):
        giving.give_day(uid=match.uid, user=north(match), given=number, now=NOON + HOUR)
    with pytest.raises(NothingOffered):
        giving.give_day(uid=match.uid, user=north(match), given=14, now=NOON + HOUR)
    assert running(match).deadline == match_start(match) + 16 * DAY
    assert "Give your opponent a day" not in BoardPage(match, north(match)).html()


def match_start(match: Match) -> datetime:
    """When the turn that goes on began, before anything was given to it."""
    return clock_steps(match)[-1].made_at


@pytest.mark.parametrize("control", ["live15", "none"])
def test_no_time_is_given_where_days_are_not_played(control: str) -> None:
    match = begun(control)
    with pytest.raises(NothingOffered):
        giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON + MINUTE)
    with pytest.raises(NothingOffered):
        pausing.ask_pause(uid=match.uid, user=north(match), days=1, now=NOON + MINUTE)


def test_nor_for_a_first_move_nor_with_bots() -> None:
    fresh, bots = match_between(person("cid"), person("dee")), match_with_bot(person("eve"))
    for match, user in ((fresh, north(fresh)), (bots, south(bots))):
        with pytest.raises(NothingOffered):
            giving.give_day(uid=match.uid, user=user, given=0, now=NOON)
        with pytest.raises(NothingOffered):
            pausing.ask_pause(uid=match.uid, user=user, days=1, now=NOON)


# Pauses


def test_no_clock_runs_in_a_pause_and_the_proof_says_so() -> None:
    match = begun()
    before = running(match).deadline
    paused(match)
    assert before is not None
    assert running(match).deadline == before + 7 * DAY
    assert (notified(match, "pause-asked"), notified(match, "paused")) == (["bob"], ["ann"])
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON + 5 * DAY)  # a move ends it not
    step = clock_steps(match)[-1]
    assert step.off == NOON + 5 * DAY - (NOON + HOUR)
    assert step.after == match.players.get(seat=0).bank
    assert running(match).deadline == NOON + HOUR + 7 * DAY + 2 * DAY
    assert match.players.get(seat=0).answers[-1] <= HOUR.total_seconds()


def test_it_needs_both_and_is_asked_once() -> None:
    match = begun()
    pausing.ask_pause(uid=match.uid, user=south(match), days=3, now=NOON)
    for user in (south(match), north(match)):
        with pytest.raises(AlreadyOffered):
            pausing.ask_pause(uid=match.uid, user=user, days=3, now=NOON)
    with pytest.raises(NothingOffered):
        pausing.accept_pause(uid=match.uid, user=south(match), now=NOON)
    pausing.drop_pause(uid=match.uid, user=north(match), now=NOON)
    assert running(match).deadline is not None
    assert not Pause.objects.exists()
    with pytest.raises(NothingOffered):
        pausing.ask_pause(uid=match.uid, user=south(match), days=31, now=NOON)


def test_it_goes_on_at_once_if_both_agree() -> None:
    match = begun()
    before = running(match).deadline
    paused(match)
    now = NOON + 3 * HOUR
    pausing.go_on(uid=match.uid, user=south(match), now=now)
    assert before is not None
    assert running(match).deadline == before + 26 * HOUR
    assert notified(match, "goes-on") == ["bob"]
    with pytest.raises(AlreadyOffered):
        pausing.go_on(uid=match.uid, user=south(match), now=now)
    pausing.go_on(uid=match.uid, user=north(match), now=now)
    assert running(match).deadline == before + 2 * HOUR
    with pytest.raises(NothingOffered):
        pausing.go_on(uid=match.uid, user=north(match), now=now)
    paused(match, now=now)  # and there can be another
    assert running(match).deadline == before + 2 * HOUR + 7 * DAY


def test_a_gift_outlasts_a_pause_and_a_pause_that_ends_sooner() -> None:
    match = begun()
    giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON + HOUR)
    before = running(match).deadline
    assert before is not None
    paused(match, now=NOON + 2 * HOUR)
    assert running(match).deadline == before + 7 * DAY
    clock = running_clock(match, running(match), NOON + 3 * HOUR)
    assert clock is not None
    assert (clock.left, clock.skips) == (before - (NOON + 2 * HOUR), ("pause",))
    later = NOON + 5 * HOUR
    pausing.go_on(uid=match.uid, user=south(match), now=later)
    assert running(match).deadline == before + DAY + 3 * HOUR
    pausing.go_on(uid=match.uid, user=north(match), now=later)
    assert running(match).deadline == before + 3 * HOUR
    submit(match, south(match), "d3d4", seat_ply=2, now=before)
    assert clock_steps(match)[-1].after == match.players.get(seat=0).bank
    assert faults_of(match) == []


def test_overtime_is_not_paused() -> None:
    match = begun()
    use_up_overtime(match)
    for action in (
        lambda: pausing.ask_pause(uid=match.uid, user=north(match), days=1, now=NOON),
        lambda: giving.give_day(uid=match.uid, user=north(match), given=0, now=NOON),
    ):
        with pytest.raises(NothingOffered):
            action()


def test_an_outage_in_a_pause_costs_and_gives_nothing() -> None:
    match = begun()
    paused(match)
    before = running(match).deadline
    Credit.objects.create(amount=HOUR, until=NOON + DAY)
    health.give_back()
    assert before is not None
    assert running(match).deadline == before + HOUR
    assert not deadlines.flag_if_overdue(uid=match.uid, now=before)


def test_the_end_takes_back_what_is_asked() -> None:
    match = begun()
    pausing.ask_pause(uid=match.uid, user=south(match), days=3, now=NOON)
    play(match, "d3d4")
    assert BoardPage(match, north(match)).post("resign").status_code == 302
    match.refresh_from_db()
    assert match.pause_asked_by is None
    assert faults_of(match) == []


def test_it_is_offered_on_the_page_of_the_match_and_others_see_no_more_than_the_pause() -> None:
    match = begun(now=NOON + DAY - HOUR)
    mine, theirs = BoardPage(match, south(match)), BoardPage(match, north(match))
    assert "Give your opponent a day" in theirs.html()
    assert "Give your opponent a day" not in mine.html()
    assert mine.post("time", {"do": "pause", "days": "x"}).status_code == 409
    assert mine.post("time", {"do": "pause", "days": "7"}).status_code == 302
    assert "ann asks for a pause of 7 days." in theirs.html()
    onlooker = Client().get(f"/matches/{match.uid}/").content.decode()
    assert "pause" not in onlooker.partition("<main")[2].partition('id="words"')[0]
    assert theirs.post("time", {"do": "accept-pause"}).status_code == 302
    html = mine.html()
    assert "The match is paused until" in html
    assert "not counting the pause." in html
    assert "The match is paused for 7 days, as both agreed." in html
    onlooker = Client().get(f"/matches/{match.uid}/").content.decode()
    assert "The match is paused until" in onlooker
    assert "Go on" not in onlooker
    assert theirs.post("time", {"do": "go-on"}).status_code == 302
    assert "bob wants to go on." in mine.html()

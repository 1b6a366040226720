"""Time that moderators give and take: the arithmetic stays right, step by step."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.match.changes import deadlines
from games.match.clocks import controls
from games.match.exceptions import CannotRule
from games.match.models import Match, Player
from games.match.reading.clockproof import clock_steps
from games.moderation.models import Inquiry
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from tests.kit.browsing import browser
from tests.kit.builders import (
    LONGER_MATE,
    NOON,
    TOO_LATE,
    house_was_up,
    match_between,
    person,
    play,
)
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def match() -> Match:
    """North is to move, since noon, with a clock of five days."""
    made = match_between(person("south"), person("north"))
    play(made, *LONGER_MATE[:3])
    return made


def done(
    match: Match, action: str, at: datetime, *, hours: int = 0, seat: int | None = None
) -> Match:
    actor = User.objects.filter(name="moderator").first() or staff("moderator")
    rule(uid=match.uid, asked=ActionRequest(action, hours=hours, seat=seat), why=why(actor), now=at)
    match.refresh_from_db()
    assert faults_of(match) == []
    return match


def running(match: Match) -> Player:
    return match.players.get(is_to_act=True)


def test_the_time_of_a_turn_begins_anew(match: Match) -> None:
    before = running(match)
    began = before.clock_started_at
    assert began is not None
    done(match, "renew", began + 30 * HOUR)
    after = running(match)
    assert after.clock_started_at == began + 30 * HOUR
    assert (after.bank, after.deadline - before.deadline) == (before.bank, 30 * HOUR)
    assert match.deadline == after.deadline
    play(match, LONGER_MATE[3], now=began + 32 * HOUR)
    step = clock_steps(match)[-1]
    assert (step.credited, step.spent) == (30 * HOUR, 2 * HOUR)
    assert step.after == match.players.get(seat=1).bank
    assert faults_of(match) == []


def test_in_a_frozen_match_it_begins_anew_when_that_goes_on(match: Match) -> None:
    done(match, "freeze", NOON + 10 * HOUR)
    done(match, "renew", NOON + 20 * HOUR)
    done(match, "resume", NOON + 40 * HOUR)
    assert running(match).clock_started_at == NOON + 40 * HOUR
    play(match, LONGER_MATE[3], now=NOON + 41 * HOUR)
    assert clock_steps(match)[-1].spent == HOUR
    assert faults_of(match) == []


def test_grace_keeps_a_match_from_being_lost_but_the_clock_is_charged(match: Match) -> None:
    house_was_up(NOON - HOUR, NOON + 30 * 24 * HOUR)
    due = running(match).deadline
    assert due is not None
    done(match, "grace", NOON + HOUR, hours=10)
    done(match, "grace", NOON + 2 * HOUR, hours=5)
    assert (running(match).grace, match.deadline) == (15 * HOUR, due + 15 * HOUR)
    assert not deadlines.flag_if_overdue(uid=match.uid, now=due + 14 * HOUR)
    play(match, LONGER_MATE[3], now=due + 14 * HOUR)
    north = match.players.get(seat=1)
    bonus = controls.control_of(match.time_control).bonus
    assert north.bank == bonus - 14 * HOUR  # the clock was empty when it was due
    assert (north.grace, north.deadline) == (timedelta(), None)
    step = clock_steps(match)[-1]
    assert (step.credited, step.after) == (timedelta(), north.bank)
    assert faults_of(match) == []


def test_after_the_grace_the_match_is_lost(match: Match) -> None:
    house_was_up(NOON - HOUR, NOON + 30 * 24 * HOUR)
    due = running(match).deadline
    assert due is not None
    done(match, "grace", NOON + HOUR, hours=10)
    assert deadlines.flag_if_overdue(uid=match.uid, now=due + 11 * HOUR)
    assert running(match).late == "excused"
    assert deadlines.flag_if_overdue(uid=match.uid, now=due + 11 * HOUR + TOO_LATE)
    match.refresh_from_db()
    assert match.ended_how == "time"
    assert faults_of(match) == []


def test_grace_is_taken_away_but_not_where_the_match_would_be_lost_by_it(match: Match) -> None:
    due = running(match).deadline
    assert due is not None
    with pytest.raises(CannotRule):
        done(match, "no-grace", NOON + HOUR)
    done(match, "grace", NOON + HOUR, hours=10)
    with pytest.raises(CannotRule):
        done(match, "no-grace", due + HOUR)
    done(match, "no-grace", due - HOUR)
    assert (running(match).deadline, running(match).grace) == (due, timedelta())


def test_time_is_given_to_a_clock_that_runs_and_to_no_other(match: Match) -> None:
    for action in ("extend", "renew", "grace"):
        with pytest.raises(CannotRule):
            done(match, action, NOON + HOUR, hours=5, seat=0)
    for number, action in enumerate(("renew", "extend", "grace"), start=1):
        done(match, action, NOON + number * HOUR, hours=5, seat=1)


def test_to_investigate_is_one_press(match: Match) -> None:
    moderator = staff("moderator")
    client = browser(moderator)
    url = f"/admin/moderation/report/match/{match.uid}/"
    page = client.get(f"{url}rule/?verb=investigate").content.decode()
    assert "A moderator is looking into this match." in page
    form = {"verb": "investigate", "reason": "report", "note": "both look odd"}
    assert client.post(f"{url}rule/", form).status_code == 302
    match.refresh_from_db()
    assert match.frozen_at is not None
    assert faults_of(match) == []
    for name in ("south", "north"):
        html = browser(match.players.get(user__name=name).user).get("/notices/").content.decode()
        assert "a moderator is looking into the match" in html
    queue = client.get("/admin/moderation/report/").content.decode()
    assert f"match/{match.uid}/inquiry/" in queue
    assert (
        match.uid not in browser(staff("senior")).get("/admin/moderation/report/").content.decode()
    )
    assert client.post(f"{url}inquiry/").status_code == 302
    assert Inquiry.objects.get().closed_at is not None
    assert match.uid not in client.get("/admin/moderation/report/").content.decode()


def test_the_last_move_is_voided_with_its_time(match: Match) -> None:
    play(match, LONGER_MATE[3], now=NOON + 10 * HOUR)
    senior = staff("senior")
    rule(uid=match.uid, asked=ActionRequest("void"), why=why(senior), now=NOON + 11 * HOUR)
    match.refresh_from_db()
    north = running(match)
    assert (north.seat, match.rulings.get().ply) == (1, 3)
    assert north.bank == clock_steps(match)[1].after
    assert faults_of(match) == []


def test_time_that_was_given_is_taken_back_and_no_more(match: Match) -> None:
    before = running(match)
    began, due = before.clock_started_at, before.deadline
    assert began is not None
    assert due is not None
    with pytest.raises(CannotRule):
        done(match, "take-time", began + HOUR, hours=1)
    done(match, "extend", began + HOUR, hours=10)
    with pytest.raises(CannotRule):
        done(match, "take-time", began + 2 * HOUR, hours=11)
    with pytest.raises(CannotRule):
        done(match, "take-time", due + HOUR, hours=9)  # it would be lost at once
    done(match, "take-time", began + 2 * HOUR, hours=4)
    assert running(match).deadline == due + 6 * HOUR
    play(match, LONGER_MATE[3], now=began + 9 * HOUR)
    step = clock_steps(match)[-1]
    assert (step.credited, step.spent) == (6 * HOUR, 3 * HOUR)
    assert step.after == match.players.get(seat=1).bank
    with pytest.raises(CannotRule):
        done(match, "take-time", began + 10 * HOUR, hours=1)  # that turn is over
    assert faults_of(match) == []

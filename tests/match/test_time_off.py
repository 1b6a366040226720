"""Weekends and nights off in a match: what a turn is charged, and when it is due."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from engines.core.seats import Seat, Viewer
from games.match.changes import deadlines
from games.match.changes.ending import resign
from games.match.clocks import controls
from games.match.clocks.timeoff import back_at, rest_of
from games.match.exceptions import UnknownTerms
from games.match.models import Match, Player, Vacation
from games.match.reading.clockproof import clock_steps
from games.match.reading.plytimes import ply_times
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms.opening import check_terms
from games.matchpage.selectors.board import board_facts
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from tests.kit.browsing import browser
from tests.kit.builders import (
    REPETITION,
    house_was_up,
    match_between,
    match_with_bot,
    person,
    play,
    terms,
)
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)  # 21:00 in Tokyo, 13:00 in Berlin


@pytest.fixture
def people() -> tuple[User, User]:
    south = person("south", time_zone="Asia/Tokyo", night_from=time(23), night_to=time(7))
    return south, person("north", time_zone="Europe/Berlin")


def begun(people: tuple[User, User], time_control: str, now: datetime = FRIDAY) -> Match:
    """South is to make its second move, since *now*, with six days on its clock."""
    match = match_between(*people, now=now, time_control=time_control)
    move_on(match, now, 2)
    return match


def move_on(match: Match, now: datetime, moves: int = 1) -> None:
    """The next *moves*, all at *now*."""
    done = len(clock_steps(match))
    for move in REPETITION[done : done + moves]:
        play(match, move, now=now)


def running(match: Match) -> Player:
    return match.players.get(is_to_act=True)


@pytest.mark.parametrize(
    ("control", "due"),
    [
        ("steady", FRIDAY + 4 * DAY),
        ("steady.w", FRIDAY + 6 * DAY),
        ("steady.v", FRIDAY + 4 * DAY),
        # 2 h on Friday, 16 h on each of five days, 14 h on the last
        ("steady.n", datetime(2026, 12, 3, 12, 0, tzinfo=UTC)),
        ("steady.nw", datetime(2026, 12, 7, 12, 0, tzinfo=UTC)),
    ],
)
def test_a_deadline_leaves_out_what_is_off(
    people: tuple[User, User], control: str, due: datetime
) -> None:
    match = begun(people, control)
    assert running(match).bank == 4 * DAY
    assert running(match).deadline == match.deadline == due
    assert faults_of(match) == []


def test_a_first_move_knows_no_time_off(people: tuple[User, User]) -> None:
    match = match_between(*people, now=FRIDAY, time_control="relaxed.nw")
    assert running(match).deadline == FRIDAY + controls.FIRST_MOVE
    move_on(match, FRIDAY + 2 * DAY)
    assert match.players.get(seat=0).bank == 4 * DAY


def test_the_weekend_is_not_charged_and_refills_nothing(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    move_on(match, FRIDAY + 3 * DAY)  # Monday, 21:00 in Tokyo
    assert match.players.get(seat=0).bank == 6 * DAY  # a day used, a day given back
    step = clock_steps(match)[-1]
    assert (step.off, step.spent) == (2 * DAY, DAY)
    assert match.players.get(seat=0).answers[-1] == DAY.total_seconds()
    assert faults_of(match) == []


def test_each_seat_rests_in_its_own_zone(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    monday = datetime(2026, 11, 29, 22, 0, tzinfo=UTC)  # Monday in Tokyo, Sunday in Berlin
    move_on(match, monday)
    assert match.players.get(seat=0).bank == 7 * DAY - 10 * HOUR  # of 7 h before and 7 h after
    move_on(match, monday + HOUR)
    assert match.players.get(seat=1).bank == 7 * DAY


def test_a_turn_keeps_the_plan_it_began_with(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.n")
    User.objects.filter(name="south").update(night_from=None, night_to=None)
    before = running(match).deadline
    move_on(match, FRIDAY + DAY)
    spent = DAY - 8 * HOUR
    assert match.players.get(seat=0).bank == min(6 * DAY - spent + DAY, 7 * DAY)
    move_on(match, FRIDAY + DAY + HOUR)
    assert before is not None
    after = running(match)
    assert after.deadline == FRIDAY + DAY + HOUR + after.bank  # from the next turn on
    assert [plan["night"] for plan in after.rests] == [["23:00:00", "07:00:00"], []]
    assert faults_of(match) == []


def test_clocks_change_their_zone_once_a_week(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")

    def zone_after(now: datetime, zone: str) -> str:
        User.objects.filter(name="south").update(time_zone=zone)
        move_on(match, now, 2)
        return rest_of(match, running(match)).zone

    assert rest_of(match, running(match)).zone == "Asia/Tokyo"
    assert zone_after(FRIDAY + HOUR, "America/New_York") == "Asia/Tokyo"
    assert zone_after(FRIDAY + 8 * DAY, "America/New_York") == "America/New_York"


def test_an_outage_is_given_back_in_running_time(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    house_was_up(since=FRIDAY - DAY, until=FRIDAY + HOUR)
    deadlines.sweep_deadlines(now=FRIDAY + 2 * HOUR)
    player = running(match)
    assert player.clock_started_at == FRIDAY + HOUR
    assert player.deadline == datetime(2026, 12, 7, 13, 0, tzinfo=UTC)  # two weekends on the way
    match.refresh_from_db()
    assert match.deadline == player.deadline


@pytest.mark.parametrize("hours", [4, 40])
def test_time_given_and_taken_back_leaves_the_deadline(
    people: tuple[User, User], hours: int
) -> None:
    match = begun(people, "relaxed.nw")
    before = running(match).deadline
    for action in ("extend", "take-time"):
        asked = ActionRequest(action, hours=hours)
        actor = User.objects.filter(name="moderator").first() or staff("moderator")
        rule(uid=match.uid, asked=asked, why=why(actor), now=FRIDAY)
        match.refresh_from_db()
        assert faults_of(match) == []
        if action == "extend":
            assert running(match).deadline > before
    assert running(match).deadline == before


def test_a_frozen_weekend_is_not_given_twice(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    actor = staff("moderator")
    rule(uid=match.uid, asked=ActionRequest("freeze"), why=why(actor), now=FRIDAY)
    rule(uid=match.uid, asked=ActionRequest("resume"), why=why(actor), now=FRIDAY + 3 * DAY)
    move_on(match, FRIDAY + 4 * DAY)
    assert match.players.get(seat=0).bank == 6 * DAY
    step = clock_steps(match)[-1]
    assert (step.off, step.credited, step.spent) == (2 * DAY, DAY, DAY)
    match.refresh_from_db()
    assert faults_of(match) == []


def test_the_clock_proof_says_what_was_off(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    move_on(match, FRIDAY + 3 * DAY)
    workbench = browser(staff("moderator")).get(reverse("admin:moderation_match", args=[match.uid]))
    day = "1 d 00:00:00"
    sentence = f"6 d 00:00:00 − {day} (2 d 00:00:00 off) + {day} = 6 d 00:00:00"
    assert sentence in workbench.content.decode()


def test_who_is_off_is_not_flagged_and_is_shown_as_off(people: tuple[User, User]) -> None:
    match = begun(people, "days1.w")
    house_was_up(since=FRIDAY - DAY, until=FRIDAY + 2 * DAY)
    deadlines.sweep_deadlines(now=FRIDAY + 2 * DAY)
    match.refresh_from_db()
    assert match.status == Status.ACTIVE
    rest = rest_of(match, running(match))
    assert back_at(rest, FRIDAY) is None
    assert back_at(rest, FRIDAY + DAY) == datetime(2026, 11, 29, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "slug",
    ["live15.w", "none.v", "relaxed.", "relaxed.wn", "relaxed.nn", "own-1-1-1", "own-060-0-60",
     "own-86400-0-3600", "own-2592001-0-2592001", "own-10799-181-10799", "Relaxed", "x" * 41],
)  # fmt: skip
def test_no_other_clock_can_be_asked_for(slug: str) -> None:
    with pytest.raises(UnknownTerms):
        check_terms(terms(time_control=slug))


@pytest.mark.parametrize("slug", ["live5", "own-86400-3600-172800.nvw", "own-300-0-300"])
def test_clocks_of_ones_own_can(slug: str, people: tuple[User, User]) -> None:
    check_terms(terms(time_control=slug))
    assert match_between(*people, time_control=slug).time_control == slug


def test_bots_need_no_time_off(people: tuple[User, User]) -> None:
    with pytest.raises(UnknownTerms):
        match_with_bot(people[0], time_control="relaxed.w")


# When moves were made


def test_a_list_of_moves_tells_when_and_how_long_time_off_not_counted(
    people: tuple[User, User],
) -> None:
    match = begun(people, "relaxed.w")
    move_on(match, FRIDAY + 3 * DAY)  # Saturday and Sunday are off
    facts = board_facts(match.uid, people[0], now=FRIDAY + 3 * DAY)
    assert {ply: (time.made_at, time.took) for ply, time in facts.ply_times.items()} == {
        1: (FRIDAY, timedelta()),
        2: (FRIDAY, None),  # how long others took, less their time off, would tell when that is
        3: (FRIDAY + 3 * DAY, DAY),
    }
    client = browser(people[0])
    assert 'data-when="Mon 30 Nov, 21:00 · 1 day"' in client.get(f"/matches/{match.uid}/").text
    held = client.get(f"/matches/{match.uid}/board/?has=2.2.{facts.ahead}").text
    assert 'data-when="Mon 30 Nov, 21:00 · 1 day"' in held
    looked = client.get(f"/matches/{match.uid}/?ply=3").text
    assert '<p class="move-when">Mon 30 Nov, 21:00 · 1 day</p>' in looked


def test_the_record_tells_the_same(people: tuple[User, User]) -> None:
    match = begun(people, "relaxed.w")
    move_on(match, FRIDAY + 3 * DAY)
    resign(uid=match.uid, user=people[1], now=FRIDAY + 3 * DAY)
    client = browser(people[0])
    record = client.get(f"/matches/{match.uid}/record.json").json()
    assert [ply["took"] for ply in record["plies"]] == [None, 0, 0, 86400, None]
    text = client.get(f"/matches/{match.uid}/record.txt").content.decode()
    assert '[Time 3 "2026-11-30T12:00:00Z 1 day, 0:00:00"]' in text


def test_a_vacation_is_read_once_for_all_moves(
    people: tuple[User, User], django_assert_max_num_queries: Any
) -> None:
    match = begun(people, "relaxed.v")
    for user in people:
        vacation = {"starts_at": FRIDAY + DAY, "ends_at": FRIDAY + 2 * DAY, "made_at": FRIDAY}
        Vacation.objects.create(user=user, **vacation)
        User.objects.filter(pk=user.pk).update(away_until=FRIDAY + 2 * DAY)
    move_on(match, FRIDAY + 3 * DAY, 5)
    players = list(match.players.select_related("user"))
    made = Referee(match).moments(Viewer.of(Seat(0)))
    with django_assert_max_num_queries(2):
        times = ply_times(match, players, made, reader=Seat(0))
    assert times[3].took == 2 * DAY

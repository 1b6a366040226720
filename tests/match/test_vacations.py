"""Vacations: what they cost, which clocks they stop, and that the site takes one before a loss."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from importlib import import_module
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Letter, User
from games.lobby.exceptions import PersonAway
from games.lobby.services.challenges import send_challenge
from games.match.changes import deadlines, giving
from games.match.clocks import vacations
from games.match.exceptions import NoVacation, OutOfTime, VacationTooLong, VacationTooShort
from games.match.models import Match, Player, Vacation
from games.match.reading.clockproof import clock_steps
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import (
    REPETITION,
    TOO_LATE,
    guest,
    house_was_up,
    match_between,
    person,
    play,
    terms,
)

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LONG_AGO = NOON - 400 * DAY


@pytest.fixture
def ann() -> User:
    return person("ann", email="ann@example.org", date_joined=LONG_AGO)


@pytest.fixture
def bob() -> User:
    return person("bob", date_joined=LONG_AGO)


def begun(ann: User, bob: User, control: str = "relaxed.v") -> Match:
    """Ann is to make her second move since NOON, with six days."""
    match = match_between(ann, bob, now=NOON, time_control=control)
    move_on(match, NOON, 2)
    return match


def move_on(match: Match, now: datetime, moves: int = 1) -> None:
    done = len(clock_steps(match))
    for move in REPETITION[done : done + moves]:
        play(match, move, now=now)


def running(match: Match) -> Player:
    match.refresh_from_db()
    player = match.players.get(is_to_act=True)
    assert match.deadline == player.deadline
    assert faults_of(match) == []
    return player


def sweep(now: datetime) -> None:
    house_was_up(since=now - DAY, until=now)
    deadlines.sweep_deadlines(now=now)


# What it costs


def span(after: float, hours: float) -> tuple[datetime, datetime]:
    begins = NOON + timedelta(days=after)
    return begins, begins + timedelta(hours=hours)


@pytest.mark.parametrize(
    ("joined", "spans", "at", "left"),
    [
        (0, [], 0, 168),
        (0, [], 30, 228),
        (0, [], 400, 720),
        (-400, [span(0, 100)], 0, 620),
        (-400, [span(0, 100)], 10, 640),
        (-400, [span(0, 12.5)], 0, 707),
        (-400, [span(0, 700), span(10, 40)], 10, 0),
        (-400, [span(0, 700), span(10, 41)], 10, -1),
    ],
)
def test_hours_are_earned_saved_and_spent(
    joined: int, spans: list[tuple[datetime, datetime]], at: int, left: int
) -> None:
    found = vacations.hours_left(NOON + joined * DAY, spans, NOON + at * DAY)
    assert found == left


def test_thirty_days_are_earned_in_a_year() -> None:
    spent = [span(0, 720)]
    assert vacations.hours_left(LONG_AGO, spent, NOON + 365 * DAY) in range(716, 721)


# What it stops


def test_own_clocks_stand_still_and_the_others_run_on(ann: User, bob: User) -> None:
    match, other = begun(ann, bob), begun(ann, bob)
    move_on(other, NOON)
    before = running(other).deadline
    vacations.take(user=ann, starts=NOON, ends=NOON + 3 * DAY, now=NOON)
    assert running(match).deadline == NOON + 9 * DAY
    assert running(other).deadline == before
    move_on(match, NOON + 4 * DAY)
    assert match.players.get(seat=0).bank == 6 * DAY
    assert clock_steps(match)[-1].off == 3 * DAY


def test_a_match_without_vacation_goes_on(ann: User, bob: User) -> None:
    match = begun(ann, bob, "relaxed.w")
    before = running(match).deadline
    vacations.take(user=ann, starts=NOON, ends=NOON + 3 * DAY, now=NOON)
    assert running(match).deadline == before


def test_a_first_move_knows_no_vacation(ann: User, bob: User) -> None:
    match = match_between(ann, bob, now=NOON, time_control="relaxed.v")
    vacations.take(user=ann, starts=NOON, ends=NOON + 3 * DAY, now=NOON)
    assert running(match).deadline == NOON + 3 * DAY


def test_a_move_does_not_end_it_and_i_am_back_does(ann: User, bob: User) -> None:
    match, waiting = begun(ann, bob), begun(ann, bob)
    vacations.take(user=ann, starts=NOON, ends=NOON + 5 * DAY, now=NOON)
    move_on(match, NOON + DAY)
    assert vacations.account_of(ann, NOON + DAY).current is not None
    vacations.come_back(user=ann, now=NOON + DAY)
    assert running(waiting).deadline == NOON + 7 * DAY
    assert vacations.account_of(ann, NOON + DAY).hours == 720 - 24 + 2
    with pytest.raises(NoVacation):
        vacations.come_back(user=ann, now=NOON + DAY)


def test_coming_back_at_once_costs_twelve_hours(ann: User) -> None:
    vacations.take(user=ann, starts=NOON, ends=NOON + 5 * DAY, now=NOON)
    vacations.come_back(user=ann, now=NOON + HOUR)
    assert vacations.account_of(ann, NOON + HOUR).hours == 720 - 12


def test_a_planned_one_can_be_cancelled_and_cost_nothing(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    before = running(match).deadline
    made = vacations.take(user=ann, starts=NOON + DAY, ends=NOON + 3 * DAY, now=NOON)
    assert running(match).deadline == before + 2 * DAY
    vacations.cancel(user=ann, name=made.name, now=NOON)
    assert running(match).deadline == before
    assert vacations.account_of(ann, NOON).hours == 720
    with pytest.raises(NoVacation):
        vacations.cancel(user=bob, name=made.name, now=NOON)


@pytest.mark.parametrize(
    ("after", "hours", "refusal"),
    [
        (0, 11, VacationTooShort),
        (10, 721, VacationTooLong),
        (365, 40, VacationTooLong),
        (2, 24, NoVacation),
    ],
)
def test_what_is_no_vacation_changes_nothing(
    ann: User, after: int, hours: int, refusal: type[Exception]
) -> None:
    vacations.take(user=ann, starts=NOON + 2 * DAY, ends=NOON + 3 * DAY, now=NOON)
    begins, ends = span(after, hours)
    with pytest.raises(refusal):
        vacations.take(user=ann, starts=begins, ends=ends, now=NOON)
    assert Vacation.objects.count() == 1


def test_guests_have_none_and_some_are_the_most_that_can_be_planned(ann: User) -> None:
    day = {"starts": NOON + DAY, "ends": NOON + 2 * DAY}
    with pytest.raises(NoVacation):
        vacations.take(user=guest(), now=NOON, **day)
    for number in range(2, vacations.MOST_PLANNED + 3):
        begins, ends = span(number, 12)
        vacations.take(user=ann, starts=begins, ends=ends, now=NOON)
    with pytest.raises(NoVacation):
        vacations.take(user=ann, now=NOON, **day)


def test_grace_stays_behind_a_deadline_that_moves(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    player = running(match)
    assert player.deadline is not None
    due = player.deadline + HOUR
    Player.objects.filter(pk=player.pk).update(grace=HOUR, deadline=due)
    Match.objects.update(deadline=due)
    vacations.take(user=ann, starts=NOON, ends=NOON + DAY, now=NOON)
    assert (running(match).deadline, running(match).grace) == (due + DAY, HOUR)


def test_who_is_away_is_not_challenged(ann: User, bob: User) -> None:
    vacations.take(user=ann, starts=NOON, ends=NOON + DAY, now=NOON)
    with pytest.raises(PersonAway):
        send_challenge(user=bob, person=ann, terms=terms(), now=NOON)
    send_challenge(user=bob, person=ann, terms=terms(), now=NOON + DAY)


def test_a_gift_outlasts_a_vacation(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    giving.give_day(uid=match.uid, user=bob, given=0, now=NOON)
    before = running(match).deadline
    assert before is not None
    vacations.take(user=ann, starts=NOON, ends=NOON + 5 * DAY, now=NOON)
    assert running(match).deadline == before + 5 * DAY
    vacations.come_back(user=ann, now=NOON + DAY)
    assert running(match).deadline == before + DAY


def two_hundred_matches(ann: User, bob: User) -> None:
    """As bare rows, in which ann is to move."""
    made = {"game": "xiongqi", "rules_version": 1, "time_control": "relaxed.nvw"}
    matches = Match.objects.bulk_create(
        Match(**made, status=Status.ACTIVE, created_at=NOON, started_at=NOON, deadline=NOON + DAY)
        for _number in range(200)
    )
    clock = {"bank": DAY, "clock_started_at": NOON, "deadline": NOON + DAY, "is_to_act": True}
    Player.objects.bulk_create(
        Player(match=match, seat=seat, user=user, has_moved=True, **(clock if seat == 0 else {}))
        for match in matches
        for seat, user in enumerate((ann, bob))
    )


def test_a_vacation_in_two_hundred_matches_is_a_few_statements(
    ann: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    two_hundred_matches(ann, bob)
    with django_assert_max_num_queries(14):
        vacations.take(user=ann, starts=NOON, ends=NOON + 3 * DAY, now=NOON)
    ends = set(Player.objects.filter(user=ann).values_list("deadline", flat=True))
    assert len(ends) == 1
    assert ends == set(Match.objects.values_list("deadline", flat=True))
    assert ends.pop() >= NOON + 4 * DAY
    with django_assert_max_num_queries(14):
        vacations.come_back(user=ann, now=NOON + DAY)


def test_another_night_changes_no_running_match(ann: User, bob: User) -> None:
    two_hundred_matches(ann, bob)
    before = list(Player.objects.order_by("pk").values())
    client = browser(ann)
    form = {"language": "", "time_zone": "Asia/Tokyo", "theme": "auto", "piece_set": "auto"}
    with CaptureQueriesContext(connection) as captured:
        client.post("/settings/", {**form, "night_from": "23:00", "night_to": "07:00"})
    ann.refresh_from_db()
    assert ann.night_from == time(23)
    assert not [sql for query in captured if 'UPDATE "match_' in (sql := query["sql"])]
    assert len(captured) < 20
    assert list(Player.objects.order_by("pk").values()) == before


# Just before a loss


def test_the_house_takes_a_day_just_before_a_loss(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    late = NOON + 6 * DAY + HOUR
    sweep(late)
    assert match.status == Status.ACTIVE
    assert running(match).deadline == NOON + 7 * DAY
    assert "day of your vacation" in Letter.objects.get().body
    assert vacations.account_of(ann, late).current.is_automatic
    vacations.come_back(user=ann, now=late + HOUR)
    assert running(match).deadline == late + 3 * HOUR  # time to answer
    move_on(match, late + 2 * HOUR)
    assert match.players.get(seat=0).bank == DAY


def test_a_move_that_comes_late_is_taken_in_that_day(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    house_was_up(since=NOON, until=NOON + 6 * DAY + HOUR)
    move_on(match, NOON + 6 * DAY + HOUR)
    match.refresh_from_db()
    assert match.status == Status.ACTIVE
    assert Vacation.objects.get().starts_at == NOON + 6 * DAY - HOUR


def test_five_days_in_a_row_and_then_it_is_lost(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    for day in range(5):
        sweep(NOON + (6 + day) * DAY + HOUR)
        match.refresh_from_db()
        assert match.status == Status.ACTIVE
    sweep(NOON + 11 * DAY + HOUR)
    assert running(match).late == "excused"
    sweep(NOON + 11 * DAY + TOO_LATE)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "time")
    assert Vacation.objects.count() == 5


@pytest.mark.parametrize("why", ["saves", "spent", "not allowed"])
def test_else_it_is_lost(ann: User, bob: User, why: str) -> None:
    match = begun(ann, bob, "relaxed" if why == "not allowed" else "relaxed.v")
    if why == "saves":
        User.objects.filter(pk=ann.pk).update(saves_vacation=True)
    if why == "spent":
        User.objects.filter(pk=ann.pk).update(date_joined=NOON - 8 * DAY)
        spent = {"starts_at": NOON - 8 * DAY, "ends_at": NOON - HOUR}
        Vacation.objects.create(user=ann, made_at=NOON, **spent)
    sweep(NOON + 6 * DAY + HOUR)
    assert Vacation.objects.count() == (why == "spent")
    house_was_up(since=NOON, until=NOON + 6 * DAY + TOO_LATE)
    with pytest.raises(OutOfTime):
        move_on(match, NOON + 6 * DAY + TOO_LATE)
    match.refresh_from_db()
    assert match.status == Status.FINISHED


def test_one_lasts_for_all_boards(ann: User, bob: User) -> None:
    matches = [begun(ann, bob) for _number in range(2)]
    sweep(NOON + 6 * DAY + HOUR)
    assert Vacation.objects.count() == 1
    assert {running(match).deadline for match in matches} == {NOON + 7 * DAY}


def test_the_others_have_it_before_they_run_out(
    ann: User, bob: User, django_capture_on_commit_callbacks: Any
) -> None:
    match = begun(ann, bob)
    later = match_between(ann, bob, now=NOON + HOUR, time_control="relaxed.v")
    move_on(later, NOON + HOUR, 2)
    with django_capture_on_commit_callbacks(execute=True):
        sweep(NOON + 6 * DAY + HOUR / 2)
    assert running(match).deadline == NOON + 7 * DAY
    assert running(later).deadline == NOON + 7 * DAY + HOUR
    assert Vacation.objects.get().is_automatic


def test_time_to_answer_that_passes_costs_one_day(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    sweep(NOON + 6 * DAY + HOUR)
    back = NOON + 6 * DAY + 2 * HOUR
    vacations.come_back(user=ann, now=back)
    assert running(match).deadline == back + 2 * HOUR
    before = vacations.account_of(ann, back).hours
    sweep(back + 3 * HOUR)
    assert running(match).deadline == back + DAY + 2 * HOUR
    assert Vacation.objects.count() == Letter.objects.count() == 2
    assert vacations.account_of(ann, back).hours == before - 24


def test_a_day_that_would_save_nothing_is_not_taken(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    sweep(NOON + 7 * DAY + 2 * HOUR)
    assert running(match).late == "claim"
    assert not Vacation.objects.exists()


def test_nobody_is_away_while_they_move(ann: User, bob: User) -> None:
    match, other = begun(ann, bob), begun(ann, bob)
    moved = NOON + 6 * DAY - HOUR / 2
    move_on(other, moved)
    sweep(NOON + 6 * DAY + HOUR)
    assert Vacation.objects.get().starts_at == moved
    assert running(match).deadline == NOON + 7 * DAY
    assert faults_of(other) == []


def test_the_day_ends_where_a_planned_one_begins(ann: User, bob: User) -> None:
    match = begun(ann, bob)
    planned = NOON + 6 * DAY + 20 * HOUR
    vacations.take(user=ann, starts=planned, ends=planned + DAY, now=NOON)
    sweep(NOON + 6 * DAY + HOUR)
    assert Vacation.objects.get(is_automatic=True).ends_at == planned
    assert running(match).deadline == planned + DAY + HOUR


STARTS = st.integers(0, 40)


@settings(max_examples=12, deadline=None)
@given(
    grace=st.integers(0, 60),
    late=st.integers(1, 30),
    others=st.lists(st.tuples(STARTS, st.integers(12, 30)), max_size=2),
)
def test_one_day_moves_a_deadline_and_is_paid_once_or_none_is_taken(
    grace: int, late: int, others: list[tuple[int, int]]
) -> None:
    with transaction.atomic():
        ann = person("ann", email="ann@example.org", date_joined=NOON - 30 * DAY)
        match = begun(ann, person("bob", date_joined=LONG_AGO))
        for begins, hours in others:
            with suppress(NoVacation):
                starts = NOON + 5 * DAY + begins * HOUR
                vacations.take(user=ann, starts=starts, ends=starts + hours * HOUR, now=NOON)
        player = running(match)
        player.set_grace(grace * HOUR)
        before, now = player.deadline, player.deadline + late * HOUR
        ids = set(Vacation.objects.values_list("pk", flat=True))
        hours = vacations.account_of(ann, now).hours
        is_protected = vacations.protect(match, player, now)
        made = Vacation.objects.exclude(pk__in=ids)
        assert Letter.objects.count() == len(made) <= 1
        assert is_protected == (player.deadline >= now) == bool(made)
        assert is_protected == (player.deadline > before)
        paid = sum(-(-(row.ends_at - row.starts_at) // HOUR) for row in made)
        spent = max(12, paid) if made else 0  # and what was earned of the hour it begins in
        assert hours - vacations.account_of(ann, now).hours - spent in range(1 + len(made))
        transaction.set_rollback(True)


# Vacations of one person lie apart


@pytest.mark.parametrize("change", ["made", "grown"])
def test_the_database_refuses_what_overlaps(ann: User, bob: User, change: str) -> None:
    made = {"user": ann, "made_at": NOON}
    Vacation.objects.create(**made, starts_at=NOON, ends_at=NOON + DAY)
    next_day = Vacation.objects.create(**made, starts_at=NOON + DAY, ends_at=NOON + 2 * DAY)
    Vacation.objects.create(user=bob, made_at=NOON, starts_at=NOON, ends_at=NOON + DAY)
    with pytest.raises(DatabaseError, match="overlap"), transaction.atomic():
        if change == "made":
            Vacation.objects.create(**made, starts_at=NOON + HOUR, ends_at=NOON + 2 * HOUR)
        else:
            Vacation.objects.filter(pk=next_day.pk).update(starts_at=NOON + 23 * HOUR)
    Vacation.objects.filter(pk=next_day.pk).update(ends_at=NOON + 30 * HOUR)


@pytest.fixture
def overlapping(ann: User) -> Iterator[list[Vacation]]:
    """Nine of the same day, as an older release took them, and one that ran into another."""
    module = import_module("games.match.migrations.0016_vacations_apart")
    execute = connection.cursor().execute
    editor = SimpleNamespace(connection=connection, execute=execute)
    module.let_overlap(None, editor)
    made = {"user": ann, "made_at": NOON, "is_automatic": True}
    rows = [Vacation(**made, starts_at=NOON, ends_at=NOON + DAY) for _number in range(9)]
    into = Vacation(**made, starts_at=NOON + 4 * DAY, ends_at=NOON + 5 * DAY)
    plan = Vacation(
        user=ann, made_at=NOON, starts_at=NOON + 4 * DAY + 15 * HOUR, ends_at=NOON + 9 * DAY
    )
    yield Vacation.objects.bulk_create([*rows, into, plan])
    module.keep_apart(None, editor)


def test_what_was_taken_twice_is_named_and_then_given_back(
    ann: User, overlapping: list[Vacation]
) -> None:
    out, at = StringIO(), NOON + 10 * DAY
    before = vacations.account_of(ann, at).hours
    call_command("give_back_vacations", stdout=out)
    assert Vacation.objects.count() == len(overlapping)
    assert out.getvalue().count("of it stays nothing") == 8
    assert "9 vacations of 1 people would be given back" in out.getvalue()
    call_command("give_back_vacations", "--write", stdout=out)
    assert vacations.account_of(ann, at).hours == before + 8 * 24 + 9
    assert Vacation.objects.count() == 3
    call_command("give_back_vacations", "--write", stdout=out)
    assert "0 vacations of 0 people were given back" in out.getvalue()

"""The plug is pulled at every point: all of a turn is there or nothing, and a retry mends it.

Each test goes through its points in one database: emptying it is what takes the time.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from games.bots import services as bots
from games.bots.models import BotTurn
from games.match.models import Match
from games.match.sealed import SealedPly
from games.moderation.selectors.audits import faults_of
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services import post
from games.plans import forced
from games.plans import services as plans
from games.plans.models import ForcedMove, PlannedMove
from tests.faults.crashing import Point, dies
from tests.kit.builders import (
    NOON,
    ONE_MOVE,
    QUICK_MATE,
    everything,
    match_between,
    match_from,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
)
from tests.plans.hidden import hidden_match, keep, work

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

LATER = NOON + timedelta(minutes=1)
COMMIT = "django.db.backends.base.base.BaseDatabaseWrapper.commit"


def test_before_the_commit_nothing_is_left_and_the_same_request_counts() -> None:
    for point in (
        Point("games.match.changes.turns.lock_match", after=True),
        Point("games.match.referee.Referee.repeats", after=True),
        Point("games.match.referee.Referee._write_plies", after=True),
        Point("games.match.referee.Referee._record", after=True),
        Point("games.notices.services.notifying.mark_read", after=True),
        Point("games.notices.services.notifying.notify", after=True),
        Point("games.match.changes.turns.settle", after=True),
        Point(COMMIT),
    ):
        match = match_between(person(), person())
        before = everything()
        assert dies(point, partial(submit, match, south(match), key="the-very-key")), point
        assert everything() == before, point
        submit(match, south(match), key="the-very-key", now=LATER)
        assert_played_once(match, point)


def test_after_the_commit_all_is_there_and_the_same_request_changes_nothing() -> None:
    for point in (
        Point(COMMIT, after=True),
        Point("games.common.live._send"),
        Point("games.common.live._send", after=True),
        Point("games.match.changes.turns.play_move", after=True),
    ):
        match = match_between(person(), person())
        assert dies(point, partial(submit, match, south(match), key="the-very-key")), point
        assert_played_once(match, point)
        done = everything()
        submit(match, south(match), key="the-very-key", now=LATER)
        assert everything() == done, point


def assert_played_once(match: Match, point: Point) -> None:
    """One ply, the turn passed on, everybody told once."""
    match.refresh_from_db()
    assert SealedPly.objects.filter(match=match, key="the-very-key").count() == 1, point
    assert [player.is_to_act for player in match.players.all()] == [False, True], point
    assert match.notices.filter(kind=Notice.Kind.YOUR_TURN).count() == 2, point
    assert faults_of(match) == [], point


def test_a_match_ends_whole_or_not_at_all() -> None:
    mate = partial(submit, text=QUICK_MATE[-1], seat_ply=2, key="the-mating-move", now=LATER)
    for point in (
        Point("games.match.changes.settling._result", after=True),
        Point("games.match.changes.settling._finish", after=True),
        Point(COMMIT),
    ):
        match = match_between(person(), person())
        play(match, *QUICK_MATE[:-1])
        before = everything()
        assert dies(point, partial(mate, match, south(match))), point
        assert everything() == before, point
        mate(match, south(match))
        assert [player.result for player in match.players.all()] == ["won", "lost"], point
        assert match.notices.filter(kind=Notice.Kind.MATCH_OVER).count() == 2, point
        assert faults_of(match) == [], point


def test_a_bot_moves_once_wherever_its_worker_dies() -> None:
    for point in (
        Point("queues.leases.claim"),
        Point("queues.leases.claim", after=True),
        Point("games.bots.thinking.choose"),
        Point("games.bots.thinking.choose", after=True),
        Point("games.bots.services.lock_match", after=True),
        Point("games.match.changes.turns.settle", after=True),
        Point("games.common.live._send"),
        Point("games.bots.services._pay", after=True),
    ):
        match = match_with_bot(person())
        submit(match, south(match))
        debt = BotTurn.objects.get()
        assert dies(point, partial(bots.play_bot_turn, debt_id=debt.pk, now=NOON)), point
        sweep_for_two_minutes()
        plies = SealedPly.objects.filter(match=match)
        assert list(plies.values_list("number", "seat")) == [(1, 0), (2, 1)], point
        assert not BotTurn.objects.exists(), point
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point


def test_a_planned_move_is_made_once_wherever_its_worker_dies() -> None:
    for point in (
        Point("queues.leases.claim", after=True),
        Point("games.plans.services.lock_match", after=True),
        Point("games.match.changes.turns.settle", after=True),
        Point("games.plans.services.play_move", after=True),
        Point(COMMIT),
        Point("games.common.live._send"),
        Point("games.plans.services._play", after=True),
    ):
        match = match_between(person(), person())
        line = ("e3e4", "e6e5", "e4e5", "d8e7")
        plans.keep_line(uid=match.uid, user=north(match), line=line, now=NOON)
        submit(match, south(match))
        plans.look_at_plans(now=NOON)
        due = PlannedMove.objects.get()
        assert dies(point, partial(plans.play_planned, planned_id=due.pk, now=LATER)), point
        for second in (0, 10, 21, 30, 60):
            now = LATER + timedelta(seconds=second)
            plans.look_at_plans(now=now)
            for one in plans.lease_planned(now=now):
                plans.play_planned(planned_id=one, now=now)
        plies = SealedPly.objects.filter(match=match)
        assert list(plies.values_list("number", "move")) == [(1, "e3e4"), (2, "e6e5")], point
        assert not PlannedMove.objects.exists(), point
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point


def test_a_planned_answer_is_made_once_wherever_its_worker_dies() -> None:
    """The same where pieces are hidden."""
    for point in (
        Point("queues.leases.claim", after=True),
        Point("games.match.referee.Referee.came_true", after=True),
        Point("games.match.changes.turns.settle", after=True),
        Point("games.plans.services.play_move", after=True),
        Point(COMMIT),
        Point("games.plans.services._play", after=True),
    ):
        match = hidden_match("gunjin")
        keep(match, "held-b4 b4b3")
        play(match, "b3b4")
        plans.look_at_plans(now=NOON)
        due = PlannedMove.objects.get()
        assert dies(point, partial(plans.play_planned, planned_id=due.pk, now=LATER)), point
        for second in (0, 10, 21, 30, 60):
            work(LATER + timedelta(seconds=second))
        plies = SealedPly.objects.filter(match=match, number__gt=2)
        assert list(plies.values_list("number", "move")) == [(3, "b3b4"), (4, "b4b3")], point
        assert not PlannedMove.objects.exists(), point
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point


def test_a_forced_move_is_made_once_wherever_its_worker_dies() -> None:
    for point in (
        Point("queues.leases.claim", after=True),
        Point("games.plans.forced.lock_match", after=True),
        Point("games.match.changes.turns.settle", after=True),
        Point("games.plans.forced.play_move", after=True),
        Point(COMMIT),
        Point("games.common.live._send"),
        Point("games.plans.forced._play", after=True),
    ):
        match = match_from(ONE_MOVE, person(), person(plays_forced=True))
        forced.look_for_forced(now=NOON)
        due = ForcedMove.objects.get(player__match=match)
        assert dies(point, partial(forced.play_forced, forced_id=due.pk, now=LATER)), point
        for second in (0, 10, 21, 30, 60):
            now = LATER + timedelta(seconds=second)
            forced.look_for_forced(now=now)
            for one in forced.lease_forced(now=now):
                forced.play_forced(forced_id=one, now=now)
        plies = SealedPly.objects.filter(match=match)
        assert list(plies.values_list("number", "move")) == [(1, "d8d7")], point
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point


def test_an_answer_is_played_once_wherever_its_worker_dies(settings, monkeypatch) -> None:
    settings.BOT_PACE_SECONDS = 0.5
    think, thoughts = bots.thinking.choose, []
    monkeypatch.setattr(bots.thinking, "choose", lambda asked: thoughts.append(1) or think(asked))
    monkeypatch.setattr(bots, "_drawn_delay", lambda debt, turn: 0.5)
    due = NOON + timedelta(seconds=0.5)
    for point, dies_at, thought in (
        # what the dead have thought is not counted
        (Point("games.bots.services._keep_answer"), NOON, 1),
        (Point("games.bots.services._keep_answer", after=True), NOON, 0),
        (Point("queues.leases.claim", after=True), due, 1),
        (Point("games.match.changes.turns.settle", after=True), due, 1),
        (Point("games.bots.services._pay", after=True), due, 1),
    ):
        thoughts.clear()
        match = match_with_bot(person())
        submit(match, south(match))
        pay = partial(bots.play_bot_turn, debt_id=BotTurn.objects.get().pk)
        if dies_at == due:
            pay(now=NOON)
        assert dies(point, partial(pay, now=dies_at)), point
        sweep_for_two_minutes()
        plies = SealedPly.objects.filter(match=match)
        assert list(plies.values_list("number", "seat")) == [(1, 0), (2, 1)], point
        assert not BotTurn.objects.exists(), point
        assert len(thoughts) == thought, point
        assert faults_of(Match.objects.get(pk=match.pk)) == [], point


def sweep_for_two_minutes() -> None:
    """What beat and a worker do in the two minutes after."""
    for seconds in range(0, 121, 2):
        now = NOON + timedelta(seconds=seconds)
        for debt_id in [*bots.lease_answers(now=now), *bots.lease_owed_turns(now=now)]:
            bots.play_bot_turn(debt_id=debt_id, now=now)


def test_a_letter_is_lost_nowhere_and_keeps_its_name_if_sent_twice(
    settings, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    points = (
        (Point("queues.leases.claim_all"), False),
        (Point("queues.leases.claim_all", after=True), False),
        (Point("games.notices.services.post._send"), False),
        (Point("games.notices.services.post._send", after=True), True),
        (Point("games.notices.services.post._go_on", after=True), True),
    )
    for number, (point, is_out) in enumerate(points):
        settings.EMAIL_FILE_PATH = folder = tmp_path / str(point)
        folder.mkdir()
        addressee = person(mail_wait_minutes=0, email=f"south{number}@jinya.example")
        match = match_between(addressee, person())
        delivery = Delivery.objects.get(notice__match=match)
        assert dies(point, partial(deliver, delivery)), point
        assert bool(names_of_letters(folder)) == is_out, point
        for minute in range(11):
            deliver(delivery, minute)
        delivery.refresh_from_db()
        assert delivery.outcome == Delivery.Outcome.SENT, point
        assert len(names_of_letters(folder)) == 1 + (is_out and "_send" in point.function), point
        assert len(set(names_of_letters(folder))) == 1, point


def deliver(delivery: Delivery, minute: int = 0) -> None:
    """One attempt, so many minutes after noon."""
    now = NOON + timedelta(minutes=minute)
    post.deliver(delivery_id=delivery.pk, senders=SENDERS, now=now)


def names_of_letters(folder: Path) -> list[str]:
    """The Message-ID of every letter sent, read from the files it was written to."""
    lines = [line for path in folder.iterdir() for line in path.read_text().splitlines()]
    return [line for line in lines if line.lower().startswith("message-id:")]

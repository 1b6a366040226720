"""A site of one process that went down hands out at its next start what it was working on."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.bots import services as bots
from games.bots.models import BotTurn
from games.notices.models import Delivery
from games.notices.services import post
from games.plans import forced
from games.plans import services as plans
from games.plans.models import ForcedMove, PlannedMove
from queues import leases
from tests.kit.builders import (
    NOON,
    ONE_MOVE,
    match_between,
    match_from,
    match_with_bot,
    person,
    play,
)
from tests.plans.hidden import keep

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def debt(monkeypatch) -> BotTurn:
    """A bot's turn whose worker died in the middle of its thought."""

    def die(*_arguments: object) -> str:
        raise SystemExit

    monkeypatch.setattr("games.bots.thinking.choose", die)
    play(match_with_bot(person()), "e3e4")
    debt = BotTurn.objects.get()
    with pytest.raises(SystemExit):
        bots.play_bot_turn(debt_id=debt.pk, now=NOON)
    return debt


def test_a_thought_that_was_cut_off_begins_anew_at_once(debt) -> None:
    assert bots.lease_owed_turns(now=NOON + SECOND) == []
    bots.release_owed_turns()
    post.release_deliveries()
    assert bots.lease_owed_turns(now=NOON + SECOND) == [debt.pk]


def test_moves_that_were_being_made_for_players_are_made_at_once() -> None:
    match = match_between(person(), person())
    keep(match, "e3e4 e6e5")
    play(match, "e3e4")
    match_from(ONE_MOVE, person(), person(plays_forced=True))
    plans.look_at_plans(now=NOON)
    forced.look_for_forced(now=NOON)
    later = NOON + plans.MOST_DELAY
    for sweep in (plans.lease_planned, forced.lease_forced):
        (key,) = sweep(now=later)
        leases.claim(_ROWS[sweep], key, now=later, lease=plans.LEASE)
        assert sweep(now=later + SECOND) == []
    plans.release_planned()
    forced.release_forced()
    for sweep in (plans.lease_planned, forced.lease_forced):
        assert len(sweep(now=later + SECOND)) == 1


_ROWS = {
    plans.lease_planned: PlannedMove.objects.all(),
    forced.lease_forced: ForcedMove.objects.all(),
}


def test_a_letter_that_was_being_sent_is_taken_on_again(monkeypatch) -> None:
    match_between(person(), person(email="north@jinya.example", mail_wait_minutes=0))
    match_between(person(email="south@jinya.example", mail_wait_minutes=0), person())
    delivery = Delivery.objects.get()

    def die(_delivery: Delivery) -> post.Came:
        raise KeyboardInterrupt

    senders = {"mail": post.Sender(die, attempts=5)}
    with pytest.raises(KeyboardInterrupt):
        post.deliver(delivery_id=delivery.pk, senders=senders, now=NOON)
    later = NOON + 5 * SECOND
    assert post.deliver(delivery_id=delivery.pk, senders=senders, now=later) == ""
    bots.release_owed_turns()
    post.release_deliveries()
    with pytest.raises(KeyboardInterrupt):
        post.deliver(delivery_id=delivery.pk, senders=senders, now=later)


def test_what_is_not_due_or_is_done_stays_as_it_is(debt) -> None:
    match_between(person(email="south@jinya.example", mail_wait_minutes=30), person())
    settled = Delivery.objects.get()
    Delivery.objects.update(settled_at=NOON, outcome=Delivery.Outcome.SENT)
    BotTurn.objects.update(due_at=NOON + 10 * SECOND)
    bots.release_owed_turns()
    post.release_deliveries()
    assert bots.lease_owed_turns(now=NOON + 9 * SECOND) == []
    assert bots.lease_owed_turns(now=NOON + 10 * SECOND) == [debt.pk]
    assert not post.drain(senders={}, clock=lambda: settled.due_at + SECOND)
    assert Delivery.objects.get().outcome == Delivery.Outcome.SENT

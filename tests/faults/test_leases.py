"""A house of one process that went down hands out at its next start what it was working on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage

from games.models import BotTurn, Delivery, Notice
from games.services import post, sweeping, turns
from games.thinking import ThinkingFailed
from tests.games.builders import NOON, match_between, match_with_bot, person, play

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def debt(monkeypatch) -> BotTurn:
    """A bot's turn whose worker died in the middle of its thought."""

    def die(*_arguments: object) -> str:
        raise ThinkingFailed

    monkeypatch.setattr("games.thinking.choose", die)
    play(match_with_bot(person()), "e3e4")
    debt = BotTurn.objects.get()
    with pytest.raises(ThinkingFailed):
        turns.play_bot_turn(debt_id=debt.pk, now=NOON)
    return debt


def test_a_thought_that_was_cut_off_begins_anew_at_once(debt) -> None:
    assert sweeping.lease_bot_debts(now=NOON + SECOND) == []
    sweeping.release_leases()
    assert sweeping.lease_bot_debts(now=NOON + SECOND) == [debt.pk]


def test_a_letter_that_was_being_sent_is_taken_on_again(monkeypatch) -> None:
    match_between(person(), person(email="north@jinya.example", mail_wait_minutes=0))
    match_between(person(email="south@jinya.example", mail_wait_minutes=0), person())
    delivery = Delivery.objects.get()

    def die(_notice: Notice) -> EmailMessage:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        post.deliver(delivery_id=delivery.pk, compose=die, now=NOON)
    later = NOON + 5 * SECOND
    assert post.deliver(delivery_id=delivery.pk, compose=die, now=later) == ""
    sweeping.release_leases()
    assert sweeping.lease_deliveries(now=later) == [delivery.pk]
    with pytest.raises(KeyboardInterrupt):
        post.deliver(delivery_id=delivery.pk, compose=die, now=later)


def test_what_is_not_due_or_is_done_stays_as_it_is(debt) -> None:
    match_between(person(email="south@jinya.example", mail_wait_minutes=30), person())
    settled = Delivery.objects.get()
    Delivery.objects.update(settled_at=NOON, outcome=Delivery.Outcome.SENT)
    BotTurn.objects.update(due_at=NOON + 10 * SECOND)
    sweeping.release_leases()
    assert sweeping.lease_bot_debts(now=NOON + 9 * SECOND) == []
    assert sweeping.lease_bot_debts(now=NOON + 10 * SECOND) == [debt.pk]
    assert sweeping.lease_deliveries(now=settled.due_at + SECOND) == []

"""What the workers run: load by id, call one service. A sweep finds what a lost message left.

Every task ignores arguments it does not know, so that messages of the next
release do no harm to workers of this one.
"""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games import demo
from games.presenters.mails import mail_for
from games.services import post, sweeping, turns


@shared_task(name="games.play_bot_turn", ignore_result=True)
def play_bot_turn(*, debt_id: int, **_future: object) -> None:
    """Pay one bot's debt, unless that is done."""
    turns.play_bot_turn(debt_id=debt_id, now=timezone.now())


@shared_task(name="games.deliver", ignore_result=True)
def deliver(*, delivery_id: int, **_future: object) -> None:
    """Send one delivery of the outbox, unless that is done."""
    post.deliver(delivery_id=delivery_id, compose=mail_for, now=timezone.now())


@shared_task(name="games.sweep_deadlines", ignore_result=True)
def sweep_deadlines(**_future: object) -> None:
    """End the matches whose deadline has passed."""
    sweeping.sweep_deadlines(now=timezone.now())


@shared_task(name="games.sweep_bot_turns", ignore_result=True)
def sweep_bot_turns(**_future: object) -> None:
    """Hint again at the bot turns nobody is working on."""
    for debt_id in sweeping.lease_bot_debts(now=timezone.now()):
        play_bot_turn.delay(debt_id=debt_id)


@shared_task(name="games.keep_house", ignore_result=True)
def keep_house(**_future: object) -> None:
    """In a demo house, begin new matches between bots when some have ended."""
    if settings.DEMO_PASSWORD:
        demo.keep_bots_at_play(timezone.now())


@shared_task(name="games.sweep_outbox", ignore_result=True)
def sweep_outbox(**_future: object) -> None:
    """Hint at the deliveries whose time has come."""
    for delivery_id in sweeping.lease_deliveries(now=timezone.now()):
        deliver.delay(delivery_id=delivery_id)

"""The regular work that is measured over many rows by `bench_scale`."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from games.bots import services as bots
from games.lobby import demo
from games.lobby.services import challenges, seeks
from games.match.changes import deadlines
from games.notices.services import closed, post, warnings
from games.plans import services as plans
from games.reviews import services as reviews


def sweeps() -> dict[str, Callable[[], object]]:
    """Each by its name."""
    now = timezone.now() + seeks.AGAIN * 3
    return {
        "keep_house": lambda: demo.keep_bots_at_play(now),
        "sweep_seeks, 100 due": lambda: seeks.sweep_seeks(now=now),
        "sweep_challenges": lambda: challenges.expire_challenges(now=now),
        "sweep_deadlines": lambda: deadlines.sweep_deadlines(now=now),
        "drain_outbox": lambda: post.drain(senders={}, clock=lambda: now),
        "sweep_bot_turns": lambda: bots.lease_owed_turns(now=now),
        "sweep_clock_warnings": lambda: warnings.warn_of_clocks(now),
        "tell_of_closed": lambda: closed.tell_of_closed(now),
        "sweep_plans": lambda: plans.look_at_plans(now=now),
        "sweep_reviews": lambda: reviews.lease_reviews(now=now),
    }

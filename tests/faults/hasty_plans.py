"""Makes planned and forced moves due soon, and slow to be made: a kill finds one half made.

To be called by the process that works; the site itself has no such switch.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django

SWEEP = 0.5  # seconds
LONGEST = 0.3
"""Seconds a worker waits before it takes the lock, and again before it commits."""


def hasten(**_sent: object) -> None:
    """Let it be so from now on, in this process and those it forks."""
    django.setup()
    from config.celery import app
    from games.plans import forced, services

    services.LEAST_DELAY, services.MOST_DELAY = timedelta(seconds=0.2), timedelta(seconds=1)
    services.LEASE = forced.LEASE = timedelta(seconds=5)
    app.conf.beat_schedule["games.sweep_plans"]["schedule"] = SWEEP
    modules: tuple[Any, ...] = (services, forced)
    for module in modules:
        module._play = _slowly(module._play, before=LONGEST)
        module.play_move = _slowly(module.play_move, after=LONGEST)


def _slowly(work: Callable[..., Any], before: float = 0, after: float = 0) -> Callable[..., Any]:
    def slow(*args: Any, **kwargs: Any) -> Any:
        time.sleep(random.uniform(0, before))
        found = work(*args, **kwargs)
        time.sleep(random.uniform(0, after))
        return found

    return slow

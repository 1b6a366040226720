"""The house's Celery application with bots that do not wait, and a task that does nothing.

`python -m celery --app tests.bench.quick_worker worker`, for `bench_bots`.
"""

from __future__ import annotations

from django.conf import settings

from config.celery import app
from games.common import live

NOBODY = "nobody"
"""The match that `do_nothing` speaks of."""

settings.BOT_PACE_SECONDS = 0  # a bot's pace is for people; here only the work is measured
app.conf.task_routes = {**app.conf.task_routes, "bench.do_nothing": {"queue": "thinking"}}


@app.task(name="bench.do_nothing", ignore_result=True)
def do_nothing() -> None:
    """Nudge, and that is all."""
    live.announce_match(NOBODY, {None: 0})

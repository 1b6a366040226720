"""The site's Celery application with bots that do not wait, and tasks to measure them by.

`python -m celery --app tests.bench.quick_worker worker`, for `bench_answers`.
"""

from __future__ import annotations

from django.conf import settings

from config.celery import app
from games.common import live
from tests.bench.one_turn import rows_of_a_turn

NOBODY = "nobody"
"""The match that these tasks speak of."""

settings.BOT_PACE_SECONDS = 0  # a bot's pace is for people; here only the work is measured
OURS = ("bench.do_nothing", "bench.write_rows")
app.conf.task_routes = {
    **app.conf.task_routes,
    **{name: {"queue": "thinking"} for name in OURS},
}


@app.task(name="bench.do_nothing", ignore_result=True)
def do_nothing() -> None:
    """Nudge, and that is all."""
    live.announce_match(NOBODY, {None: 0})


@app.task(name="bench.write_rows", ignore_result=True)
def write_rows(uid: str, number: int) -> None:
    """Write the rows of a turn with Django alone, in one transaction, and nudge."""
    rows_of_a_turn(uid, number)
    live.announce_match(NOBODY, {None: 0})

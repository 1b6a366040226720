"""The queue, and the one table of what happens by the clock."""

from __future__ import annotations

import os
import threading

from celery import Celery
from celery.signals import beat_init, celeryd_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

app = Celery("jinya")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

SWEEPS: dict[str, float] = {
    # task: seconds between two runs. Each finds in the database what a lost message left undone.
    "games.sweep_deadlines": 3.0,
    "games.sweep_bot_turns": 2.0,
    "games.sweep_outbox": 5.0,
    "accounts.sweep_letters": 30.0,
    "accounts.sweep_sessions": 6 * 60 * 60.0,
    "games.keep_house": 60.0,
}

app.conf.beat_schedule = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in SWEEPS.items()
}

REFUSAL = (
    "This house runs in embedded mode, where the queue lives inside `manage.py play`: "
    "a separate Celery process would wait for ever. Use `manage.py play`, or set "
    "DJANGO_SETTINGS_MODULE=config.settings.production."
)


@celeryd_init.connect
@beat_init.connect
def refuse_memory_broker(sender: object = None, **kwargs: object) -> None:
    """Stops `celery worker` and `celery beat` where no other process could reach them.

    `manage.py play` starts beat in a thread of its own, never in the main one.
    """
    alone = threading.current_thread() is threading.main_thread()
    if alone and settings.CELERY_BROKER_URL.startswith("memory:"):
        raise SystemExit(REFUSAL)

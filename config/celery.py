"""The queue, and the one table of what happens by the clock."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from celery import Celery, Task
from celery.result import AsyncResult
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_init,
    heartbeat_sent,
    task_postrun,
    task_prerun,
    task_success,
)
from django.conf import settings
from django.db import close_old_connections
from kombu import Queue
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

from config import served
from config.outages import Breaker, outages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

logger = logging.getLogger(__name__)

breaker = Breaker("the queue", "sweeps find what its hints would have said")


class Hint(Task):
    """A task whose message is a hint: a broker that is away costs no page anything."""

    def apply_async(self, *args: Any, **options: Any) -> AsyncResult:
        """Sends the message, or leaves the work to the sweep when the broker is away."""
        if not breaker.lets_through():
            return AsyncResult("")
        try:
            sent = super().apply_async(*args, **options)
        except outages(OperationalError) as error:
            breaker.failed(error)
            return AsyncResult("")
        breaker.worked()
        return sent


# config/broker.py is imported when there is a Redis to speak to: that takes its time
for scheme in ("redis", "rediss"):
    TRANSPORT_ALIASES[scheme] = "config.broker:Transport"

app = Celery("jinya", task_cls=Hint)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

SWEEPS: dict[str, float] = {
    # task: seconds between two runs. Each finds in the database what a lost message left undone.
    "games.sweep_deadlines": 3.0,
    "games.sweep_bot_turns": 2.0,
    "games.sweep_plans": 5.0,
    "games.drain_outbox": 5.0,
    "games.ping_bots": 60.0,
    "games.sweep_clock_warnings": 20.0,
    "games.tell_of_closed": 60.0,
    "games.sweep_seeks": 3.0,
    "games.sweep_challenges": 60.0,
    "games.run_tournaments": 10.0,
    "games.sweep_reviews": 10.0,
    "games.sweep_exports": 10.0,
    "games.run_leagues": 60.0,
    "games.repair_events": 60 * 60.0,
    "games.sweep_ladders": 300.0,
    "games.pay_recounts": 20.0,
    "accounts.sweep_letters": 30.0,
    "accounts.sweep_sessions": 6 * 60 * 60.0,
    "games.date_ends": 600.0,
    "games.keep_house": 60.0,
    "games.forget_guests": 60 * 60.0,
    "games.sweep_leavers": 60 * 60.0,
    "games.forget_messages": 24 * 60 * 60.0,
    "games.watch_staff": 24 * 60 * 60.0,
    "games.look_for_release": 24 * 60 * 60.0,
    "games.count_weeks": 6 * 60 * 60.0,
}

QUEUES = ("clock", "pairing", "mail", "thinking")
"""Each with workers of its own on servers, so that no kind of work waits for another:
what the clock asks for, who plays whom, what goes to mail servers, what takes processor time."""

QUEUE_OF: dict[str, str] = {
    "games.sweep_deadlines": "clock",
    "games.sweep_bot_turns": "clock",
    "games.sweep_plans": "clock",
    "games.drain_outbox": "mail",
    "games.ping_bots": "mail",
    "games.sweep_clock_warnings": "mail",
    "games.tell_of_closed": "mail",
    "games.sweep_seeks": "pairing",
    "games.sweep_challenges": "pairing",
    "games.run_tournaments": "pairing",
    "games.sweep_reviews": "mail",
    "games.go_through_match": "thinking",
    "games.sweep_exports": "mail",
    "games.go_on_exporting": "thinking",
    "games.run_leagues": "pairing",
    "games.repair_events": "mail",
    "games.sweep_ladders": "pairing",
    "games.date_ends": "mail",
    "games.keep_house": "clock",
    "games.forget_guests": "mail",
    "games.pay_recounts": "mail",
    "games.sweep_leavers": "clock",
    "games.forget_messages": "mail",
    "games.watch_staff": "mail",
    "games.look_for_release": "mail",
    "games.count_weeks": "mail",
    "games.deliver": "mail",
    "games.play_bot_answer": "clock",
    "games.play_planned": "clock",
    "games.play_forced": "clock",
    "games.play_bot_turn": "thinking",
    "games.form_opinion": "thinking",
    "games.weigh_position": "thinking",
    "accounts.send_letter": "mail",
    "accounts.sweep_letters": "mail",
    "accounts.sweep_sessions": "mail",
}

app.conf.task_queues = [Queue(name) for name in QUEUES]
app.conf.task_default_queue = "clock"
app.conf.task_create_missing_queues = False  # a slip of the pen would wait for ever
app.conf.task_routes = {task: {"queue": queue} for task, queue in QUEUE_OF.items()}

app.conf.beat_schedule = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in SWEEPS.items()
}

app.conf.CELERY_DB_REUSE_MAX = sys.maxsize  # else Celery opens a connection for every task


@task_prerun.connect
@task_postrun.connect
def close_what_is_old(sender: Task, **kwargs: object) -> None:
    """Closes a database connection that is too old or broken, as Django does between requests."""
    if not sender.request.is_eager:
        close_old_connections()


_worked: set[str] = set()


@task_success.connect
def tell_of_first(sender: Task, **kwargs: object) -> None:
    """Log each kind of task once, when it first went well in this process."""
    if sender.name not in _worked:
        _worked.add(sender.name)
        logger.info("first run of %s", sender.name)


PULSE = os.environ.get("JINYA_PULSE", "")


@heartbeat_sent.connect
@before_task_publish.connect
def leave_pulse(sender: object = None, **kwargs: object) -> None:
    """Touches a file by which `bin/jinya alive` sees that a worker or beat goes on.

    Workers send a heartbeat every two seconds, and beat a task at least as often.
    """
    if PULSE:
        Path(PULSE).touch()


@heartbeat_sent.connect
def tell_what_is_served(sender: object = None, **kwargs: object) -> None:
    """Notes for `/readyz` and the alarms on which queues this worker works."""
    served.note(list(app.amqp.queues.consume_from))


REFUSAL = (
    "This site runs in embedded mode, where the queue lives inside `manage.py play`: "
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


@beat_init.connect
def end_between_two_tasks(sender: Any, **kwargs: object) -> None:
    """Let SIGTERM end `celery beat` before its next task.

    Celery's own handler raises SystemExit wherever beat is: within a message to Redis that is an
    error like others, which beat logs and survives.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda signum, frame: sender.stop(wait=False))

"""Hints to the workers. The row that a task works from is already in the database."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)


def after_commit(task_name: str, **arguments: int | str) -> None:
    """Ask a worker to run the named task once this transaction is committed.

    Arguments are ids or names. Whatever goes wrong here is mended by a sweeper, so an
    unreachable broker costs a few seconds and never a turn.
    """
    transaction.on_commit(lambda: _publish(task_name, arguments))


def later(task_name: str, wait: timedelta, **arguments: int) -> None:
    """The same, to be run after so long: moments, for a message with a date is easily lost."""
    transaction.on_commit(lambda: _publish(task_name, arguments, countdown=wait.total_seconds()))


def _publish(task_name: str, arguments: Mapping[str, int | str], **when: float) -> None:
    try:
        current_app.tasks[task_name].apply_async(kwargs=arguments, retry=False, **when)
    except Exception:
        logger.warning("task %s could not be queued; a sweep finds it", task_name, exc_info=True)

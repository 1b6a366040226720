"""Workers keep their connection to the database from task to task, but none that is old."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from celery import Task
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun, task_prerun
from django.db import connection

from config.celery import app

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def task() -> Iterator[Task]:
    """A task in a worker of ours, with all that Celery does between two of them."""
    worker = DjangoWorkerFixup(app)
    task_prerun.connect(worker.on_task_prerun)
    task_postrun.connect(worker.on_task_postrun)
    found = app.tasks["games.sweep_deadlines"]
    found.push_request(is_eager=False)
    connection.ensure_connection()
    yield found
    found.pop_request()
    task_prerun.disconnect(worker.on_task_prerun)
    task_postrun.disconnect(worker.on_task_postrun)


def run(task: Task) -> None:
    task_prerun.send(sender=task)
    connection.ensure_connection()
    task_postrun.send(sender=task)


def test_one_that_is_young_is_used_again(task: Task, monkeypatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", None)
    connection.close_at = None
    before = connection.connection
    run(task)
    assert before is not None
    assert connection.connection is before


def test_one_whose_time_is_up_is_closed(task: Task, monkeypatch) -> None:
    connection.close_at = 0.0
    before = connection.connection
    run(task)
    assert connection.connection is not before


def test_a_task_in_the_place_of_its_caller_leaves_the_connection_alone(task: Task) -> None:
    task.request.is_eager = True
    connection.close_at = 0.0
    before = connection.connection
    run(task)
    assert connection.connection is before

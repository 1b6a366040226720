"""Work that may take long never waits in front of the clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import celery
from config.celery import QUEUE_OF, QUEUES, app

pytestmark = pytest.mark.usefixtures("stores")

ROOT = Path(__file__).resolve().parents[2]


def test_every_task_says_in_which_queue_it_waits() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if name.startswith(("games.", "accounts."))}
    assert set(QUEUE_OF) == ours
    assert set(QUEUE_OF.values()) == set(QUEUES)


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        *(("games.sweep_deadlines", "clock"), ("games.sweep_bot_turns", "clock")),
        *(("games.play_bot_turn", "thinking"), ("games.deliver", "mail")),
        ("games.form_opinion", "thinking"),
        *(("games.sweep_seeks", "pairing"), ("accounts.send_letter", "mail")),
    ],
)
def test_messages_go_where_they_belong(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_worker_of_one_queue_takes_nothing_from_another() -> None:
    app.loader.import_default_modules()
    worker = app.WorkController(app=app, pool="solo", queues="clock", without_mingle=True)
    try:
        assert set(app.amqp.queues.consume_from) == {"clock"}
    finally:
        app.amqp.queues.select(QUEUES)
        worker.stop()


def test_the_start_file_takes_all_queues_by_default() -> None:
    assert f'"${{2:-{",".join(QUEUES)}}}"' in (ROOT / "bin" / "jinya").read_text()


def test_a_worker_tells_once_of_each_kind_of_task(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(celery, "_worked", set())
    caplog.set_level("INFO", logger=celery.__name__)
    for name in ("games.deliver", "games.sweep_plans", "games.deliver"):
        celery.tell_of_first(celery.app.tasks[name])
    told = ["first run of games.deliver", "first run of games.sweep_plans"]
    assert [record.getMessage() for record in caplog.records] == told

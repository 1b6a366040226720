"""`celery beat` ends when it is asked to, wherever it is."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from celery.beat import Service
from celery.signals import beat_init

from config.celery import app


@pytest.fixture(autouse=True)
def handlers_as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_a_signal_within_a_message_lets_it_be_sent_and_then_ends_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("config.celery.settings.CELERY_BROKER_URL", "redis://127.0.0.1:1/0")
    service = Service(app, scheduler_cls="celery.beat:Scheduler")
    sent: list[str] = []

    def tick() -> float:
        signal.raise_signal(signal.SIGTERM)
        sent.append("the message the signal came in")
        return 0.0

    monkeypatch.setattr(service.scheduler, "tick", tick)
    monkeypatch.setattr(service.scheduler, "close", lambda: None)
    assert beat_init.receivers
    service.start()
    assert sent == ["the message the signal came in"]

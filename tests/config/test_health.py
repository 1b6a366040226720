"""Is the site ready? Anybody may ask, at no cost; details are for its keepers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from config import health, served
from config.celery import QUEUES
from queues import schema

pytestmark = pytest.mark.django_db

OUTSIDE: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.7"}
TOKEN = "a-token-of-the-operator"


@pytest.fixture(autouse=True)
def unlooked() -> Iterator[None]:
    health.readiness.forget()
    yield
    health.readiness.forget()


def test_both_health_pages(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"
    ready = client.get("/readyz")
    assert ready.status_code == 200
    told = ready.json()
    assert told.pop("queues") in (True, f"No worker serves: {', '.join(QUEUES)}.")
    assert told == dict.fromkeys(health.CHECKS, True)


def test_not_ready_while_nothing_can_be_written(client: Client) -> None:
    """A full disk answers every question; here the connection writes nothing, to the same end."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
            try:
                ready = client.get("/readyz")
            finally:
                cursor.execute("PRAGMA query_only = OFF")
    else:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json()["writing"] is False
    assert ready.json()["database"] is True


def test_a_queue_that_nobody_serves_is_told(client: Client, settings: Any) -> None:
    settings.CELERY_BROKER_URL = "redis://nobody.invalid:6379/0"
    cache.clear()
    served.forget()
    served.note([queue for queue in QUEUES if queue != "pairing"])
    ready = client.get("/readyz")
    assert ready.status_code == 200  # pages are there, and moves are kept
    assert ready.json()["queues"] == "No worker serves: pairing."
    served.note(QUEUES)  # not again at once
    assert not served.is_served("pairing")
    served.forget()
    served.note(QUEUES)
    assert served.is_served("pairing")


def test_not_ready_without_migrations(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(health.CHECKS, "migrations", lambda: False)
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json()["migrations"] is False


def test_not_ready_on_another_schema(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    known = schema.known_columns()
    known["match_match"] = known["match_match"] | {"colour"}
    monkeypatch.setattr(schema, "known_columns", lambda: known)
    ready = client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json()["schema"].startswith(
        "The database is of an earlier version: it has no match_match.colour."
    )
    assert client.get("/readyz", **OUTSIDE).json() == {"ready": False}


def test_not_ready_while_live_updates_fail(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bool:
        raise OSError("no Redis")

    monkeypatch.setitem(health.CHECKS, "live", broken)
    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize(
    "asked",
    [
        OUTSIDE,
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {**OUTSIDE, "HTTP_AUTHORIZATION": "Bearer "},
        {**OUTSIDE, "HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"},
        {**OUTSIDE, "HTTP_AUTHORIZATION": "Bearer é"},
    ],
)
@pytest.mark.parametrize("token", [TOKEN, ""])
def test_strangers_learn_yes_or_no(
    client: Client, settings: Any, asked: dict[str, Any], token: str
) -> None:
    settings.STATUS_TOKEN = token
    assert client.get("/readyz", **asked).json() == {"ready": True}


def test_the_token_opens_the_details(client: Client, settings: Any) -> None:
    settings.STATUS_TOKEN = TOKEN
    answer = client.get("/readyz", **OUTSIDE, HTTP_AUTHORIZATION=f"Bearer {TOKEN}")
    assert set(answer.json()) == {*health.CHECKS, "queues"}


def test_a_hundred_who_ask_cost_one_look(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.READY_FRESH_SECONDS = 60.0
    looks: list[int] = []
    monkeypatch.setitem(health.CHECKS, "live", lambda: looks.append(1) or True)
    assert {client.get("/readyz").status_code for _ in range(100)} == {200}
    assert len(looks) == 1


def test_a_check_that_hangs_holds_up_one_request(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, done = threading.Event(), threading.Event()

    def hang() -> bool:
        inside.set()
        return done.wait(30)

    monkeypatch.setattr(health, "CHECKS", {"live": hang})
    first = threading.Thread(target=health.readiness.found)
    first.start()
    assert inside.wait(30)
    assert client.get("/readyz").status_code == 503, "nobody knows yet, and nobody waits"
    done.set()
    first.join()
    assert client.get("/readyz").status_code == 200

"""With Redis away every page works, limits go on to hold, and the log says so once."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from config import outages
from config.celery import Hint, app
from config.celery import breaker as queue_breaker
from config.outages import Breaker

pytestmark = pytest.mark.usefixtures("stores")

PASSWORD = "seven kettles sing"
SECRET = "JBSWY3DPEHPK3PXP"
NOBODY = "redis://127.0.0.1:1"
"""Where nobody listens."""


@pytest.fixture
def no_redis(settings: Any) -> Iterator[None]:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.SteadyCache",
            "LOCATION": NOBODY,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "config.redis_layer.RedisLayer",
            "CONFIG": {"hosts": [{"address": NOBODY}]},
        }
    }
    yield
    cache.clear()


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("Ann", PASSWORD, email="ann@jinya.example")


def sign_in(password: str = PASSWORD, client: Client | None = None) -> Any:
    form = {"login": "Ann", "password": password}
    return (client or Client()).post("/accounts/login/", form)


@pytest.mark.usefixtures("no_redis")
def test_signing_in_and_up_and_resetting_work_without_redis(ann: User) -> None:
    assert sign_in().status_code == 302
    new = {"username": "Carol", "password1": PASSWORD, "email": "carol@jinya.example"}
    assert Client().post("/accounts/signup/", new).status_code == 302
    assert User.objects.filter(name="Carol").exists()
    reset = Client().post("/accounts/password/reset/", {"email": "ann@jinya.example"})
    assert reset["Location"] == "/accounts/password/reset/done/"


@pytest.mark.usefixtures("no_redis")
def test_the_second_factor_works_once_without_redis(ann: User) -> None:
    TOTP.activate(ann, SECRET)
    *_, newest = yield_hotp_counters_from_time()  # the oldest may run out before it is sent
    code = format_hotp_value(hotp_value(SECRET, newest))
    landed = []
    for _ in range(2):
        browser = Client()
        sign_in(client=browser)
        landed.append(browser.post("/accounts/2fa/authenticate/", {"code": code}).status_code)
    assert landed == [302, 422]


@pytest.mark.usefixtures("no_redis")
def test_limits_hold_without_redis(ann: User) -> None:
    assert [sign_in("wrong kettle").status_code for _ in range(11)] == [422] * 10 + [429]


@pytest.mark.usefixtures("no_redis")
def test_pages_of_a_member_work_without_redis(ann: User, client: Client) -> None:
    client.force_login(ann)
    for page in ("/", "/desk/", "/settings/", "/settings/security/", "/people/Ann/", "/rules/"):
        assert client.get(page, follow=True).status_code == 200, page


@pytest.mark.usefixtures("no_redis")
def test_an_outage_is_logged_once(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(3):
        sign_in("wrong kettle")
    said = [record.getMessage() for record in caplog.records if "cache" in record.getMessage()]
    assert said == [
        "the cache is away (ConnectionError); limits are counted in each process by itself"
    ]


@pytest.mark.django_db
def test_a_broker_that_is_away_is_asked_now_and_then(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = 0

    def refuse(*args: Any, **options: Any) -> None:
        nonlocal asked
        asked += 1
        raise ConnectionRefusedError

    monkeypatch.setattr("celery.app.task.Task.apply_async", refuse)
    app.loader.import_default_modules()
    task = app.tasks["accounts.send_letter"]
    assert isinstance(task, Hint)
    for _ in range(5):
        task.apply_async(kwargs={"letter_id": 0})
    assert asked == 1
    assert len(caplog.records) == 1
    assert not queue_breaker.lets_through()


def test_one_caller_tries_again_and_the_return_is_told(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    breaker = Breaker("Redis", "pages poll", clock=lambda: now)
    assert breaker.lets_through()
    breaker.failed(OSError())
    assert not breaker.lets_through()
    now += outages.SILENCE
    assert [breaker.lets_through() for _ in range(3)] == [True, False, False]
    breaker.failed(OSError())
    now += outages.SILENCE / 2
    assert not breaker.lets_through()
    breaker.worked()
    assert breaker.lets_through()
    assert [record.getMessage() for record in caplog.records] == [
        "Redis is away (OSError); pages poll",
        "Redis is back",
    ]


@pytest.mark.usefixtures("no_redis")
def test_limits_on_play_are_counted_without_redis(ann: User, settings: Any) -> None:
    settings.PLAY_LIMITS = {"other": "2/h/user"}
    client = Client()
    client.force_login(ann)
    answers = [client.post("/notices/").status_code for _ in range(3)]
    assert [code == 429 for code in answers] == [False, False, True]

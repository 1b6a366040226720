"""Small things that keep a break-in small."""

from __future__ import annotations

import json
import logging
import os

import pytest

from config.cache import Json, SteadyCache
from config.logs import JsonLine, RequestId
from config.settings import base
from tests.config.test_modes import DUMMIES, settings_of

REDIS = os.environ.get("JINYA_TEST_REDIS_URL", "")


@pytest.mark.parametrize(
    "text",
    [
        *("a\nb", "a\r\nb", '", "level": "error', "\x1b[31m", "\x00", "\u2028x", "\u2029x", "\x85"),
        *('{"event": {"kind": "signed-in"}}', "%s%n%d", "${jndi:ldap://x}", "\ud800"),
        *(
            "\n\n",
            "a\rb",
            "a\x0bb",
            "a\x0cb",
            "\x1c",
            "\x1d",
            "\x1e",
            "\x7f",
            "\x08\x08",
            "\x9b31m",
        ),
        *("\u202etxt", "\u2066x\u2069", "\ufeff", "\\n", "\\u000a", "%0d%0a", "\\", '"', "'; --"),
        *('"}\n{"level": "info"', "x" * 5000),
    ],
)
def test_nothing_typed_makes_a_second_line_or_a_field(text: str) -> None:
    record = logging.LogRecord("jinya", logging.INFO, "", 0, "said %s", (text,), None)
    RequestId().filter(record)
    line = JsonLine().format(record)
    assert len(line.encode("utf-8", "surrogatepass").decode("utf-8", "replace").split("\n")) == 1
    entry = json.loads(line)
    assert set(entry) == {"time", "level", "logger", "message", "request"}
    assert entry["message"] == f"said {text}"


def test_passwords_are_hashed_by_argon2() -> None:
    assert base.PASSWORD_HASHERS[0].endswith(".Argon2PasswordHasher")
    found = settings_of(DUMMIES, "PASSWORD_HASHERS", "SESSION_SERIALIZER", "CELERY_ACCEPT_CONTENT")
    assert found["PASSWORD_HASHERS"] == base.PASSWORD_HASHERS
    assert str(found["SESSION_SERIALIZER"]).endswith(".JSONSerializer")
    assert found["CELERY_ACCEPT_CONTENT"] == ["json"]


def test_what_lies_in_redis_runs_no_code_here() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        Json().loads(b"cos\nsystem\n(S'true'\ntR.")


@pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")
def test_counts_come_back_from_redis() -> None:
    cache = SteadyCache(REDIS, {"KEY_PREFIX": f"test-{os.getpid()}"})
    try:
        assert cache.add("lock", True, 10)
        assert not cache.add("lock", True, 10)
        cache.set("history", [2.5, 1.5], 10)
        assert cache.get("history") == [2.5, 1.5]
        assert cache.get("nothing", "default") == "default"
        assert cache._redis.get("history") == [2.5, 1.5], "it was not the cache in memory"
    finally:
        for key in ("lock", "history"):
            cache.delete(key)


@pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")
def test_counts_of_several_windows_go_up_together_in_redis_and_end() -> None:
    cache = SteadyCache(REDIS, {"KEY_PREFIX": f"test-{os.getpid()}"})
    try:
        assert [cache.count({"minute": 60}), cache.count({"minute": 60, "hour": 3600})] == [
            [1],
            [2, 1],
        ]
        assert cache._local.get("minute") is None, "it was the cache in memory"
        client = cache._redis._cache.get_client(write=True)
        left = [client.ttl(cache._redis.make_key(key)) for key in ("minute", "hour")]
        assert [0 < seconds <= 60 * 60**n for n, seconds in enumerate(left)] == [True, True]
    finally:
        for key in ("minute", "hour"):
            cache.delete(key)


@pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")
def test_the_cache_of_the_next_request_finds_the_connection_of_the_last() -> None:
    """Django makes one for each request."""
    ids = {SteadyCache(REDIS, {})._redis._cache.get_client().client_id() for _request in range(3)}
    assert len(ids) == 1

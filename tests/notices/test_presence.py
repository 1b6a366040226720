"""Who is at a board is known to every process; whom nobody can ask about is away."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.core.cache import cache

from config.cache import SteadyCache
from games.notices.services.presence import is_present, note_left, note_present

pytestmark = pytest.mark.usefixtures("stores")

REDIS = os.environ.get("JINYA_TEST_REDIS_URL", "")
NOBODY = "redis://127.0.0.1:1"
"""Where nobody listens."""


def in_redis(settings: Any, url: str) -> dict[str, Any]:
    """The cache of production; what another process makes of it."""
    params = {"KEY_PREFIX": f"test-{os.getpid()}"}
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.SteadyCache", "LOCATION": url, **params}
    }
    return params


def test_being_there_is_about_one_match_and_one_person() -> None:
    note_present("one", 1)
    asked = [("one", 1), ("one", 2), ("other", 1)]
    assert [is_present(uid, user) for uid, user in asked] == [True, False, False]
    note_left("one", 1)
    assert not is_present("one", 1)


@pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")
def test_another_process_knows_who_is_there(settings: Any) -> None:
    params = in_redis(settings, REDIS)
    note_present("one", 1)
    elsewhere = SteadyCache(REDIS, params)
    assert elsewhere.get("at-board:one:1") == 1
    elsewhere.delete("at-board:one:1")  # the socket was there, and has closed
    assert not is_present("one", 1)


def test_without_redis_nobody_seems_to_be_there(settings: Any) -> None:
    note_present("one", 1)
    in_redis(settings, NOBODY)
    assert not is_present("one", 1)
    cache.clear()

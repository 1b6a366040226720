"""Which queues somebody works on: every worker says so while its heart beats."""

from __future__ import annotations

import time
from collections.abc import Collection

from django.core.cache import cache

EVERY = 10  # seconds between two notes of a worker
GOOD_FOR = 60  # seconds

_noted = 0.0


def note(queues: Collection[str]) -> None:
    """Note that this process works on *queues*, if that was last done a while ago."""
    global _noted  # noqa: PLW0603 - of this process
    if _noted and time.monotonic() - _noted < EVERY:
        return
    _noted = time.monotonic()
    for queue in queues:
        cache.set(_key(queue), 1, GOOD_FOR)


def forget() -> None:
    """Note at once when asked next."""
    global _noted  # noqa: PLW0603 - of this process
    _noted = 0.0


def is_served(queue: str) -> bool:
    """Return whether a worker has noted *queue* within the last minute."""
    return cache.get(_key(queue)) is not None


def _key(queue: str) -> str:
    return f"served:{queue}"

"""A server beside us that is away is asked again now and then, not by everybody at once."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from typing import ClassVar
from weakref import WeakSet

logger = logging.getLogger("jinya.outages")

SILENCE = 5.0  # seconds without a try after a failure


class Breaker:
    """A circuit breaker for one server. Logs once that it is away, once that it is back.

    While it is away one caller in `SILENCE` seconds is let through to try; the others go on
    without it at once, so that waiting for a dead server never fills the request slots.
    A server that hangs is waited for once: they are mostly one and the same, so the others are
    not asked for as long either.
    """

    _all: ClassVar[WeakSet[Breaker]] = WeakSet()

    def __init__(
        self, name: str, meanwhile: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self.meanwhile = meanwhile
        self._clock = clock
        self._lock = threading.Lock()
        self._is_away = False
        self._next_try = 0.0
        self._all.add(self)

    def lets_through(self) -> bool:
        """Return whether this caller may ask the server."""
        with self._lock:
            now = self._clock()
            if now < self._next_try:
                return False
            if self._is_away:
                self._next_try = now + SILENCE
            return True

    def failed(self, error: BaseException) -> None:
        """The server did not answer."""
        with self._lock:
            was_away, self._is_away = self._is_away, True
            self._next_try = self._clock() + SILENCE
        if _is_hanging(error):
            for other in tuple(self._all):
                other.rest()
        if not was_away:
            logger.warning("%s is away (%s); %s", self.name, type(error).__name__, self.meanwhile)

    def rest(self) -> None:
        """Nobody asks the server for a while."""
        with self._lock:
            self._next_try = self._clock() + SILENCE

    def worked(self) -> None:
        """The server answered."""
        if not self._is_away and not self._next_try:
            return
        with self._lock:
            was_away, self._is_away, self._next_try = self._is_away, False, 0.0
        if was_away:
            logger.warning("%s is back", self.name)


def _is_hanging(error: BaseException) -> bool:
    """Whether a server took too long, by what its client raised."""
    causes = (error, error.__cause__, error.__context__)
    client = sys.modules.get("redis.exceptions")
    kinds: tuple[type[BaseException], ...] = (TimeoutError,)
    if client:
        kinds += (client.TimeoutError,)
    return any(isinstance(cause, kinds) for cause in causes)


def outages(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return the errors raised where a server is away; ask for them once something was raised.

    The errors of Redis are among them if its client is loaded; it is not loaded for this.
    """
    client = sys.modules.get("redis.exceptions")
    return (OSError, *others, *((client.RedisError,) if client else ()))

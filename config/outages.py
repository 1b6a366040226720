"""A server beside us that is away is asked again now and then, not by everybody at once."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

logger = logging.getLogger("jinya.outages")

SILENCE = 5.0  # seconds without a try after a failure


class Breaker:
    """Whether a server is asked at all. Tells the log once that it is away, once that it is back.

    While it is away one caller in `SILENCE` seconds is let through to try; the others go on
    without it at once, so that waiting for a dead server never fills the request slots.
    """

    def __init__(
        self, name: str, meanwhile: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self.meanwhile = meanwhile
        self._clock = clock
        self._lock = threading.Lock()
        self._is_away = False
        self._next_try = 0.0

    def lets_through(self) -> bool:
        """Whether this caller asks the server."""
        with self._lock:
            if not self._is_away:
                return True
            now = self._clock()
            if now < self._next_try:
                return False
            self._next_try = now + SILENCE
            return True

    def failed(self, error: BaseException) -> None:
        """The server did not answer."""
        with self._lock:
            was_away, self._is_away = self._is_away, True
            self._next_try = self._clock() + SILENCE
        if not was_away:
            logger.warning("%s is away (%s); %s", self.name, type(error).__name__, self.meanwhile)

    def worked(self) -> None:
        """The server answered."""
        if not self._is_away:
            return
        with self._lock:
            was_away, self._is_away = self._is_away, False
        if was_away:
            logger.warning("%s is back", self.name)

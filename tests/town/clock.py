"""Time and chance of a season: both follow from its seed, wherever they are asked for."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from unittest.mock import patch

import time_machine

BEGIN = datetime(2026, 10, 1, 6, tzinfo=UTC)
"""When seasons begin: three weeks before Europe's clocks go back."""
BEFORE_A_CHANGE = (datetime(2026, 10, 23, 6, tzinfo=UTC), datetime(2026, 10, 30, 6, tzinfo=UTC))
"""Or two days before: Europe's go back, and America's a week later."""


def begin_of(seed: int) -> datetime:
    """When the season of *seed* begins; every third soon meets a change of clocks."""
    return BEGIN if seed % 3 else BEFORE_A_CHANGE[seed // 3 % 2]


class Clock:
    """The time of a season; it stands still until it is moved."""

    def __init__(self, begin: datetime = BEGIN) -> None:
        self.began = self.now = begin
        self.off = timedelta()
        """How far the clock of the machine is wrong."""
        self._travel: time_machine.Traveller | None = None

    def move_to(self, moment: datetime) -> None:
        """Let it be *moment*, everywhere in this process. It may lie before now."""
        self.now = moment
        if self._travel is not None:
            self._travel.move_to(moment + self.off, tick=False)

    @property
    def day(self) -> float:
        """Days since the season began."""
        return (self.now - self.began) / timedelta(days=1)

    def _monotonic(self) -> float:
        return 1000.0 + (self.now - self.began).total_seconds()

    @contextmanager
    def running(self) -> Iterator[Clock]:
        """All clocks of this process are this one meanwhile, but those of waiting threads."""
        with ExitStack() as stack:
            self._travel = stack.enter_context(time_machine.travel(self.now, tick=False))
            stack.enter_context(patch("time.monotonic", self._monotonic))
            yield self
        self._travel = None


@contextmanager
def seeded(seed: str) -> Iterator[Callable[[str], None]]:
    """All randomness of this process follows from *seed* meanwhile: names, keys, dice and ids.

    What is yielded begins it anew for what is called so, whatever was drawn before.
    """
    source, state = random.Random(), random.getstate()

    def begin(what: str) -> None:
        source.seed(f"town {seed} {what}")
        random.seed(f"ambient {seed} {what}")

    begin("")
    try:
        with (
            patch.object(os, "urandom", source.randbytes),
            patch("random._urandom", source.randbytes),
        ):
            yield begin
    finally:
        random.setstate(state)


def lot(*drawn_for: object) -> float:
    """A number between 0 and 1 that follows from what it is drawn for, and from nothing else."""
    told = blake2b(repr(drawn_for).encode(), digest_size=8).digest()
    return (int.from_bytes(told) + 1) / (2**64 + 1)


def real_seconds() -> float:
    """Seconds of processor time of this process, which no season moves."""
    return time.process_time()

"""Time stands still, and chance is a fixed stream: what two runs differ in, the twins differ in."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256, shake_256
from unittest.mock import patch

from django.utils import timezone

from engines.core.commitments import Commitment

MASKED: tuple[str, ...] = ()
"""What the comparison does not look at: nothing."""


class Chance:
    """What stands in for the randomness of the operating system; `restart` begins it anew."""

    def __init__(self) -> None:
        self.restart("")

    def restart(self, label: str) -> None:
        """Go on as after every other restart with that label."""
        self._label, self._drawn = label.encode(), 0
        random.seed(label)

    def draw(self, size: int) -> bytes:
        """The next *size* bytes."""
        self._drawn += 1
        return shake_256(self._label + b"\x00%d" % self._drawn).digest(size)


def _ideal_digest(piece: Commitment) -> str:
    """A digest with nothing of the kind in it, as the real one is without its salt."""
    return sha256(f"{piece.match} {piece.seat} {piece.place}".encode()).hexdigest()


@contextmanager
def steady(now: datetime) -> Iterator[None]:
    """It is *now*, and digests say nothing."""
    with (
        patch.object(timezone, "now", lambda: now),
        patch.object(time, "time", now.timestamp),
        patch.object(time, "time_ns", lambda: int(now.timestamp()) * 10**9),
        patch.object(Commitment, "digest", property(_ideal_digest)),
    ):
        yield


@contextmanager
def still(now: datetime) -> Iterator[Chance]:
    """The same, and all randomness comes from the chance handed out."""
    chance = Chance()
    with (
        steady(now),
        patch.object(os, "urandom", chance.draw),
        patch.object(random, "_urandom", chance.draw),
    ):
        yield chance

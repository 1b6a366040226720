"""A tally of durations in steps of a tenth: enough for a median, and small for ever."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

STEP = math.log(1.1)


def with_durations(spread: Mapping[str, int], seconds: Iterable[int]) -> dict[str, int]:
    """The tally with some durations more."""
    counts = dict(spread)
    for duration in seconds:
        step = str(int(math.log(max(duration, 1)) / STEP))
        counts[step] = counts.get(step, 0) + 1
    return counts


def median_of(spread: Mapping[str, int]) -> int | None:
    """The median in seconds, to the middle of its step; None where nothing was counted."""
    total = sum(spread.values())
    passed = 0
    for step in sorted(spread, key=int):
        passed += spread[step]
        if 2 * passed >= total:
            return round(math.exp((int(step) + 0.5) * STEP))
    return None

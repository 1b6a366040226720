"""A tally of durations in steps of a tenth: enough for a median, and small for ever."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

STEP = math.log(1.1)


def with_durations(
    spread: Mapping[str, int], seconds: Iterable[int], times: int = 1
) -> dict[str, int]:
    """Return the tally with some durations more, or less where *times* is -1."""
    counts = dict(spread)
    for duration in seconds:
        step = str(int(math.log(max(duration, 1)) / STEP))
        counts[step] = counts.get(step, 0) + times
    return {step: count for step, count in counts.items() if count > 0}


def median_of(spread: Mapping[str, int]) -> int | None:
    """Return the median in seconds, to the middle of its step; None where nothing was counted."""
    total = sum(spread.values())
    passed = 0
    for step in sorted(spread, key=int):
        passed += spread[step]
        if 2 * passed >= total:
            return round(math.exp((int(step) + 0.5) * STEP))
    return None

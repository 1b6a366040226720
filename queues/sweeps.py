"""Sweeps over many rows: one that fails is logged and left to the next sweep, and keeps no other
from its turn."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

logger = logging.getLogger(__name__)

Key = TypeVar("Key")


def each(keys: Iterable[Key], work: Callable[[Key], int], *, what: str) -> int:
    """Return how many of *keys* came to something: the sum of what *work* says of each.

    *what* says what they are, for the log. *work* begins a transaction of its own for each.
    """
    return sum(outcomes(keys, work, what=what))


def outcomes(keys: Iterable[Key], work: Callable[[Key], int], *, what: str) -> Iterator[int]:
    """Yield the same, one after the other, as far as they are asked for."""
    for key in keys:
        try:
            yield work(key)
        except Exception:
            logger.exception("left to the next sweep: %s %s", what, getattr(key, "pk", key))

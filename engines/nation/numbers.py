"""The arithmetic of the rules: whole numbers, rates in thousandths, rounded up once (§2)."""

from __future__ import annotations

CAP = 1_000_000_000
"""No value leaves the range from 0 to this."""

WHOLE = 1000
"""A rate of one, in thousandths."""


def clamp(value: int) -> int:
    """*value*, or the nearest value that is allowed."""
    return 0 if value < 0 else min(value, CAP)


def up(product: int, parts: int) -> int:
    """*product* / *parts*, rounded up: of -0.5 it is 0, as of any number of that kind."""
    return -(-product // parts)


def scaled(value: int, rate: int) -> int:
    """*value* times *rate* thousandths, rounded up and kept in range."""
    return clamp(up(value * rate, WHOLE))

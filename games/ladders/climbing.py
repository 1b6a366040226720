"""How the order of a ladder follows from steps, each caused by one thing that has happened.

Pure: an order is a tuple of keys, the first at the top. Steps that count no more are left out and
the rest is climbed anew, so that an annulled match leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

Order = tuple[int, ...]


class Cause(StrEnum):
    """The reason why places have changed."""

    JOINED = "joined"
    """Somebody has come, at the bottom."""
    WON = "won"
    """A challenge was won by the one below, who takes the place of the other."""
    GIVEN = "given"
    """A challenge was refused or not answered: likewise."""
    LATE = "late"
    """A match of the ladder was lost on time: to the bottom third."""
    LEFT = "left"
    """Somebody is off: by choice, by a second loss on time, away too long, or gone."""


@dataclass(frozen=True, slots=True)
class Step:
    """One change of places: whose, and whose place it is about where there is another."""

    cause: Cause
    who: int
    other: int | None = None


def after(order: Order, step: Step) -> Order:
    """Return the order after one more step; as it was where the step finds nobody to move."""
    if step.cause == Cause.JOINED:
        return order if step.who in order else (*order, step.who)
    if step.who not in order:
        return order
    if step.cause == Cause.LEFT:
        return tuple(key for key in order if key != step.who)
    if step.cause == Cause.LATE:
        return _moved(order, step.who, max(bottom_third(len(order)), order.index(step.who)))
    if step.other not in order:
        return order
    return _moved(order, step.who, min(order.index(step.who), order.index(step.other)))


def bottom_third(size: int) -> int:
    """Return the first place, from 0, of the bottom third of a ladder of that size."""
    return size - max(1, size // 3) if size else 0


def order_after(steps: Iterable[Step]) -> Order:
    """Return the order that all of the steps lead to, from an empty ladder."""
    empty: Order = ()
    return reduce(after, steps, empty)


def _moved(order: Order, who: int, place: int) -> Order:
    rest = [key for key in order if key != who]
    return (*rest[:place], who, *rest[place:])

"""What else a desk leads to besides its matches: one line each, and none where there is nothing.

`games.wiring` lists who is asked for a line; the desk knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Pull:
    """A line, and the page it leads to."""

    words: str
    url: str
    action: str


@dataclass(frozen=True, slots=True)
class Reader:
    """The owner of a desk, and their state."""

    user: User
    now: datetime
    is_free: bool
    """Whether no match waits for a move of theirs."""


Puller = Callable[[Reader], Pull | None]

_pullers: tuple[Puller, ...] = ()


def install(pullers: Iterable[Puller]) -> None:
    """Let *pullers* say what a desk leads to, in their order; once, when the site starts."""
    global _pullers  # noqa: PLW0603 - the apps are set up once in a process
    _pullers = tuple(pullers)


def pulls_of(reader: Reader) -> list[Pull]:
    """Return the lines that lead on from the desk of *reader*."""
    found = [puller(reader) for puller in _pullers]
    return [pull for pull in found if pull is not None]

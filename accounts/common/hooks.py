"""What accounts ask of the games, which they do not know: `games.wiring` says who answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest

    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Hooks:
    """The functions that are asked."""

    profile_facts: Callable[[HttpRequest, User], dict[str, object]]
    """What the page of a person shows besides."""
    move_everything: Callable[[int, int], bool]
    """Moves what belongs to the first user to the second; whether nothing is left behind."""
    times_chosen: Callable[[int, datetime], None]
    """Told of a user who has chosen another time zone."""
    are_at_play: Callable[[int, int], bool]
    """Whether two users sit in one running match."""
    letter_sent: Callable[[int, str, datetime], None]
    """Told of each letter that a mail server has taken, by key and address."""
    address_refused: Callable[[str, str, datetime], int]
    """Told of an address that a mail server refuses for good, with its answer."""


_installed: list[Hooks] = []


def install(hooks: Hooks) -> None:
    """Ask those from now on; once, when the site starts."""
    _installed[:] = [hooks]


def hooks() -> Hooks:
    """Return what is installed."""
    return _installed[0]

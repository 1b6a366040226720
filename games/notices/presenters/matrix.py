"""The matrix of events and channels, as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.notices.choices import Reach, is_on, reach_of
from games.notices.events import EVENTS, Channel


@dataclass(frozen=True, slots=True)
class Cell:
    """One box to tick."""

    value: str
    channel: str
    is_ticked: bool
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class ReachChoice:
    """A button that chooses what leaves the site."""

    value: str
    label: str
    note: str
    is_chosen: bool


def reach_choices(user: User) -> list[ReachChoice]:
    """Return what can be chosen in one press."""
    notes = {
        Reach.ALL: _("All that is told here is sent to you as well."),
        Reach.TURNS: _("When it is your turn, and before your time runs out."),
        Reach.ACCOUNT: _("Sign-ins, your address, your data."),
    }
    chosen = reach_of(user)
    return [
        ReachChoice(reach.value, str(reach.label), str(notes[reach]), reach == chosen)
        for reach in Reach
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """An event, and a box for each channel."""

    slug: str
    label: str
    cells: tuple[Cell, ...]


def matrix_of(
    user: User, channels: Sequence[Channel], ticked: Collection[str] | None = None
) -> list[Row]:
    """Return all events by these channels: as *ticked* in a form that was refused, else as kept."""
    return [
        Row(
            event.slug,
            str(event.label),
            tuple(
                Cell(
                    f"{event.slug}.{channel}",
                    str(channel.label),
                    is_ticked=is_on(user, event, channel)
                    if ticked is None or channel in event.fixed
                    else f"{event.slug}.{channel}" in ticked,
                    is_fixed=channel in event.fixed,
                )
                for channel in channels
            ),
        )
        for event in EVENTS
    ]

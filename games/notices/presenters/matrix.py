"""The matrix of events and channels, as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from accounts.models import User
from games.notices.choices import is_on
from games.notices.events import EVENTS, Channel


@dataclass(frozen=True, slots=True)
class Cell:
    """One box to tick."""

    value: str
    channel: str
    is_ticked: bool
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """An event, and a box for each channel."""

    slug: str
    label: str
    cells: tuple[Cell, ...]


def matrix_of(
    user: User, channels: Sequence[Channel], ticked: Collection[str] | None = None
) -> list[Row]:
    """All events by these channels: as *ticked* in a form that was refused, else as kept."""
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

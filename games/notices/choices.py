"""What a person has chosen of events and channels; read from the user's row, which is at hand.

`User.notice_choices` holds what differs from the table of events, by its words ("turn.push"), so a
new event or channel needs no migration. Two cells are columns of their own, as they always were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.auth import get_user_model

from accounts.models import User
from games.notices.events import BY_SLUG, EVENT_OF, EVENTS, TOLD, Channel, Event, Kind
from queues.transactions import writing

COLUMNS = {("turn", Channel.MAIL): "mail_your_turn", ("over", Channel.MAIL): "mail_match_over"}
"""Cells that are columns of the user."""

QUEUED = (Channel.MAIL, Channel.PUSH, Channel.WEBHOOK)
"""The channels that take a delivery; bell and tab read the notice itself."""


def is_on(user: User, event: Event, channel: Channel) -> bool:
    """Whether the cell of the matrix is ticked."""
    if channel in event.fixed:
        return True
    column = COLUMNS.get((event.slug, channel))
    if column is not None:
        return bool(getattr(user, column))
    cells = _kept(user).get("cells", {})
    return bool(cells.get(f"{event.slug}.{channel}", channel in event.on))


def wants(user: User, kind: str, channel: Channel) -> bool:
    """Whether news of this kind goes to the user by that channel: chosen, and there is a way."""
    if not user.is_active or kind not in EVENT_OF:
        return False
    if channel in QUEUED and not (TOLD[Kind(kind)].subject and is_reachable(user, channel)):
        return False
    return is_on(user, EVENT_OF[kind], channel)


def is_reachable(user: User, channel: Channel) -> bool:
    """Whether there is somewhere to send to: a confirmed address, a device, a webhook."""
    if channel == Channel.MAIL:
        return bool(user.email)
    return channel not in QUEUED or channel in _kept(user).get("reach", ())


def set_reachable(user_id: int, channel: Channel, is_there: bool) -> None:
    """Note that the user has somewhere to send to by *channel*, or has no more.

    For channels with addresses of their own (push: devices; webhook), called in the transaction
    that writes the first and deletes the last of them: so a turn need not look for addresses.
    """

    def change(kept: dict[str, Any]) -> None:
        there = set(kept.get("reach", ())) - {channel.value}
        kept["reach"] = sorted(there | {channel.value} if is_there else there)

    _change(user_id, change)


def choose(user_id: int, ticked: Iterable[tuple[str, str]]) -> None:
    """Keep the whole matrix: the cells (event, channel) that are *ticked*, and no other."""
    chosen = set(ticked)

    def change(kept: dict[str, Any]) -> None:
        kept["cells"] = {
            f"{event.slug}.{channel}": (event.slug, channel.value) in chosen
            for event in EVENTS
            for channel in Channel
            if channel not in event.fixed
            and (event.slug, channel) not in COLUMNS
            and ((event.slug, channel.value) in chosen) != (channel in event.on)
        }

    columns = {
        column: (slug, channel.value) in chosen for (slug, channel), column in COLUMNS.items()
    }
    _change(user_id, change, **columns)


def switch_off(user_id: int, slug: str, channel: Channel) -> None:
    """Take one tick out of the matrix; doing so again changes nothing."""
    event = BY_SLUG[slug]
    if channel in event.fixed:
        return
    column = COLUMNS.get((slug, channel))

    def change(kept: dict[str, Any]) -> None:
        if column is None:
            kept.setdefault("cells", {})[f"{slug}.{channel}"] = False

    _change(user_id, change, **({column: False} if column else {}))


def _kept(user: User) -> dict[str, Any]:
    return user.notice_choices or {}


def _change(user_id: int, change: Callable[[dict[str, Any]], None], **columns: Any) -> None:
    """Change what the user has chosen, one change after the other."""
    with writing():
        user = get_user_model().objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return
        kept = dict(_kept(user))
        change(kept)
        get_user_model().objects.filter(pk=user_id).update(notice_choices=kept, **columns)

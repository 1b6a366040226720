"""What a person has chosen of events and channels; read from the user's row, which is at hand.

`User.notice_choices` holds what differs from the table of events, by its words ("turn.push"), so a
new event or channel needs no migration. Two cells are columns of their own, as they always were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, time
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notices.events import BY_SLUG, CHOSEN, EVENT_OF, EVENTS, WORDINGS, Channel, Event, Kind
from queues.transactions import writing

COLUMNS = {("turn", Channel.MAIL): "mail_your_turn", ("over", Channel.MAIL): "mail_match_over"}
"""Cells that are columns of the user."""


class Rhythm(models.TextChoices):
    """The longest time between two mails of news."""

    AT_ONCE = "", _("At once")
    HOURLY = "hourly", _("Once an hour at most")
    TWICE = "twice", _("Twice a day, at 8 and 18 o’clock")
    MORNING = "morning", _("Once a day, at the hour below")
    NEVER = "never", _("Never")


class Reach(models.TextChoices):
    """One choice for all that leaves the site, by mail, push and webhook."""

    ALL = "all", _("Everything")
    TURNS = "turns", _("My turns and clocks")
    ACCOUNT = "account", _("Nothing but my account")


OF_TURNS = frozenset({"turn", "clock", "excused"})
"""The events of turns and clocks."""

DIGEST_HOUR = 8
"""The local hour of the one mail a day, until another is chosen."""

QUEUED = (Channel.MAIL, Channel.PUSH, Channel.WEBHOOK)
"""The channels of news that take a delivery; bell and tab read the notice itself."""

OWED = (*QUEUED, Channel.PROGRAM)
"""All channels that take one."""


def is_on(user: User, event: Event, channel: Channel) -> bool:
    """Return whether the cell of the matrix is ticked."""
    if channel in event.fixed:
        return True
    column = COLUMNS.get((event.slug, channel))
    if column is not None:
        return bool(getattr(user, column))
    cells = _kept(user).get("cells", {})
    return bool(cells.get(f"{event.slug}.{channel}", channel in event.on))


def wants(user: User, kind: str, channel: Channel) -> bool:
    """Return True if news of this kind goes to the user by that channel and has an address."""
    if not user.is_active or kind not in EVENT_OF or not _can_be_sent(user, kind, channel):
        return False
    if channel == Channel.PROGRAM:
        return kind == Kind.YOUR_TURN
    event = EVENT_OF[kind]
    if kind == Kind.TEST or channel in event.fixed:  # a test is asked for by this very channel
        return True
    if channel == Channel.MAIL and rhythm_of(user) == Rhythm.NEVER and not event.is_urgent:
        return False
    return is_on(user, event, channel)


def _can_be_sent(user: User, kind: str, channel: Channel) -> bool:
    """Return whether the channel has words for it and an end; pages need neither."""
    if channel not in OWED:
        return True
    return bool(WORDINGS[Kind(kind)].subject) and is_reachable(user, channel)


def is_reachable(user: User, channel: Channel) -> bool:
    """Return whether there is somewhere to send to: a confirmed address, a device, a webhook, an
    address of a bot account."""
    if channel == Channel.MAIL:
        return bool(user.mail_reader.email) and stopped_mail(user.mail_reader) is None
    return channel not in OWED or channel in _kept(user).get("reach", ())


def rhythm_of(user: User) -> Rhythm:
    """Return how often mail may come."""
    return Rhythm(_kept(user).get("rhythm", ""))


def digest_hour(user: User) -> int:
    """Return the local hour of the one mail a day."""
    return int(_kept(user).get("hour", DIGEST_HOUR))


def quiet_hours(user: User) -> tuple[time, time] | None:
    """From when to when by the user's wall clock no mail and no push may come."""
    kept = _kept(user).get("quiet")
    return (time.fromisoformat(kept[0]), time.fromisoformat(kept[1])) if kept else None


def warns_in_quiet(user: User) -> bool:
    """Return whether a clock that is about to run out may break quiet hours."""
    return bool(_kept(user).get("warn", True))


def kept_cells(user: User) -> list[tuple[str, str]]:
    """Return the cells (event, channel) that are ticked."""
    return [
        (event.slug, channel.value)
        for event in EVENTS
        for channel in CHOSEN
        if is_on(user, event, channel)
    ]


def reach_of(user: User) -> Reach | None:
    """Return the one choice that comes to what is ticked; None where it was ticked otherwise."""
    if rhythm_of(user) == Rhythm.NEVER:
        return None
    sent = {cell for cell in kept_cells(user) if cell[1] in QUEUED}
    return next((reach for reach in Reach if sent == _sent_by(reach)), None)


def choose_reach(user_id: int, reach: Reach) -> None:
    """Send what *reach* says and nothing else; the ticks of the site itself stay."""
    user = get_user_model().objects.get(pk=user_id)
    on_site = [cell for cell in kept_cells(user) if cell[1] not in QUEUED]
    choose(user_id, [*on_site, *_sent_by(reach)])
    if rhythm_of(user) == Rhythm.NEVER:
        _change(user_id, lambda kept: kept.pop("rhythm"))


def _sent_by(reach: Reach) -> set[tuple[str, str]]:
    return {
        (event.slug, channel.value)
        for event in EVENTS
        for channel in QUEUED
        if channel in event.fixed
        or reach == Reach.ALL
        or (reach == Reach.TURNS and event.slug in OF_TURNS)
    }


def choose_times(
    user_id: int,
    *,
    wait: int,
    rhythm: str,
    hour: int,
    quiet: tuple[time, time] | None,
    warn: bool,
) -> None:
    """Keep when mail and push may come."""

    def change(kept: dict[str, Any]) -> None:
        kept["rhythm"], kept["hour"], kept["warn"] = rhythm, hour, warn
        kept["quiet"] = [f"{moment:%H:%M}" for moment in quiet] if quiet else None

    _change(user_id, change, mail_wait_minutes=wait)


def stopped_mail(user: User) -> dict[str, str] | None:
    """Since when and why no mail goes to the user's address ("at", "why"); None while it does.

    Another address is another matter.
    """
    kept = _kept(user).get("stopped")
    return kept if kept and kept["address"] == user.email.lower() else None


def stop_address(user_id: int, address: str, why: str, now: datetime) -> None:
    """Send no more news to *address*: its server does not take it."""

    def change(kept: dict[str, Any]) -> None:
        kept["stopped"] = {"address": address.lower(), "at": now.isoformat(), "why": why[:200]}

    _change(user_id, change)


def try_address_again(user_id: int) -> None:
    """Send to the user's address again."""
    _change(user_id, lambda kept: kept.pop("stopped", None))


def set_reachable(user_id: int, channel: Channel, is_there: bool) -> None:
    """Note that the user has somewhere to send to by *channel*, or has no more.

    For channels with addresses of their own (push: devices; webhook; program), called in the
    transaction that writes the first and deletes the last of them: so a turn need not look for
    addresses.
    """

    def change(kept: dict[str, Any]) -> None:
        there = set(kept.get("reach", ())) - {channel.value}
        kept["reach"] = sorted(there | {channel.value} if is_there else there)

    _change(user_id, change)


def can_switch_off(event: Event, channel: Channel) -> bool:
    """Return whether something of this event comes by the channel, and one may be without it."""
    return channel not in event.fixed and any(WORDINGS[kind].subject for kind in event.kinds)


def choose(user_id: int, ticked: Iterable[tuple[str, str]]) -> None:
    """Keep the whole matrix: the cells (event, channel) that are *ticked*, and no other."""
    chosen = set(ticked)

    def change(kept: dict[str, Any]) -> None:
        kept["cells"] = {
            f"{event.slug}.{channel}": (event.slug, channel.value) in chosen
            for event in EVENTS
            for channel in CHOSEN
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


def _change(user_id: int, change: Callable[[dict[str, Any]], object], **columns: Any) -> None:
    """Change what the user has chosen, one change after the other."""
    with writing():
        user = get_user_model().objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return
        kept = dict(_kept(user))
        change(kept)
        get_user_model().objects.filter(pk=user_id).update(notice_choices=kept, **columns)

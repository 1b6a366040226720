"""What an operator looks at from the first day on: one page, with what to do about each part.

Numbers are those of /metrics and `doctor`; nothing here is about one match.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.sign_in.shared_marks import Cohort, returned
from config import celery, metrics, served
from games.management.disks import Room, rooms
from games.management.releases import is_newer, newest_known
from games.moderation.presenters.words import time_text
from games.moderation.selectors.queue import load_of
from games.moderation.views.staff import need, shown
from games.notices.selectors import mails_since
from games.wiring import GAUGES

FINE, UNKNOWN, SOON, NOW = range(4)
"""How a part stands, by how much it presses."""

STATES: dict[int, tuple[str, str, str | Promise]] = {
    FINE: ("fine", "✓", gettext_lazy("fine")),
    UNKNOWN: ("unknown", "–", gettext_lazy("not known")),
    SOON: ("soon", "▲", gettext_lazy("look at it today")),
    NOW: ("now", "✕", gettext_lazy("see to it now")),
}
"""Each as a class of styles, a sign and a word."""

LATE: dict[str, tuple[str | Promise, int, int]] = {
    # gauge: what is late; from how many seconds it is to be looked at, and to be seen to
    "deadline_sweep_age_seconds": (gettext_lazy("Deadlines last looked at, ago"), 20, 60),
    "oldest_owed_turn_seconds": (gettext_lazy("Moves of bots, late by"), 120, 600),
    "oldest_letter_seconds": (gettext_lazy("Mails about accounts, late by"), 120, 600),
    "oldest_delivery_seconds": (gettext_lazy("News by mail, push and webhook, late by"), 120, 600),
}
LONG_QUEUE = 200  # messages
MAIL_SPAN = timedelta(days=7)
FEW_MAILS, SOME_LOST, MANY_LOST = 3, 0.02, 0.10  # failures that may be chance; shares of all mails
LITTLE_ROOM = 0.15  # of a disk
BACKUP_SOON, BACKUP_NOW = timedelta(hours=2), timedelta(hours=26)  # one is made every hour
WAITS_SOON, WAITS_NOW = timedelta(days=1), timedelta(days=4)  # for moderators
FEW_PEOPLE, FEW_RETURN = 10, 0.10


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one part."""

    part: str
    state: int
    lines: list[tuple[str, str]]
    """What is measured, and its value."""
    advice: str
    """What to do where it is not fine; one sentence."""

    @property
    def sign(self) -> tuple[str, str, str | Promise]:
        """Return its state as a class, a sign and a word."""
        return STATES[self.state]


class Backup(NamedTuple):
    """A dump that lies in a folder of backups."""

    made_at: datetime
    size: int
    version: str
    """Of the site that made it; "" where its name does not say so."""


VERSION_IN_NAME = re.compile(r"-v([0-9][0-9A-Za-z.+]*)\.dump\Z")


@require_safe
def upkeep(request: HttpRequest) -> HttpResponse:
    """Show the state of the site, to whoever may switch it."""
    need(request, "switch_site")
    context = {"title": _("Upkeep"), "findings": findings(timezone.now())}
    return shown(request, "upkeep", context)


def findings(now: datetime) -> list[Finding]:
    """Return how each part stands, in a number of statements that no number of rows changes."""
    parts = (queues, set_aside, mails, disks, backups, releases, moderation, people)
    return [part(now) for part in parts]


def queues(now: datetime) -> Finding:
    """Return what is late, by kind, and whether somebody works on each queue."""
    late = {name: round(GAUGES[name]()) for name in LATE}
    depths = dict(metrics.depths())
    alone = [queue for queue in celery.QUEUES if not _is_served(queue)]
    state = max(_step(seconds, *LATE[name][1:]) for name, seconds in late.items())
    if alone or not depths:
        state = NOW
    elif max(depths.values()) > LONG_QUEUE:
        state = max(state, SOON)
    lines = [(str(LATE[name][0]), _span(seconds)) for name, seconds in late.items()]
    waiting = " · ".join(f"{queue} {depth}" for queue, depth in depths.items())
    lines += [(_("Messages that wait"), waiting or _("Redis is away"))]
    lines += [(_("Queues that no worker serves"), ", ".join(alone) or _("none"))]
    if state == NOW:
        advice = _("Run “bin/jinya doctor”, read the log of the worker, and start it again.")
    else:
        advice = _("Look again in ten minutes; if it has grown, start one more worker for it.")
    return Finding(_("Queues"), state, lines, advice)


def _is_served(queue: str) -> bool:
    return settings.CELERY_BROKER_URL.startswith("memory:") or served.is_served(queue)


def set_aside(now: datetime) -> Finding:
    """Return how many turns of bots failed so often that they are not tried any more."""
    count = round(GAUGES["turns_set_aside"]())
    advice = _(
        "Read in the log of the worker for thinking why, then “bin/jinya manage retry_turns”."
    )
    lines = [(_("Moves of bots set aside"), str(count))]
    return Finding(_("Failures set aside"), NOW if count else FINE, lines, advice)


def mails(now: datetime) -> Finding:
    """Return what mail servers said within the last week."""
    found = mails_since(now - MAIL_SPAN)
    lost = found.failed + found.bounced
    share = lost / max(found.accepted + found.failed, 1)
    state = FINE
    if lost >= FEW_MAILS:
        state = NOW if share >= MANY_LOST else SOON if share >= SOME_LOST else FINE
    lines = [
        (_("Accepted by mail servers within 7 days"), str(found.accepted)),
        (_("Given up"), str(found.failed)),
        (_("Addresses that sent them back"), str(found.bounced)),
    ]
    advice = _(
        "Send one with “bin/jinya doctor --mail-to” and look where it lands; docs/mail.md has the "
        "three records of the DNS that decide it."
    )
    return Finding(_("Mail"), state, lines, advice)


def disks(now: datetime) -> Finding:
    """Return what room there is, how large the database is, and how fast its dumps grow."""
    found = rooms()
    state = FINE
    if any(room.is_short for room in found):
        state = NOW
    elif any(room.free < room.total * LITTLE_ROOM for room in found):
        state = SOON
    lines = [(_("Free at %(folder)s") % {"folder": room.folder}, _left(room)) for room in found]
    lines.append((_("Database"), _size(_database_bytes())))
    kept = kept_backups()
    if kept and (days := (kept[-1].made_at - kept[0].made_at).days):
        growth = (kept[-1].size - kept[0].size) * 7 / days
        lines.append((_("A backup grows within a week by"), _size(growth)))
    advice = _("Make room or take a larger disk: logs, old backups and old images go first.")
    return Finding(_("Disk"), state, lines, advice)


def _left(room: Room) -> str:
    return _("%(free)s of %(total)s") % {"free": _size(room.free), "total": _size(room.total)}


def _database_bytes() -> int:
    if connection.vendor == "postgresql":
        asked = "SELECT pg_database_size(current_database())"
    else:
        asked = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return int(cursor.fetchone()[0])


def backups(now: datetime) -> Finding:
    """Return how old the last backup is."""
    part = _("Backups")
    if not settings.BACKUPS:
        advice = _("Say where they lie (JINYA_BACKUPS), so that their age is seen here.")
        return Finding(part, UNKNOWN, [], advice)
    may = os.R_OK | os.X_OK
    if closed := [folder for folder in settings.BACKUPS if not os.access(folder, may)]:
        advice = _(
            "There is no folder %(folder)s, or the site may not look into it: mend its rights, or "
            "JINYA_BACKUPS."
        )
        return Finding(part, NOW, [], advice % {"folder": closed[0]})
    kept = kept_backups()
    lines = [(_("Kept"), str(len(kept)))]
    state = NOW
    if kept:
        age = now - kept[-1].made_at
        state = _step(age.total_seconds(), BACKUP_SOON.total_seconds(), BACKUP_NOW.total_seconds())
        lines.append((_("The last one was made, ago"), _span(age.total_seconds())))
        lines.append((_("Its size"), _size(kept[-1].size)))
        lines.append((_("Made by version"), kept[-1].version or _("not known")))
    advice = _(
        "Read “journalctl -u jinya-backup” (or the log of the service for backups), then make one "
        "with “bin/jinya backup”."
    )
    return Finding(part, state, lines, advice)


def kept_backups() -> list[Backup]:
    """Return the dumps that lie in the folders of backups, oldest first."""
    return sorted(each for folder in settings.BACKUPS for each in _dumps_in(folder))


def _dumps_in(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("jinya-*.dump"):
        with suppress(FileNotFoundError):  # old ones go meanwhile
            found, named = path.stat(), VERSION_IN_NAME.search(path.name)
            made_at = datetime.fromtimestamp(found.st_mtime, UTC)
            yield Backup(made_at, found.st_size, named[1] if named else "")


def releases(now: datetime) -> Finding:
    """Return which version this is, and the newest one where the site may ask."""
    part, own = _("Version"), settings.OPERATOR.version
    lines = [(_("This site"), own)]
    if not settings.RELEASES:
        advice = _("Nobody is asked whether there is a newer one; JINYA_RELEASES says whom to ask.")
        return Finding(part, UNKNOWN, lines, advice)
    newest = newest_known()
    lines.append((_("Newest release"), newest or _("not known")))
    state = UNKNOWN if not newest else SOON if is_newer(newest, own) else FINE
    if newest:
        advice = _("Read what it changes, make a backup, and upgrade (docs/operations.md).")
    else:
        advice = _("It is asked for once a day; the log of the worker for mail says if that fails.")
    return Finding(part, state, lines, advice)


def moderation(now: datetime) -> Finding:
    """Return what waits for moderators, and how long it has."""
    load = load_of()
    waits = [now - oldest for oldest in (load.oldest_report, load.oldest_appeal) if oldest]
    seconds = max((wait.total_seconds() for wait in waits), default=0.0)
    state = _step(seconds, WAITS_SOON.total_seconds(), WAITS_NOW.total_seconds())
    lines = [(_("Open reports"), str(load.reports))]
    if load.oldest_report:
        lines.append((_("The oldest, waiting for"), time_text(now - load.oldest_report)))
    lines.append((_("Open appeals"), str(load.appeals)))
    if load.oldest_appeal:
        lines.append((_("The oldest, waiting for"), time_text(now - load.oldest_appeal)))
    advice = _(
        "Take the next from the queue, or give one more person a role with “bin/jinya manage "
        "staff_role”."
    )
    return Finding(_("Moderation"), state, lines, advice)


def people(now: datetime) -> Finding:
    """Return how many of those who joined lately came back a day later, and a week later."""
    day, week = (returned(now, after=timedelta(days=days)) for days in (1, 7))
    state = FINE
    if week.joined >= FEW_PEOPLE and week.came_back < week.joined * FEW_RETURN:
        state = SOON
    lines = [
        (_("Joined 1 to 8 days ago, and here a day or more later"), _of(day)),
        (_("Joined 7 to 14 days ago, and here a week or more later"), _of(week)),
    ]
    advice = _("Play a first match on a phone as somebody new, and see where you would have left.")
    return Finding(_("People who came back"), state, lines, advice)


def _of(cohort: Cohort) -> str:
    return _("%(some)d of %(all)d") % {"some": cohort.came_back, "all": cohort.joined}


def _step(value: float, soon: float, now: float) -> int:
    return NOW if value > now else SOON if value > soon else FINE


def _span(seconds: float) -> str:
    return time_text(timedelta(seconds=seconds))


def _size(size: float) -> str:
    return f"{size / 1024**3:.1f} GiB" if abs(size) >= 1024**3 else f"{size / 1024**2:.1f} MiB"

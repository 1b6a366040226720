"""Putting a file of everything together that the site has of one: asked for by oneself, done by
the workers a little at a time, kept for some days."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation

from accounts.mail import as_read_by
from accounts.models import User
from games.common import dispatch
from games.notices.events import Kind
from games.notices.services.notifying import tell
from games.personal.models import MOST_ATTEMPTS, DataExport, ExportPart
from games.personal.selectors import (
    Section,
    account_of,
    keys_after,
    read_section,
    sections,
)
from queues import leases
from queues.transactions import writing

KEPT = timedelta(days=7)
"""A file is deleted so long after it was asked for."""

ANEW = timedelta(hours=1)
"""No second file is put together before."""

AT_ONCE = 2.0
"""Seconds that a worker reads before it puts down what it has and looks at the queue again."""

BATCH = 500
"""Rows that are read in one statement."""

LEASE = timedelta(seconds=60)


def ask_export(*, user: User, now: datetime) -> None:
    """Have a file of the user's data put together, unless there is a new one or is to be."""
    with writing():
        there = DataExport.objects.select_for_update().filter(user=user).first()
        if there is not None and not can_be_asked(there, now):
            return
        if there is not None:
            there.delete()
        export, is_new = DataExport.objects.get_or_create(
            user=user,
            defaults={"asked_at": now, "due_at": now, "hinted_until": leases.first_hint(now)},
        )
        if is_new:
            dispatch.after_commit("games.go_on_exporting", user_id=export.pk)


def can_be_asked(export: DataExport, now: datetime) -> bool:
    """Return whether another file may be asked for in the place of this one."""
    is_old = export.done_at is not None and export.asked_at <= now - ANEW
    return is_old or export.is_given_up


def lease_exports(*, now: datetime) -> list[int]:
    """Return whose files are still to be put together and in the hands of no worker."""
    return leases.lease_hints(_to_do(), now=now)


def forget_exports(*, now: datetime) -> None:
    """Delete the files that have been kept for their time."""
    DataExport.objects.filter(asked_at__lt=now - KEPT).delete()


def go_on_exporting(*, user_id: int, now: datetime, at_once: float = AT_ONCE) -> bool:
    """Go on with the file of that user for a moment; whether it is done with.

    What was read is written together with how far it reaches, by whoever still has the lease: so
    each row is in the file once, whoever dies or comes late.
    """
    export = leases.claim(_to_do(), user_id, now=now, lease=LEASE)
    if export is None:
        return True
    lease, user = export.held_until, export.user
    with as_read_by(user), translation.override(user.language or settings.LANGUAGE_CODE):
        text = "".join(_further(export, now, at_once))
    with writing():
        if _put_down(export, text, lease, now):
            if export.done_at is not None:
                about = export.asked_at.isoformat()
                tell(user=user, kind=Kind.DATA_READY, person=None, subject=about, now=now)
            else:
                dispatch.after_commit("games.go_on_exporting", user_id=user_id)
    return export.done_at is not None


def _to_do() -> leases.QuerySet[DataExport]:
    to_do = DataExport.objects.filter(done_at=None, attempts__lt=MOST_ATTEMPTS)
    return to_do.select_related("user")


def _further(export: DataExport, now: datetime, at_once: float) -> Iterator[str]:
    """What comes next in the file, a batch of rows at least; notes in *export* how far that is."""
    began, lists = time.monotonic(), sections()
    if not export.section:
        yield _begin(export, lists, now)
    while export.done_at is None:
        section = lists[export.section]
        keys = keys_after(section, export.pk, export.after)
        if not export.after:
            yield f",\n{_as_json(export.section)}: [\n"
        for first in range(0, len(keys), BATCH):
            batch = keys[first : first + BATCH]
            yield _listed(export, read_section(section, export.pk, batch, now))
            export.after, export.written = batch[-1], export.written + len(batch)
            if time.monotonic() - began > at_once and batch[-1] != keys[-1]:
                return
        yield _close(export, [*lists], now)
        if time.monotonic() - began > at_once:
            return


def _begin(export: DataExport, lists: Mapping[str, Section], now: datetime) -> str:
    export.section = next(iter(lists))
    export.rows = sum(section.rows(export.pk).count() for section in lists.values())
    account = _as_json(account_of(export.user))
    return f'{{\n"exported_at": {_as_json(now)},\n"account": {account}'


def _listed(export: DataExport, entries: Sequence[object]) -> str:
    """Rows of a list, a line each."""
    continues = ",\n" if export.after and entries else ""
    return continues + ",\n".join(map(_as_json, entries))


def _close(export: DataExport, names: Sequence[str], now: datetime) -> str:
    """Return the end of a list, and after the last of the file."""
    rest = names[names.index(export.section) + 1 :]
    if not rest:
        export.done_at = now
        return "\n]\n}\n"
    export.section, export.after = rest[0], 0
    return "\n]"


def _as_json(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False, cls=DjangoJSONEncoder)


def _put_down(export: DataExport, text: str, lease: datetime | None, now: datetime) -> bool:
    """Write a piece of the file; False if it has become somebody else's work, or is gone."""
    mine = DataExport.objects.filter(pk=export.pk, held_until=lease).update(
        section=export.section,
        after=export.after,
        written=export.written,
        rows=export.rows,
        done_at=export.done_at,
        attempts=0,
        held_until=None,
        hinted_until=leases.first_hint(now),
    )
    if mine:
        ExportPart.objects.create(export_id=export.pk, content=gzip.compress(text.encode(), 6))
    return bool(mine)

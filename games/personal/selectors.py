"""All that the site has of one person, as data that a program can read."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model, QuerySet

from accounts.models import User
from games.match.clocks.timeoff import running_clock
from games.match.presenters.clocktext import deadline_sentence
from games.match.reading.selectors import seats_of
from games.match.referee import moves_by
from games.personal.models import DataExport, ExportPart
from games.personal.tables import TABLES, Exported

ACCOUNT = (
    *("name", "email", "date_joined", "last_login", "language", "time_zone", "theme", "piece_set"),
    *("night_from", "night_to", "clock_zone", "clock_zone_since", "saves_vacation", "said_age"),
    *("confirm_moves", "confirm_live", "steps_through", "plays_forced", "meets_bots"),
    *("gives_puzzles", "no_talk"),
    *("mail_your_turn", "mail_match_over", "mail_wait_minutes", "notice_choices", "leaves_at"),
)

Entries = list[dict[str, Any]]
"""What some rows say."""


class Section(NamedTuple):
    """A list in the file: which rows it is about, and what some of them say."""

    rows: Callable[[int], QuerySet[Any]]
    entries: Callable[[QuerySet[Any], int, datetime], Entries]


def export_of(user: User) -> DataExport | None:
    """The file of the user's own data, as far as it is put together; None if none was asked for."""
    return DataExport.objects.filter(user=user).first()


def file_of(user: User) -> bytes | None:
    """Return the whole file, for nobody but *user*; None before it is done."""
    if not DataExport.objects.filter(user=user, done_at__isnull=False).exists():
        return None
    parts = ExportPart.objects.filter(export__user=user).order_by("pk")
    return b"".join(gzip.decompress(part) for part in parts.values_list("content", flat=True))


def sections() -> dict[str, Section]:
    """Return every list in the file by its name, in the order of the file.

    Of a match in progress there is nothing in it but what the user did and wrote themselves.
    """
    return {
        "moves": Section(lambda user_id: rows_of("match.Player.user", user_id), own_moves),
        "deadlines": Section(_running_seats, deadlines_of),
        **{
            table.name: _section_of(key, table.columns)
            for key, table in TABLES.items()
            if isinstance(table, Exported)
        },
    }


def account_of(user: User) -> dict[str, Any]:
    """Return the account itself."""
    return {name: getattr(user, name) for name in ACCOUNT}


def keys_after(section: Section, user_id: int, after: int) -> list[int]:
    """Return the keys of the user's rows that come after the one of the key *after*.

    All of them: asked for the next few, PostgreSQL may look for them through everybody's rows.
    """
    rows = section.rows(user_id).filter(pk__gt=after).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def read_section(
    section: Section, user_id: int, keys: Sequence[int], now: datetime
) -> list[dict[str, Any]]:
    """Return what the rows of these keys say."""
    rows = section.rows(user_id).filter(pk__in=keys).order_by("pk")
    return section.entries(rows, user_id, now)


def deadlines_of(seats: QuerySet[Any], _user_id: int, now: datetime) -> Entries:
    """Return when the clocks of these seats run out, in the words of the site."""
    found = []
    for seat in seats:
        clock = running_clock(seat.match, seat, now)
        assert clock is not None  # it has a deadline
        found.append({"match": seat.match.uid, "due": deadline_sentence(clock, now)})
    return found


def own_moves(seats: QuerySet[Any], user_id: int, _now: datetime) -> Entries:
    """Return the user's own moves in the matches of these seats, and nobody else's."""
    matches = list(seats.values_list("match_id", "match__uid"))
    moves = moves_by(user_id, [key for key, _uid in matches])
    return [
        {
            "match": uid,
            "moves": [
                {"number": number, "move": text, "made_at": made_at}
                for number, text, made_at in moves.get(key, ())
            ],
        }
        for key, uid in matches
    ]


def rows_of(key: str, user_id: int) -> QuerySet[Model]:
    """Return the rows that one entry of `TABLES` is about, for one user."""
    model, _dot, column = key.rpartition(".")
    rows: QuerySet[Model] = apps.get_model(model)._base_manager.filter(  # noqa: SLF001
        **{column: user_id}
    )
    return rows


def _running_seats(user_id: int) -> QuerySet[Any]:
    return seats_of(user_id).filter(over_at__isnull=True, deadline__isnull=False)


def _section_of(key: str, columns: tuple[str, ...]) -> Section:
    def entries(rows: QuerySet[Any], _user_id: int, _now: datetime) -> Entries:
        return list(rows.values(*columns))

    return Section(lambda user_id: rows_of(key, user_id), entries)

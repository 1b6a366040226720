"""All that the house has of one person, as data that a program can read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet

from accounts.models import User
from games.match.presenters.clocktext import deadline_sentence
from games.match.referee import moves_by
from games.match.rests import running_clock
from games.match.selectors import begun_matches, seats_of
from games.personal.tables import TABLES, Exported

ACCOUNT = (
    *("name", "email", "date_joined", "last_login", "language", "time_zone", "theme", "piece_set"),
    *("night_from", "night_to", "clock_zone", "clock_zone_since", "saves_vacation", "said_age"),
    *("confirm_moves", "confirm_live", "steps_through", "plays_forced", "meets_bots"),
    "gives_puzzles",
    *("mail_your_turn", "mail_match_over", "mail_wait_minutes", "notice_choices", "leaves_at"),
)


def export_of(user: User, now: datetime) -> dict[str, Any]:
    """Everything of *user*: the account, every row of their own, and their own moves.

    Of a match in progress there is nothing in it but what the user did and wrote themselves.
    """
    export: dict[str, Any] = {
        "exported_at": now,
        "account": {name: getattr(user, name) for name in ACCOUNT},
        "moves": own_moves(user.pk),
        "deadlines": deadlines_of(user.pk, now),
    }
    for key, table in TABLES.items():
        if isinstance(table, Exported):
            rows = rows_of(key, user.pk).order_by("pk").values(*table.columns)
            export[table.name] = list(rows)
    return export


def deadlines_of(user_id: int, now: datetime) -> list[dict[str, str]]:
    """When the user's running clocks run out, in the words of the site, a match each."""
    running = seats_of(user_id).filter(over_at__isnull=True, deadline__isnull=False)
    clocks = [(mine.match.uid, running_clock(mine.match, mine, now)) for mine in running]
    return [{"match": uid, "due": deadline_sentence(clock, now)} for uid, clock in clocks if clock]


def own_moves(user_id: int) -> list[dict[str, Any]]:
    """The user's own moves in every match, and nobody else's."""
    moves = moves_by(user_id)
    return [
        {
            "match": uid,
            "moves": [
                {"number": number, "move": text, "made_at": made_at}
                for number, text, made_at in moves.get(key, ())
            ],
        }
        for key, uid in begun_matches(user_id)
    ]


def rows_of(key: str, user_id: int) -> QuerySet[Model]:
    """The rows that one entry of `TABLES` is about, for one user."""
    model, _dot, column = key.rpartition(".")
    rows: QuerySet[Model] = apps.get_model(model)._base_manager.filter(  # noqa: SLF001
        **{f"{column}_id": user_id}
    )
    return rows

"""Taking hold of a match before changing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from operator import attrgetter

from django.db import transaction
from django.db.models import QuerySet

from accounts.common.visitors import Visitor
from games.match.changes.permissions import check_seated
from games.match.models import Match, Player
from games.match.reading.selectors import players_and_what_waits
from queues.prepared import Prepared
from queues.transactions import writing

WRITTEN = (
    "is_to_act",
    "result",
    "bank",
    "clock_started_at",
    "deadline",
    "grace",
    "late",
    "was_excused",
    "has_moved",
    "rests",
    "answers",
    "missed",
    "acted_at",
    "placed_by_house",
    "draws_barred",
    "seen_end_at",
    "over_at",
)
"""What a ply can change of a player."""

_values = attrgetter(*WRITTEN)


def _seats(uid: str) -> QuerySet[Player]:
    """The players are locked too, or whoever waited for the match would meet them as they were
    before; after the match, the order in which all others take their locks."""
    rows = players_and_what_waits().select_related("match").filter(match__uid=uid)
    return rows.select_for_update(of=("match", "self"), no_key=True).order_by("seat")


_held = Prepared(_seats, str)


def lock_match(*, uid: str) -> tuple[Match, list[Player]]:
    """The match under its row lock, with its players in seat order; raises Match.DoesNotExist.

    Every service that changes a match starts here, so two changes to one match
    happen one after the other, and changes to different matches never wait. Raises
    TransactionManagementError outside a transaction, where the lock would be gone at once.
    """
    if not transaction.get_connection().in_atomic_block:  # Django asks only when it makes the SQL
        raise transaction.TransactionManagementError("a match is locked within a transaction")
    players = _held(uid)
    if not players:
        raise Match.DoesNotExist
    match = players[0].match
    for player in players:
        player.match = match
        note_written(player)
    return match, players


def note_written(player: Player) -> None:
    """Keep what the locked row of *player* says, with lists of its own: those of *player* grow."""
    values = _values(player)
    player.written = tuple(copy(one) if isinstance(one, list) else one for one in values)


def is_changed(player: Player) -> bool:
    """Return whether *player* differs from its row; yes where that is not known."""
    return player.written != _values(player)


@contextmanager
def seated(uid: str, user: Visitor) -> Iterator[tuple[Match, list[Player], Player]]:
    """Change a match as one of its players: it, all of them, and the one who is *user*, in one
    transaction. Raises as `lock_match` and `check_seated`."""
    with writing():
        match, players = lock_match(uid=uid)
        yield match, players, check_seated(user, players)

"""Taking hold of a match before changing it."""

from __future__ import annotations

from django.db import transaction

from games.common.prepared import Prepared
from games.match.models import Match, Player
from games.match.selectors import players_of

_held = Prepared(lambda uid: Match.objects.select_for_update(no_key=True).filter(uid=uid), str)


def lock_match(*, uid: str) -> tuple[Match, list[Player]]:
    """The match under its row lock, with its players in seat order; raises Match.DoesNotExist.

    Every service that changes a match starts here, so two changes to one match
    happen one after the other, and changes to different matches never wait. Raises
    TransactionManagementError outside a transaction, where the lock would be gone at once.
    """
    if not transaction.get_connection().in_atomic_block:  # Django asks only when it makes the SQL
        raise transaction.TransactionManagementError("a match is locked within a transaction")
    found = _held(uid)
    if not found:
        raise Match.DoesNotExist
    return found[0], players_of(found[0])

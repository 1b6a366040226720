"""The only move there is, played for those who want it so.

Only where nothing is hidden and the reader is not in check: whoever is threatened wants to see it.
A sweep looks at each turn once; the move itself is made after the delay of planned moves, as an
ordinary turn, unless something is asked of its player meanwhile.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, QuerySet

from engines.core.seats import Seat
from games.common.exceptions import GamesError
from games.match.changes.followers import Change, Kind
from games.match.changes.locking import lock_match
from games.match.changes.permissions import allowed
from games.match.changes.turns import MoveRequest, play_move
from games.match.reading.selectors import players_of, turns_with_clocks
from games.match.referee import Referee
from games.plans.models import ForcedMove
from games.plans.selectors import check_can_plan, hides_pieces
from games.plans.services import BATCH, LEASE, drawn_delay
from queues import leases
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player

NOTHING = ""
"""The key of a turn that was looked at and in which nothing is made."""


def look_for_forced(*, now: datetime) -> None:
    """Let the only move be due in turns that have begun since, for those who want it so."""
    looked = ForcedMove.objects.filter(
        player=OuterRef("pk"), turn_began=OuterRef("clock_started_at")
    )
    turns = turns_with_clocks().filter(user__plays_forced=True).exclude(Exists(looked))
    found = turns.select_related("match", "user").order_by("pk")[:BATCH]
    each(found, lambda player: _look_at(player, now), what="look for the only move of")


def _look_at(player: Player, now: datetime) -> bool:
    """Note whether one is made for *player*."""
    match, began = player.match, player.clock_started_at
    assert began is not None
    players = players_of(match)
    referee = Referee(match)
    move = _only_move(match, players, player, referee)
    due = max(began + drawn_delay(), now)
    known = {
        "turn_began": began,
        "seat_ply": referee.seat_plies(Seat(player.seat)) + 1,
        "key": secrets.token_urlsafe(12) if move else NOTHING,
        "due_at": due,
        "hinted_until": due,
        "held_until": None,
    }
    with writing():
        ForcedMove.objects.update_or_create(player=player, defaults=known)
    return bool(move)


def _only_move(match: Match, players: list[Player], player: Player, referee: Referee) -> str | None:
    """The move that is made for *player*, in a match in which nothing is asked of them."""
    asks = (match.draw_offered_by, match.takeback_asked_by, match.pause_asked_by)
    if any(seat not in (None, player.seat) for seat in asks):
        return None
    if hides_pieces(match.game) or not allowed(check_can_plan, match, players):
        return None
    return referee.only_move(Seat(player.seat))


def lease_forced(*, now: datetime) -> list[int]:
    """Return the forced moves that are due, leased so that one sweep sends each hint once."""
    return leases.lease_hints(_to_be_made(), now=now)


def _to_be_made() -> QuerySet[ForcedMove]:
    return ForcedMove.objects.exclude(key=NOTHING)


def play_forced(*, forced_id: int, now: datetime) -> bool:
    """Make one forced move, as a request of its player's would; whether it was made now.

    That it is to be made goes in the transaction that makes it, and whether it still is the only
    one is asked once more under the lock.
    """
    rows = _to_be_made().select_related("player__match")
    forced = leases.claim(rows, forced_id, now=now, lease=LEASE)
    return forced is not None and _play(forced, now)


def release_forced() -> None:
    """Hand out at once what a site that has gone down was about to make."""
    leases.release(_to_be_made())


def _play(forced: ForcedMove, now: datetime) -> bool:
    with writing():
        match, players = lock_match(uid=forced.player.match.uid)
        mine = ForcedMove.objects.filter(pk=forced.pk, key=forced.key)
        if not mine.update(key=NOTHING):
            return False
        player = next(one for one in players if one.pk == forced.player_id)
        user, referee = player.user, Referee(match)
        move = _only_move(match, players, player, referee)
        if user is None or not user.plays_forced or move is None:
            return False
        try:
            play_move(
                uid=match.uid,
                user=user,
                move=MoveRequest(move, forced.seat_ply, forced.key),
                now=now,
            )
        except GamesError:
            return False
    return True


def forget_forced(change: Change) -> None:
    """Keep nothing of this for matches that are over."""
    if change.kind in (Kind.OVER, Kind.CANCELLED):
        ForcedMove.objects.filter(player__match=change.match).delete()

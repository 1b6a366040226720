"""What the end of a match does to the table: a follower, in the transaction of that end."""

from __future__ import annotations

from datetime import datetime

from games.match.changes.followers import RESULTS, Change, Kind
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.selectors import DECIDED_BEFORE, STILL_OPEN, Found, found_in
from games.tournaments.services.entering import lock_tournament
from games.tournaments.services.withdrawing import (
    close_if_decided,
    take_late_back,
    withdraw_late,
)

State = Tournament.State
ENDS = {Kind.OVER, Kind.CANCELLED}


def count_result(change: Change) -> None:
    """Write what has come of a match of a tournament, or that it does not stand."""
    match = change.match
    if not match.event or change.kind not in RESULTS:
        return
    if change.kind in ENDS and match.ended_how in DECIDED_BEFORE:
        return
    pairing = Pairing.objects.select_related("tournament").filter(match=match).first()
    if pairing is None:
        return
    tournament = lock_tournament(pairing.tournament.uid)
    pairing.refresh_from_db()
    if pairing.ends_match:
        return  # it was decided a moment ago by a withdrawal
    goes_on = change.kind == Kind.REOPENED
    write(pairing, STILL_OPEN if goes_on else found_in(match, change.players, change.subject))
    settle(tournament, change.now)


def write(pairing: Pairing, found: Found) -> None:
    """Let a pairing say what was found."""
    pairing.outcome, pairing.is_forfeit, pairing.was_late = found
    pairing.save(update_fields=["outcome", "is_forfeit", "was_late"])


def settle(tournament: Tournament, now: datetime) -> None:
    """Do what follows from changed pairings of a locked tournament: withdraw who is out of time,
    take back who no longer is, and end it if it is decided."""
    if tournament.state == State.OVER:
        reopen(tournament)
    else:
        take_late_back(tournament)
    withdraw_late(tournament, now)
    close_if_decided(tournament, now)


def reopen(tournament: Tournament) -> None:
    """Let a table that was final be made anew; `close_if_decided` ends it again."""
    tournament.state, tournament.ended_at = State.RUNNING, None
    tournament.save(update_fields=["state", "ended_at"])
    Entry.objects.filter(tournament=tournament).update(place=None)

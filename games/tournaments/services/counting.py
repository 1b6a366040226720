"""What the end of a match does to the table: a follower, in the transaction of that end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.match.followers import Change, Kind
from games.match.status import Status
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.selectors import played_outcome
from games.tournaments.services.entering import lock_tournament
from games.tournaments.services.withdrawing import close_if_decided, withdraw_late
from games.tournaments.standings import Outcome

if TYPE_CHECKING:
    from games.match.models import Match, Player

State = Tournament.State
COUNTING = {Kind.OVER, Kind.CANCELLED, Kind.ANNULLED, Kind.RESTORED, Kind.REOPENED}
BY_WITHDRAWAL = ("withdrawn", "forfeit")
"""How matches end whose pairing has been decided before."""
ENDS = {Kind.OVER, Kind.CANCELLED}


def count_result(change: Change) -> None:
    """Write what has come of a match of a tournament, or that it does not stand."""
    match = change.match
    if not match.event or change.kind not in COUNTING:
        return
    if change.kind in ENDS and match.ended_how in BY_WITHDRAWAL:
        return
    pairing = Pairing.objects.select_related("tournament").filter(match=match).first()
    if pairing is None:
        return
    tournament = lock_tournament(pairing.tournament.uid)
    pairing.refresh_from_db()
    if pairing.ends_match:
        return  # it was decided a moment ago by a withdrawal
    outcome, is_forfeit, was_late = _found(change)
    pairing.outcome, pairing.is_forfeit, pairing.was_late = outcome, is_forfeit, was_late
    pairing.save(update_fields=["outcome", "is_forfeit", "was_late"])
    if tournament.state == State.OVER:
        _reopen(tournament)
    withdraw_late(tournament, change.now)
    close_if_decided(tournament, change.now)


def _reopen(tournament: Tournament) -> None:
    """Let a table that was final be made anew; `close_if_decided` ends it again."""
    tournament.state, tournament.ended_at = State.RUNNING, None
    tournament.save(update_fields=["state", "ended_at"])
    Entry.objects.filter(tournament=tournament).update(place=None)


def _found(change: Change) -> tuple[Outcome, bool, bool]:
    """The outcome, whether it came without play, and whether time has run out."""
    match = change.match
    if change.kind == Kind.REOPENED:
        return Outcome.OPEN, False, False
    if match.status == Status.FINISHED:
        results = [player.result for player in change.players]
        is_forfeit, is_late = match.ended_how in BY_WITHDRAWAL, match.ended_how == "time"
        return played_outcome(results, match.annulled_at is not None), is_forfeit, is_late
    return _without_play(match, change.players, change.subject)


def _without_play(
    match: Match, players: Sequence[Player], subject: str
) -> tuple[Outcome, bool, bool]:
    """Of a match that was cancelled: who did not come, or left, loses it by forfeit."""
    left = [player.seat for player in players if subject == f"seat {player.seat}"]
    silent = [player.seat for player in players if player.missed and not player.has_moved]
    absent = left or silent
    if match.ended_how == "annulled" or len(absent) != 1:
        return Outcome.VOID, True, bool(silent) and match.ended_how != "annulled"
    return (Outcome.SECOND if absent == [0] else Outcome.FIRST), True, not left

"""Leaving a tournament that has begun: what has not been played is void, or lost by forfeit."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from games.match import ending
from games.match.exceptions import MatchNotActive
from games.notices.services.notifying import NoticeKind
from games.tournaments import selectors
from games.tournaments.exceptions import NotEntered, NoTournament
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services.entering import lock_tournament, tell_all, tell_one
from games.tournaments.standings import Outcome
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)
State = Tournament.State
Leaving = Entry.Leaving
MOST_LATE = 2
"""So many matches lost on time in one tournament withdraw their player."""
BEFORE_ERASURE = timedelta(hours=1)
LONG_SHUT_OUT = timedelta(days=30)
"""Who is shut out for less stays in, and loses on time what is not answered."""
BATCH = 100


def withdraw(*, uid: str, user: User, now: datetime) -> None:
    """Leave a tournament that has begun, for good. Raises NoTournament or NotEntered."""
    with writing():
        tournament = lock_tournament(uid)
        if tournament.state != State.RUNNING:
            raise NoTournament
        entry = tournament.entries.filter(user=user, withdrawn_at=None).first()
        if entry is None:
            raise NotEntered
        withdraw_entry(tournament, entry, Leaving.OWN, now)


def withdraw_entry(tournament: Tournament, entry: Entry, how: str, now: datetime) -> None:
    """Withdraw an entry of a locked tournament.

    Who has played less than half stands outside of the standings, and the rest is void; who has
    played more loses the rest by forfeit. The matches that go on are ended one by one.
    """
    if entry.withdrawn_at is not None:
        return
    own = list(tournament.pairings.filter(Q(first=entry) | Q(second=entry)))
    played = sum(one.outcome != Outcome.OPEN and not one.is_forfeit for one in own)
    entry.withdrawn_at, entry.withdrawn_how = now, how
    entry.is_outside = 2 * played < len(own)
    entry.save(update_fields=["withdrawn_at", "withdrawn_how", "is_outside"])
    for pairing in own:
        if pairing.outcome == Outcome.OPEN:
            _decide(pairing, entry)
    if how != Leaving.OWN and entry.user is not None:
        tell_one(tournament, entry.user, NoticeKind.TOURNAMENT_LEFT, now)
    close_if_decided(tournament, now)


def _decide(pairing: Pairing, gone: Entry) -> None:
    if gone.is_outside:
        pairing.outcome = Outcome.VOID
    else:
        pairing.outcome = Outcome.SECOND if pairing.first_id == gone.pk else Outcome.FIRST
    pairing.is_forfeit, pairing.ends_match = True, pairing.match_id is not None
    pairing.save(update_fields=["outcome", "is_forfeit", "ends_match"])


def withdraw_late(tournament: Tournament, now: datetime) -> None:
    """Withdraw whoever has lost two matches on time in a locked tournament."""
    late: dict[int, int] = {}
    for pairing in tournament.pairings.filter(was_late=True):
        for entry_id in _late_in(pairing):
            late[entry_id] = late.get(entry_id, 0) + 1
    gone = [entry_id for entry_id, times in late.items() if times >= MOST_LATE]
    for entry in tournament.entries.filter(pk__in=gone, withdrawn_at=None).select_related("user"):
        withdraw_entry(tournament, entry, Leaving.TIME, now)


def _late_in(pairing: Pairing) -> tuple[int, ...]:
    if pairing.outcome == Outcome.FIRST:
        return (pairing.second_id,)
    if pairing.outcome == Outcome.SECOND:
        return (pairing.first_id,)
    return (pairing.first_id, pairing.second_id)


def close_if_decided(tournament: Tournament, now: datetime) -> None:
    """End a locked tournament whose pairings are all decided, and write the places."""
    if tournament.state != State.RUNNING:
        return
    if tournament.pairings.filter(outcome=Outcome.OPEN).exists():
        return
    standings = selectors.standings_of(tournament)
    places = {line.entry: line.place for line in standings.lines}
    for entry in standings.entries:
        entry.place = places[entry.pk]
    Entry.objects.bulk_update(standings.entries, ["place"])
    tournament.state, tournament.ended_at = State.OVER, now
    tournament.save(update_fields=["state", "ended_at"])
    tell_all(tournament, NoticeKind.TOURNAMENT_OVER, now)


def end_matches(now: datetime) -> int:
    """End the matches that withdrawals have decided, each in a transaction of its own; how many."""
    keys = list(selectors.to_end().values_list("pk", flat=True)[:BATCH])
    return sum(_try_to_end(key, now) for key in keys)


def _try_to_end(pairing_id: int, now: datetime) -> bool:
    """One that cannot be ended now, as a moderator holds it, must not keep the others from it."""
    try:
        return _end_match(pairing_id, now)
    except MatchNotActive:
        return False
    except Exception:
        logger.exception("the match of pairing %d could not be ended", pairing_id)
        return False


def _end_match(pairing_id: int, now: datetime) -> bool:
    pairing = Pairing.objects.select_related("match").get(pk=pairing_id)
    assert pairing.match is not None
    loser = {Outcome.FIRST: 1, Outcome.SECOND: 0}.get(Outcome(pairing.outcome))
    with writing():
        ending.forfeit(uid=pairing.match.uid, seat=loser, now=now)
        Pairing.objects.filter(pk=pairing_id).update(ends_match=False)
    return True


def withdraw_closed(now: datetime) -> int:
    """Withdraw those whose accounts are closed or go within the hour; how many."""
    going = Q(user__is_active=False) | Q(user__leaves_at__lte=now + BEFORE_ERASURE)
    shut = going | Q(user__shut_out_until__gt=now + LONG_SHUT_OUT)
    entries = Entry.objects.filter(
        shut, withdrawn_at=None, tournament__state=State.RUNNING
    ).select_related("tournament")
    found = list(entries[:BATCH])
    for entry in found:
        with writing():
            withdraw_entry(lock_tournament(entry.tournament.uid), entry, Leaving.CLOSED, now)
    return len(found)

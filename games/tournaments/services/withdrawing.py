"""Leaving a tournament that has begun: what has not been played is void, or lost by forfeit."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from accounts.sanctions.rights import gone_for_long
from games.notices.services.notifying import NoticeKind
from games.tournaments import selectors
from games.tournaments.exceptions import NotEntered, NoTournament
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services.entering import lock_tournament, tell_all, tell_one
from games.tournaments.standings import Outcome
from queues.sweeps import each
from queues.transactions import writing

State = Tournament.State
Leaving = Entry.Leaving
MOST_LATE = 2
"""So many matches lost on time in one tournament withdraw their player."""
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
    played more loses the rest by forfeit; in a match of clubs everybody does, as the other club
    has lined up for it. The matches that go on are ended one by one.
    """
    if entry.withdrawn_at is not None:
        return
    own = list(tournament.pairings.filter(Q(first=entry) | Q(second=entry)))
    played = sum(one.outcome != Outcome.OPEN and not one.is_forfeit for one in own)
    entry.withdrawn_at, entry.withdrawn_how = now, how
    entry.is_outside = not tournament.guests and 2 * played < len(own)
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
    gone = [entry_id for entry_id, times in _late(tournament).items() if times >= MOST_LATE]
    for entry in tournament.entries.filter(pk__in=gone, withdrawn_at=None).select_related("user"):
        withdraw_entry(tournament, entry, Leaving.TIME, now)


def take_late_back(tournament: Tournament) -> None:
    """Let those back into a locked tournament in progress who were withdrawn by time, and whose
    losses on time do not all stand any more: a match that goes on does so, one that has been ended
    begins anew."""
    late = _late(tournament)
    for entry in tournament.entries.filter(withdrawn_how=Leaving.TIME):
        if late.get(entry.pk, 0) < MOST_LATE:
            entry.withdrawn_at, entry.withdrawn_how, entry.is_outside = None, "", False
            entry.save(update_fields=["withdrawn_at", "withdrawn_how", "is_outside"])
            _open_again(tournament, entry)


def _open_again(tournament: Tournament, entry: Entry) -> None:
    """What was decided by a withdrawal that is taken back, but where the other one has gone too."""
    own = tournament.pairings.filter(Q(first=entry) | Q(second=entry), is_forfeit=True)
    stays = Q(first__withdrawn_at=None, second__withdrawn_at=None, was_late=False)
    for pairing in own.filter(stays).select_related("match"):
        match = pairing.match
        if match is not None and not pairing.ends_match:
            if match.ended_how not in ("withdrawn", "forfeit"):
                continue
            pairing.match = None
        pairing.outcome, pairing.is_forfeit, pairing.ends_match = Outcome.OPEN, False, False
        pairing.save(update_fields=["match", "outcome", "is_forfeit", "ends_match"])


def _late(tournament: Tournament) -> dict[int, int]:
    """Return how many matches each entry has lost on time."""
    late: dict[int, int] = {}
    for pairing in tournament.pairings.filter(was_late=True):
        for entry_id in _late_in(pairing):
            late[entry_id] = late.get(entry_id, 0) + 1
    return late


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
    for entry in standings.entries:
        entry.place = standings.places[entry.pk]
    Entry.objects.bulk_update(standings.entries, ["place"])
    tournament.state, tournament.ended_at = State.OVER, now
    tournament.save(update_fields=["state", "ended_at"])
    is_division = tournament.division is not None
    kind = NoticeKind.DIVISION_OVER if is_division else NoticeKind.TOURNAMENT_OVER
    tell_all(tournament, kind, now)


def withdraw_closed(now: datetime) -> int:
    """Withdraw those whose accounts are closed, go within the hour or are shut out for long; from
    what has not begun they are just gone, and their place is free. How many."""
    going = Entry.objects.filter(
        gone_for_long(now),
        withdrawn_at=None,
        tournament__state__in=[State.OPEN, State.RUNNING],
    )
    found = list(going.select_related("tournament")[:BATCH])
    return each(found, lambda entry: _withdraw_closed(entry, now), what="closed account's")


def _withdraw_closed(entry: Entry, now: datetime) -> bool:
    with writing():
        tournament = lock_tournament(entry.tournament.uid)
        if tournament.state == State.OPEN:
            entry.delete()
        elif tournament.state == State.RUNNING:
            withdraw_entry(tournament, entry, Leaving.CLOSED, now)
    return True

"""The begin of a tournament: its pairings in one transaction, then a match for each.

A pairing without a match is the debt; whoever is killed in between goes on with the next.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, F, Q

from accounts.models import User
from engines.catalogue import meta_for
from games.common import dispatch
from games.match.exceptions import HouseClosed, PersonGone, Sanctioned
from games.match.terms import opening
from games.notices.services.notifying import NoticeKind
from games.tournaments import selectors
from games.tournaments.exceptions import (
    EntriesClosed,
    NoTournament,
    TooFewBoards,
    TooFewEntries,
)
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.pairings import round_robin
from games.tournaments.services.entering import (
    DOUBLE_UP_TO,
    FEWEST,
    drop,
    lock_tournament,
    tell_all,
)
from games.tournaments.services.lineups import FEWEST_BOARDS, boards_there, line_up, put_out_gone
from games.tournaments.services.withdrawing import Leaving, withdraw_entry
from games.tournaments.standings import Outcome
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)
State = Tournament.State
BATCH = 100


def begin_now(*, uid: str, user: User, now: datetime) -> None:
    """Begin with those who are there, as its maker wishes. Raises NoTournament, EntriesClosed,
    TooFewBoards, TooFewEntries or HouseClosed."""
    with writing():
        tournament = lock_tournament(uid)
        if tournament.made_by_id != user.pk:
            raise NoTournament
        if tournament.state != State.OPEN:
            raise EntriesClosed
        if not can_begin(tournament):
            raise TooFewBoards if tournament.guests else TooFewEntries
        begin(tournament, now)


def begin_due(now: datetime) -> int:
    """Begin what is full or whose date has come; call off what has too few, or stood too long, and
    proposals that nobody has accepted by then."""
    is_full = Q(state=State.OPEN, taken__gte=F("size"), starts_at=None)
    waiting = Tournament.objects.filter(state__in=[State.PROPOSED, State.OPEN])
    counted = waiting.annotate(taken=Count("entries"))
    due = counted.filter(is_full | Q(starts_at__lte=now) | Q(closes_at__lte=now))
    found = list(due.values_list("uid", flat=True)[:BATCH])
    return each(found, lambda uid: _unless_closed(uid, now), what="tournament to begin")


def _unless_closed(uid: str, now: datetime) -> bool:
    """While the site lets nobody begin, a match of clubs waits."""
    try:
        return _begin_or_drop(uid, now)
    except HouseClosed:
        return False


def _begin_or_drop(uid: str, now: datetime) -> bool:
    with writing():
        tournament = lock_tournament(uid)
        if tournament.state not in (State.PROPOSED, State.OPEN):
            return False
        if tournament.guests:
            put_out_gone(tournament)
        is_enough = can_begin(tournament)
        has_come = tournament.starts_at is not None and tournament.starts_at <= now
        if tournament.closes_at <= now or (has_come and not is_enough):
            drop(tournament, now)
            return False
        if not has_come and tournament.entries.count() < tournament.size:
            return False  # somebody has gone
        begin(tournament, now)
    return True


def can_begin(tournament: Tournament) -> bool:
    """Return whether those who have entered are enough to begin with. Raises HouseClosed."""
    if tournament.state != State.OPEN:
        return False
    if tournament.guests:
        return boards_there(tournament) >= FEWEST_BOARDS
    people = tournament.entries.count()
    return people >= FEWEST or (tournament.takes_bots and people >= 1)


def begin(tournament: Tournament, now: datetime) -> None:
    """Number the entries of a locked tournament, pair them, and leave each match to be begun."""
    if tournament.guests:
        _begin_boards(tournament, now)
        return
    if tournament.takes_bots:
        _fill_with_bots(tournament, now)
    entries = list(tournament.entries.all())
    tournament.is_double = len(entries) <= DOUBLE_UP_TO
    pairs = round_robin(len(entries), is_double=tournament.is_double)
    _pair(tournament, entries, [(entries[one], entries[other]) for one, other in pairs], now)
    dispatch.after_commit("games.run_tournaments")


def _begin_boards(tournament: Tournament, now: datetime) -> None:
    """Begin a locked match of clubs: every board twice, once from each side, and all of them in
    this transaction."""
    put_out_gone(tournament)
    boards = line_up(tournament, now)
    entries = [entry for board in boards for entry in board]
    _pair(tournament, entries, [pair for one in boards for pair in (one, one[::-1])], now)
    _begin_each([pairing.pk for pairing in tournament.pairings.all()], now)


def _pair(
    tournament: Tournament,
    entries: Sequence[Entry],
    pairs: Sequence[tuple[Entry, Entry]],
    now: datetime,
) -> None:
    for number, entry in enumerate(entries):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])
    tournament.state, tournament.began_at = State.RUNNING, now
    tournament.save(update_fields=["is_double", "state", "began_at"])
    Pairing.objects.bulk_create(
        Pairing(tournament=tournament, first=one, second=other) for one, other in pairs
    )
    is_division = tournament.division is not None
    kind = NoticeKind.DIVISION_BEGAN if is_division else NoticeKind.TOURNAMENT_BEGAN
    tell_all(tournament, kind, now)


def _fill_with_bots(tournament: Tournament, now: datetime) -> None:
    """Let the game's bots, by turns, take the places that are left."""
    levels = meta_for(tournament.game).bot_levels
    missing = tournament.size - tournament.entries.count()
    Entry.objects.bulk_create(
        Entry(tournament=tournament, bot=levels[turn % len(levels)], entered_at=now)
        for turn in range(missing)
    )


def begin_matches(now: datetime) -> int:
    """Begin the matches that are owed, each in a transaction of its own; how many."""
    return _begin_each(list(selectors.to_begin().values_list("pk", flat=True)[:BATCH]), now)


def _begin_each(pairing_ids: Sequence[int], now: datetime) -> int:
    return each(pairing_ids, lambda pk: _begin_unless_gone(pk, now), what="match of pairing")


def _begin_unless_gone(pairing_id: int, now: datetime) -> bool:
    try:
        return _begin_match(pairing_id, now)
    except HouseClosed:
        return False
    except (PersonGone, Sanctioned):
        _withdraw_who_is_gone(pairing_id, now)
        return False


def _begin_match(pairing_id: int, now: datetime) -> bool:
    with writing():
        pairing = _locked(pairing_id)
        if pairing.match_id is not None or pairing.outcome != Outcome.OPEN:
            return False
        seats = [entry.user or entry.bot for entry in (pairing.first, pairing.second)]
        pairing.match = opening.create_event_match(
            event=pairing.tournament.uid, seats=seats, terms=pairing.tournament.terms, now=now
        )
        pairing.save(update_fields=["match"])
    return True


def _locked(pairing_id: int) -> Pairing:
    rows = Pairing.objects.select_related("tournament", "first__user", "second__user")
    return rows.select_for_update(of=("self",), no_key=True).get(pk=pairing_id)


def _withdraw_who_is_gone(pairing_id: int, now: datetime) -> None:
    pairing = Pairing.objects.select_related("tournament").get(pk=pairing_id)
    with writing():
        tournament = lock_tournament(pairing.tournament.uid)
        for entry in tournament.entries.filter(pk__in=[pairing.first_id, pairing.second_id]):
            if entry.user is not None and opening.is_gone(entry.user, rated=tournament.rated):
                withdraw_entry(tournament, entry, Leaving.CLOSED, now)

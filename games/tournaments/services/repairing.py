"""Tables made anew from the matches they follow from, and repaired where they say something else.

The follower writes each result in the transaction of the match's end, so that there is nothing to
repair; what is found here was a fault, and is logged as one.
"""

from __future__ import annotations

import logging
from datetime import datetime

from games.tournaments import selectors
from games.tournaments.models import Entry, Tournament
from games.tournaments.services.counting import settle, write
from games.tournaments.services.entering import lock_tournament
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)
State = Tournament.State
BATCH = 100


def repair_running(now: datetime) -> int:
    """Repair those that do not say what has become of their matches; how many rows."""
    found = list(selectors.behind_their_matches(now).values_list("uid", flat=True)[:BATCH])
    return each(found, lambda uid: repair(uid, now), what="table of tournament")


def repair_all(now: datetime) -> tuple[int, int]:
    """Make every table anew, one transaction each; how many tables, and how many rows of pairings
    and places were other ones."""
    tables = wrong = 0
    begun = Tournament.objects.filter(state__in=[State.RUNNING, State.OVER]).order_by("pk")
    for uid in begun.values_list("uid", flat=True).iterator(chunk_size=500):
        tables += 1
        wrong += repair(uid, now)
    return tables, wrong


def repair(uid: str, now: datetime) -> int:
    """Make one table anew; how many of its pairings and places were other ones."""
    with writing():
        tournament = lock_tournament(uid)
        wrong = _repair_pairings(tournament)
        if wrong:
            settle(tournament, now)
        elif tournament.state == State.OVER:
            wrong = _repair_places(tournament)
    if wrong:
        logger.error("the table of tournament %s was wrong in %d rows", uid, wrong)
    return wrong


def _repair_pairings(tournament: Tournament) -> int:
    wrong = 0
    rows = tournament.pairings.exclude(match=None).select_related("match")
    for pairing in rows.prefetch_related("match__players"):
        found = selectors.found_for(pairing)
        if selectors.kept_in(pairing) != found:
            write(pairing, found)
            wrong += 1
    return wrong


def _repair_places(tournament: Tournament) -> int:
    standings = selectors.standings_of(tournament)
    places = standings.places
    wrong = [entry for entry in standings.entries if entry.place != places[entry.pk]]
    for entry in wrong:
        entry.place = places[entry.pk]
    Entry.objects.bulk_update(wrong, ["place"])
    return len(wrong)

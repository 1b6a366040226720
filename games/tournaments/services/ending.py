"""Ends without play: of seasons on their date, and of matches whose pairing is decided."""

from __future__ import annotations

import logging
from datetime import datetime

from games.match.changes import ending
from games.match.exceptions import MatchNotActive
from games.tournaments import selectors
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services.entering import lock_tournament
from games.tournaments.services.withdrawing import close_if_decided
from games.tournaments.standings import Outcome
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)
State = Tournament.State
BATCH = 100


def end_due(now: datetime) -> int:
    """End what has reached its date: what goes on is drawn, unrated; how many."""
    found = list(selectors.due_to_end(now).values_list("uid", flat=True)[:BATCH])
    return each(found, lambda uid: _end(uid, now), what="tournament to end")


def _end(uid: str, now: datetime) -> bool:
    with writing():
        tournament = lock_tournament(uid)
        if tournament.state != State.RUNNING:
            return False
        left = tournament.pairings.filter(outcome=Outcome.OPEN)
        left.exclude(match=None).update(ends_match=True)
        left.update(outcome=Outcome.DRAW, is_forfeit=True)
        close_if_decided(tournament, now)
    return True


def end_matches(now: datetime) -> int:
    """End the matches that are decided without play, each in a transaction of its own; how many."""
    keys = list(selectors.to_end().values_list("pk", flat=True)[:BATCH])
    return each(keys, lambda key: _end_unless_held(key, now), what="end of the match of pairing")


def _end_unless_held(pairing_id: int, now: datetime) -> bool:
    """One that a moderator holds cannot be ended now."""
    try:
        return _end_match(pairing_id, now)
    except MatchNotActive:
        return False


def _end_match(pairing_id: int, now: datetime) -> bool:
    pairing = Pairing.objects.select_related("match").get(pk=pairing_id)
    assert pairing.match is not None
    outcome, uid = Outcome(pairing.outcome), pairing.match.uid
    with writing():
        if outcome == Outcome.DRAW:
            ending.end_season(uid=uid, now=now)
        else:
            loser = {Outcome.FIRST: 1, Outcome.SECOND: 0}.get(outcome)
            ending.forfeit(uid=uid, seat=loser, now=now)
        Pairing.objects.filter(pk=pairing_id).update(ends_match=False)
    return True

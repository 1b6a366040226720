"""Looking at what is hidden while a match goes on: two people, a reason, a log, and the players
are told when it is over.
"""

from __future__ import annotations

from datetime import datetime

from engines.core.jsontypes import JsonObject
from games.match.changes.adjudicating import Case, disclose
from games.match.changes.followers import Change, Kind
from games.match.changes.locking import lock_match
from games.match.reading.viewers import arbiter
from games.match.referee import Referee
from games.moderation import conflicts
from games.moderation.models import Consent
from games.moderation.services.consents import use_consent
from games.moderation.services.log import Why, check_right, write
from queues.transactions import writing


def reveal(*, uid: str, why: Why, now: datetime) -> JsonObject:
    """Return the whole position of match *uid*, once, for whoever asked and was approved.

    Raises NotAllowed, NoReason, Conflict or NoConsent. The log is written before anything is
    looked at, in the same transaction: a look that is not logged is none.
    """
    check_right(why, "reveal_matches")
    with writing():
        match, _players = lock_match(uid=uid)
        conflicts.check_may_look(why.actor, match, now)
        use_consent(match, Consent.Action.REVEAL, why.actor, now)
        write(why, "reveal-looked", now=now, match=match)
        return Referee(match).lay_open(arbiter())


def disclose_reveals(change: Change) -> None:
    """Follow the end of a match: tell its players of every look at what was hidden."""
    if change.kind in (Kind.OVER, Kind.CANCELLED):
        looks = Consent.objects.filter(match=change.match, action=Consent.Action.REVEAL)
        untold = looks.filter(disclosed_at=None).exclude(used_at=None)
        for _look in range(untold.update(disclosed_at=change.now)):
            disclose(Case(change.match, change.players, change.now))

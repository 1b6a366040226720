"""What speaks for one person behind two places of an event, or for a result that was agreed on.

Hints for moderators, and never a verdict. Whoever reads them has a part in none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, islice
from typing import TYPE_CHECKING

from accounts.models import User
from accounts.sign_in.shared_marks import sharing_pairs
from games.ladders.selectors import met_on_all
from games.match.reading.selectors import given_up_early
from games.moderation.conflicts import judged_by
from games.moderation.selectors.links import Pair, pairs_between
from games.tournaments.selectors import together_now

if TYPE_CHECKING:
    from games.match.models import Match
    from games.tournaments.models import Tournament

LOOKED_BACK = timedelta(days=30)
FEW_PLIES = 12
"""Whoever gives up before has hardly played."""
MOST = 20


@dataclass(frozen=True, slots=True)
class EventPair:
    """Two accounts in one event that share something."""

    address: str
    game: str
    tournament: Tournament | None
    """None where the event is a ladder."""
    one: User
    other: User


def linked_in_events(actor: User, now: datetime) -> list[EventPair]:
    """Return the pairs of accounts that meet in an event and share a browser or a small network,
    those in tournaments first; but for those whom *actor* is no judge of."""
    met = list(_meetings(now))
    sharing = sharing_pairs({key for *_event, pair in met for key in pair}, now)
    found = [one for one in met if one[3] in sharing]
    users = User.objects.in_bulk({key for *_event, pair in found for key in pair})
    judged = judged_by(actor, users.values(), now)
    kept = (one for one in found if one[3] <= judged)
    return [
        EventPair(address, game, tournament, *(users[key] for key in sorted(pair)))
        for address, game, tournament, pair in islice(kept, MOST)
    ]


def _meetings(now: datetime) -> Iterator[tuple[str, str, Tournament | None, frozenset[int]]]:
    """The address, the game and the tournament of each event, with each two who meet in it."""
    for tournament, people in together_now().items():
        for pair in combinations(people, 2):
            yield tournament.uid, tournament.game, tournament, frozenset(pair)
    for address, game, pairs in met_on_all(now - LOOKED_BACK):
        for met in pairs:
            yield address, game, None, met


def signs_of(found: Sequence[EventPair], now: datetime) -> list[Pair]:
    """Return what the two of each share."""
    return pairs_between([(each.one, each.other) for each in found], now)


def given_away(actor: User, now: datetime) -> list[Match]:
    """The matches of events that were given up after a few plies, which *actor* has no part in."""
    found = given_up_early(now - LOOKED_BACK, FEW_PLIES, MOST)
    people = {one.user_id: one.user for match in found for one in match.players.all() if one.user}
    away = people.keys() - judged_by(actor, people.values(), now)
    return [match for match in found if not away & {one.user_id for one in match.players.all()}]

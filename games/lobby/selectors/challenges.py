"""Challenges as the two they concern find them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from accounts.sanctions.rights import Verb, able
from games.common.filling import filled
from games.lobby.fitting import pool_of
from games.lobby.models import STANDING, Challenge, Seek
from games.lobby.selectors.seeks import MakerFacts, OfferFacts
from games.ratings.selectors import NEVER_ASKED, newcomer, ratings_of, reliability_of
from queues.prepared import PreparedCount

if TYPE_CHECKING:
    from typing import TypedDict

    from django_stubs_ext import WithAnnotations

    from accounts.models import User

    class _Standing(TypedDict):
        stands: bool

    Known = WithAnnotations[Challenge, _Standing]

State = Challenge.State


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeFacts(OfferFacts):
    """A challenge as one of the two finds it."""

    start: str
    """Where it would begin, as a text of the rules page; empty for the game's own start."""
    reason: str
    other: MakerFacts
    """The other of the two."""


def challenge_for(uid: str, user: User, now: datetime) -> ChallengeFacts | None:
    """The challenge of that id, if *user* sent it or is asked by it."""
    return next(iter(_facts_of(_known_to(user, now).filter(uid=uid), user, now)), None)


def _open_between(user_id: int) -> QuerySet[Challenge, int]:
    concerned = Q(user_id=user_id) | Q(person_id=user_id)
    return Challenge.objects.filter(concerned, state=State.OPEN).values_list("pk", flat=True)


_open_ones = PreparedCount(_open_between, int)
"""How many there may be to look at: most desks have none, and the whole question is a long one."""


def open_challenges(user: User, now: datetime) -> list[ChallengeFacts]:
    """Return the challenges that wait for the user's answer or another's, the newest first."""
    if not _open_ones(user.pk):
        return []
    rows = _known_to(user, now).filter(state=State.OPEN, expires_at__gt=now, stands=True)
    return _facts_of(rows.order_by("-created_at", "-pk"), user, now)


def has_open_offers(user_id: int) -> bool:
    """Return whether a seek or a challenge of the user stands."""
    seeks = Seek.objects.filter(user_id=user_id, state__in=STANDING)
    sent = Challenge.objects.filter(user_id=user_id, state=State.OPEN)
    return seeks.exists() or sent.exists()


def standing(now: datetime, other: str) -> Q:
    """Challenges that the *other* of the two, "user" or "person", may begin."""
    counts = Q(rated=False) | able(Verb.RATED, now, other)
    return able(Verb.BEGIN, now, other) & counts


def _known_to(user: User, now: datetime) -> QuerySet[Known]:
    received = Q(person=user, is_silent=False) & standing(now, "user")
    stands = Q(user=user) & standing(now, "person") | received
    past = Q(person=user, is_silent=False) & ~Q(state=State.OPEN)
    rows = Challenge.objects.filter(Q(user=user) | received | past)
    rows = rows.annotate(stands=ExpressionWrapper(stands, BooleanField()))
    return rows.select_related("user", "person", "match")


def _facts_of(rows: Iterable[Known], user: User, now: datetime) -> list[ChallengeFacts]:
    found = list(rows)
    ids = {row.person_id if row.user_id == user.pk else row.user_id for row in found}
    if not ids:
        return []
    ratings, reliability = ratings_of(ids, now), reliability_of(ids)
    facts = []
    for row in found:
        other = row.person if row.user_id == user.pk else row.user
        pool = pool_of(row.game, row.time_control, is_program=other.is_program)
        rating = ratings.get((other.pk, pool)) or newcomer(pool)
        turns = reliability.get(other.pk, NEVER_ASKED)
        facts.append(
            filled(
                ChallengeFacts,
                row,
                state=State.EXPIRED if row.state == State.OPEN and not row.stands else row.state,
                other=MakerFacts(other.name, other.time_zone, rating, turns),
                is_own=row.user_id == user.pk,
                match_uid=row.match.uid if row.match else "",
            )
        )
    return facts

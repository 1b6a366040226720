"""Challenges as the two they concern find them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounts.sanctions.rights import Verb, able
from games.lobby.fitting import pool_of
from games.lobby.models import Challenge, Seek
from games.lobby.selectors.seeks import MakerFacts
from games.ratings.selectors import NEVER_ASKED, newcomer, ratings_of, reliability_of

if TYPE_CHECKING:
    from accounts.models import User

State = Challenge.State


@dataclass(frozen=True, slots=True)
class ChallengeFacts:
    """A challenge as one of the two finds it."""

    uid: str
    game: str
    options: Mapping[str, str]
    time_control: str
    rated: bool
    onlookers: str
    side: int | None
    """The seat of whoever sent it."""
    start: str
    """Where it would begin, as a text of the rules page; empty for the game's own start."""
    state: str
    reason: str
    created_at: datetime
    expires_at: datetime
    other: MakerFacts
    """The other of the two."""
    is_own: bool
    """Whether the reader has sent it."""
    match_uid: str


def challenge_for(uid: str, user: User, now: datetime) -> ChallengeFacts | None:
    """The challenge of that id, if *user* sent it or is asked by it."""
    return next(iter(_facts_of(_known_to(user, now).filter(uid=uid), user, now)), None)


def open_challenges(user: User, now: datetime) -> list[ChallengeFacts]:
    """What waits for the user's answer or for another's, the newest first."""
    rows = _known_to(user, now).filter(state=State.OPEN, expires_at__gt=now)
    return _facts_of(rows.order_by("-created_at", "-pk"), user, now)


def has_open_offers(user_id: int) -> bool:
    """Whether a seek or a challenge of the user stands."""
    seeks = Seek.objects.filter(user_id=user_id, state=Seek.State.OPEN)
    sent = Challenge.objects.filter(user_id=user_id, state=State.OPEN)
    return seeks.exists() or sent.exists()


def _known_to(user: User, now: datetime) -> QuerySet[Challenge]:
    may_begin = able(Verb.BEGIN, now, "user")
    theirs = Q(user=user) | Q(person=user, is_silent=False) & (may_begin | ~Q(state=State.OPEN))
    return Challenge.objects.filter(theirs).select_related("user", "person", "match")


def _facts_of(rows: Iterable[Challenge], user: User, now: datetime) -> list[ChallengeFacts]:
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
            ChallengeFacts(
                uid=row.uid,
                game=row.game,
                options=row.options,
                time_control=row.time_control,
                rated=row.rated,
                onlookers=row.onlookers,
                side=row.side,
                start=row.start,
                state=row.state,
                reason=row.reason,
                created_at=row.created_at,
                expires_at=row.expires_at,
                other=MakerFacts(other.name, other.time_zone, rating, turns),
                is_own=row.user_id == user.pk,
                match_uid=row.match.uid if row.match else "",
            )
        )
    return facts

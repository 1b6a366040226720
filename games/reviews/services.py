"""Working reviews out: asked for by whoever looks, done by the workers a little at a time."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.common import dispatch
from games.match.exceptions import NotOver
from games.match.followers import Change, Kind
from games.match.permissions import check_recorded
from games.match.referee import Referee
from games.match.selectors import begun_match
from games.match.status import Status
from games.match.visibility import NoSuchMatch
from games.reviews.known import Known, put_down, put_down_truth, read_known
from games.reviews.models import MOST_ATTEMPTS, Review
from queues import leases
from queues.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

AT_ONCE = 2.0
"""Seconds that a worker goes through a match before it puts down what it has and looks at the
queue again."""
LEASE = timedelta(seconds=30)
GOES_ON = (Kind.REOPENED, Kind.REWOUND)


def ask_review(*, uid: str, user: AbstractBaseUser | AnonymousUser, now: datetime) -> None:
    """Have match *uid* gone through, unless it has been or is to be.

    Raises Match.DoesNotExist for whoever may not look at it and for a game of which nothing can be
    said, NotOver while it goes on, NothingRecorded if it was cancelled.
    """
    with writing():
        match = begun_match(uid, user)
        referee = Referee(match)
        if not referee.can_be_reviewed():
            raise NoSuchMatch
        check_recorded(match)
        review, is_new = Review.objects.get_or_create(
            match=match,
            defaults={
                "asked_at": now,
                "due_at": now,
                "hinted_until": leases.first_hint(now),
                "plies": referee.plies,
            },
        )
        if is_new:
            dispatch.after_commit("games.go_through_match", match_id=review.pk)


def lease_reviews(*, now: datetime) -> list[int]:
    """The matches that are still to be gone through and that no worker has."""
    return leases.lease_hints(_to_do(), now=now)


def go_through(*, match_id: int, now: datetime, at_once: float = AT_ONCE) -> bool:
    """Go on with the review of that match for a moment; whether it is done with.

    What was worked out is written with the ply it reaches to; a match that has gone on in the
    meantime has no review any more, and none is written.
    """
    review = leases.claim(_to_do(), match_id, now=now, lease=LEASE)
    if review is None:
        return True
    reached, known, is_done = _further(review, at_once)
    with writing():
        mine = Review.objects.filter(
            pk=match_id, reached=review.reached, match__status=Status.FINISHED
        )
        mine.update(
            reached=reached,
            data=known,
            done_at=now if is_done else None,
            attempts=0,
            held_until=None,
            hinted_until=leases.first_hint(now),
        )
        if not is_done:
            dispatch.after_commit("games.go_through_match", match_id=match_id)
    return is_done


def forget_review(change: Change) -> None:
    """Drop what was worked out of a match that goes on after all."""
    if change.kind in GOES_ON:
        Review.objects.filter(match=change.match).delete()


def _to_do() -> leases.QuerySet[Review]:
    return Review.objects.filter(done_at=None, attempts__lt=MOST_ATTEMPTS).select_related("match")


def _further(review: Review, at_once: float) -> tuple[int, Known, bool]:
    """How far it is worked out by then, what is known, and whether that is all."""
    match, referee = review.match, Referee(review.match)
    known = read_known(review.data, match.players.count())
    reached, began = review.reached, time.monotonic()
    try:
        for moment in referee.gone_through(after=reached):
            put_down(known, moment)
            reached = moment.ply
            if time.monotonic() - began > at_once and reached < referee.plies:
                return reached, known, False
        put_down_truth(known, referee.truth())
    except NotOver:
        return reached, known, True
    return referee.plies, known, True

"""Working reviews out: asked for by whoever looks, done by the workers a little at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from engines.core.seats import Seat
from games.bots import thinking
from games.common import dispatch
from games.match.changes.followers import Change, Kind
from games.match.exceptions import NotOver
from games.match.referee import Referee, Thought
from games.match.status import Status
from games.reviews.evaluations import UNSAID, Worth, read_weighed
from games.reviews.foreseen import (
    Lead,
    next_board,
    put_down_points,
    put_down_way,
    read_foreseen,
)
from games.reviews.hindsight import put_down, put_down_truth, read_known
from games.reviews.models import MOST_ATTEMPTS, Review
from games.reviews.selectors import recorded
from queues import leases
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match

LEVEL = "strong"
"""Whose opinion it is, where nothing is hidden."""

AT_ONCE = 2.0
"""Seconds that a worker goes through a match before it puts down what it has and looks at the
queue again."""
LEASE = timedelta(seconds=60)
GOES_ON = (Kind.REOPENED, Kind.REWOUND)


def ask_review(*, uid: str, user: Visitor, now: datetime) -> None:
    """Have match *uid* gone through for what could have been known, unless it has been or is to be.

    Raises as `review_facts` does.
    """
    _ask(uid, user, now, Referee.can_be_reviewed)


def ask_analysis(*, uid: str, user: Visitor, now: datetime) -> None:
    """Have the positions of match *uid* weighed, likewise; raises as `ask_review` does."""
    _ask(uid, user, now, Referee.can_be_weighed)


def ask_turning_points(*, uid: str, user: Visitor, now: datetime) -> None:
    """Have match *uid* gone through for its turning points; raises as `ask_review` does."""
    _ask(uid, user, now, Referee.can_be_foreseen)


def foresee_ended(change: Change) -> None:
    """Have a match whose turning points are told gone through as soon as it is over."""
    if change.kind == Kind.OVER and Referee(change.match).can_be_foreseen():
        _owe(change.match, change.match.plies, change.now)


def _ask(uid: str, user: Visitor, now: datetime, can_be: Callable[[Referee], bool]) -> None:
    with writing():
        match, referee = recorded(uid, user, can_be)
        _owe(match, referee.plies, now)


def _owe(match: Match, plies: int, now: datetime) -> None:
    """Put down that the match is to be gone through, unless that has been done."""
    review, is_new = Review.objects.get_or_create(
        match=match,
        defaults={
            "asked_at": now,
            "due_at": now,
            "hinted_until": leases.first_hint(now),
            "plies": plies,
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


def _further(review: Review, at_once: float) -> tuple[int, Mapping[str, Any], bool]:
    """How far it is worked out by then, what there is of it, and whether that is all."""
    referee = Referee(review.match)
    if referee.can_be_weighed():
        return _weighed_further(review, referee, at_once)
    if referee.can_be_foreseen():
        return _foreseen_further(review, referee, at_once)
    known = read_known(review.data, review.match.players.count())
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


def _weighed_further(
    review: Review, referee: Referee, at_once: float
) -> tuple[int, Mapping[str, Any], bool]:
    """The same of a match in which nothing was hidden: what the strong bot takes it to be worth."""
    weighed = read_weighed(review.data)
    scores, began = weighed["scores"], time.monotonic()
    try:
        while len(scores) < referee.plies:
            ply = len(scores)
            worth = _worth(review.match, referee.thought_to_weigh(ply))
            scores.append(list(worth))
            if time.monotonic() - began > at_once:
                break
    except NotOver:
        return len(scores), weighed, True
    return len(scores), weighed, len(scores) >= referee.plies


def _foreseen_further(
    review: Review, referee: Referee, at_once: float
) -> tuple[int, Mapping[str, Any], bool]:
    """The same of a match that one person played: where its boards would have led."""
    foreseen, began = read_foreseen(review.data), time.monotonic()
    reached = review.reached
    try:
        seat = Seat(review.match.players.get(bot="").seat)
        turns = referee.turns_of(seat)
        while (board := next_board(foreseen, turns)) is not None:
            way = len(foreseen["tried"])
            found = thinking.foresee(_on_board(review.match, referee, board, seat), way)
            put_down_way(foreseen, board, Lead(*found), referee.ways)
            reached = max(reached, board)
            if time.monotonic() - began > at_once:
                return reached, foreseen, False
        put_down_points(foreseen, turns, referee.open_moves(up_to=referee.plies))
    except NotOver:
        return reached, foreseen, True
    return referee.plies, foreseen, True


def _on_board(match: Match, referee: Referee, ply: int, seat: Seat) -> thinking.Question:
    return _question(match, referee.thought_to_foresee(ply, seat))


def _question(match: Match, thought: Thought) -> thinking.Question:
    return thinking.Question.about(match.game, match.rules_version, LEVEL, thought)


def _worth(match: Match, thought: Thought | None) -> Worth:
    """A position, to the first seat."""
    if thought is None:
        return UNSAID
    found = thinking.weigh(_question(match, thought))
    if found is None:
        return UNSAID
    sign = -1 if thought.seat else 1
    wins_in = None if found.wins_in is None else sign * found.wins_in
    return Worth(sign * found.points, wins_in, found.line[0])

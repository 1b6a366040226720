"""Joining and leaving a ladder, and writing the places that follow from a step."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.sanctions.rights import gone_for_long
from engines.catalogue import duels
from games.ladders import selectors
from games.ladders.climbing import Cause, Order, Step, after
from games.ladders.exceptions import (
    BotsClimbNot,
    GuestsClimbNot,
    NoLadder,
    NotOnLadder,
    OffForNow,
    OnLadder,
)
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.match.changes.permissions import check_may_begin
from games.match.clocks.vacations import away_since
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match

MOST_LATE = 2
"""So many matches lost on time, and one is off the ladder."""
OFF_FOR = timedelta(days=14)
PLACE_KEPT = timedelta(days=30)
"""How long the place of somebody on vacation is kept."""
BATCH = 100


def join(*, game: str, user: User, now: datetime) -> None:
    """Step on the ladder of a game, at the bottom. Raises NoLadder, GuestsClimbNot, Sanctioned,
    HouseClosed, OnLadder or OffForNow."""
    if game not in duels():
        raise NoLadder
    check_may_join(selectors.ladder_of(game), user, now)
    with writing():
        ladder = lock_ladder(game, now)
        check_may_join(ladder, user, now)
        take_step(ladder, Cause.JOINED, user, now=now)


def check_may_join(ladder: Ladder | None, user: User, now: datetime) -> None:
    """Raises what keeps a user from joining."""
    if user.is_guest:
        raise GuestsClimbNot
    if user.is_program:
        raise BotsClimbNot
    check_may_begin(user, rated=True)
    if ladder is None:
        return
    if selectors.rung_of(ladder, user.pk):
        raise OnLadder
    off_at = selectors.taken_off_at(ladder, user)
    if off_at is not None and now < off_at + OFF_FOR:
        raise OffForNow


def leave(*, game: str, user: User, now: datetime) -> None:
    """Step off the ladder; open challenges end, matches are played on. Raises NotOnLadder."""
    with writing():
        ladder = lock_ladder(game, now)
        if selectors.rung_of(ladder, user.pk) is None:
            raise NotOnLadder
        take_step(ladder, Cause.LEFT, user, now=now)


def take_step(
    ladder: Ladder,
    cause: Cause,
    user: User,
    *,
    now: datetime,
    other: User | None = None,
    match: Match | None = None,
) -> None:
    """Write a step of a locked ladder, and the places that follow."""
    LadderStep.objects.create(
        ladder=ladder, cause=cause, user=user, other=other, match=match, made_at=now
    )
    order = tuple(ladder.rungs.order_by("place").values_list("user", flat=True))
    step = Step(cause, user.pk, other.pk if other else None)
    _write(ladder, after(order, step), now)
    if cause == Cause.LEFT:
        own = Q(challenger=user) | Q(challenged=user)
        ladder.challenges.filter(own, state=LadderChallenge.State.OPEN).update(
            state=LadderChallenge.State.WITHDRAWN
        )


def remake(ladder: Ladder, now: datetime) -> int:
    """Make the places of a locked ladder anew from its steps; how many were other ones."""
    return _write(ladder, selectors.order_by_steps(ladder), now)


def _write(ladder: Ladder, order: Order, now: datetime) -> int:
    """Let the rungs say that order; how many have changed."""
    rungs = {rung.user_id: rung for rung in ladder.rungs.all()}
    gone = [rung.pk for user_id, rung in rungs.items() if user_id not in order]
    Rung.objects.filter(pk__in=gone).delete()
    new, moved = [], []
    for place, user_id in enumerate(order, start=1):
        rung = rungs.get(user_id)
        if rung is None:
            new.append(Rung(ladder=ladder, user_id=user_id, place=place, joined_at=now))
        elif rung.place != place:
            rung.place = place
            moved.append(rung)
    Rung.objects.bulk_update(moved, ["place"])
    Rung.objects.bulk_create(new)
    return len(gone) + len(moved) + len(new)


def drop_absent(now: datetime) -> int:
    """Take off who is on vacation for longer than a place is kept, and whose account is closed,
    goes within the hour or is shut out for as long; how many."""
    away = Q(user__in=away_since(now - PLACE_KEPT, now))
    found = list(
        Rung.objects.filter(gone_for_long(now) | away).select_related("ladder", "user")[:BATCH]
    )
    return each(found, lambda rung: _take_off(rung, now), what="rung")


def _take_off(rung: Rung, now: datetime) -> bool:
    with writing():
        ladder = lock_ladder(rung.ladder.game, now)
        take_step(ladder, Cause.LEFT, rung.user, now=now)
    return True


def lock_ladder(game: str, now: datetime) -> Ladder:
    """Return the ladder of a game under its row lock, made where it is not there yet."""
    Ladder.objects.get_or_create(game=game, defaults={"made_at": now})
    return Ladder.objects.select_for_update(no_key=True).get(game=game)

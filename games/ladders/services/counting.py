"""What the end of a match does to a ladder: a follower, in the transaction of that end."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.ladders import selectors
from games.ladders.climbing import Cause
from games.ladders.models import Ladder, LadderChallenge
from games.ladders.services.places import MOST_LATE, lock_ladder, remake, take_step
from games.match.changes.followers import RESULTS, Change, Kind
from games.match.reading.selectors import players_of
from games.match.status import Status
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Player

logger = logging.getLogger(__name__)
State = LadderChallenge.State


def count_climb(change: Change) -> None:
    """Move the two as their match of a ladder has ended, or back as it does not stand."""
    match = change.match
    if change.kind not in RESULTS or not match.event.startswith("ladder-"):
        return
    ladder = lock_ladder(match.game, change.now)
    asked = ladder.challenges.select_related("challenger", "challenged").filter(match=match).first()
    if asked is None:
        return
    if change.kind in (Kind.ANNULLED, Kind.RESTORED):
        ladder.steps.filter(match=match).update(counts=change.kind == Kind.RESTORED)
        _recount_offs(ladder)
        remake(ladder, change.now)
        return
    # whatever it has counted for until now, this is what it counts for
    if ladder.steps.filter(match=match).delete()[0]:
        _recount_offs(ladder)
        remake(ladder, change.now)
    asked.state = State.ACCEPTED if change.kind == Kind.REOPENED else State.PLAYED
    asked.save(update_fields=["state"])
    if change.kind != Kind.REOPENED:
        _climb(ladder, asked, change)


def _recount_offs(ladder: Ladder) -> None:
    """Let who was taken off a locked ladder by time be off only where two losses on time count."""
    late: dict[int, int] = {}
    for step in ladder.steps.order_by("pk"):
        if step.cause == Cause.JOINED:
            late[step.user_id] = 0
        elif step.cause == Cause.LATE and step.counts:
            late[step.user_id] = late.get(step.user_id, 0) + 1
        elif step.cause == Cause.LEFT and step.match_id is not None:
            step.counts = late.get(step.user_id, 0) >= MOST_LATE
            step.save(update_fields=["counts"])


def _climb(ladder: Ladder, asked: LadderChallenge, change: Change) -> None:
    winner, late = _found(change)
    if winner is not None and winner.user_id == asked.challenger_id:
        take_step(
            ladder,
            Cause.WON,
            asked.challenger,
            other=asked.challenged,
            match=change.match,
            now=change.now,
        )
    for player in late:
        if player.user is not None:
            _drop(ladder, player.user, change)


def _drop(ladder: Ladder, user: User, change: Change) -> None:
    """To the bottom third, and off the ladder where it has happened before."""
    take_step(ladder, Cause.LATE, user, match=change.match, now=change.now)
    if selectors.late_losses(ladder, user) >= MOST_LATE:
        take_step(ladder, Cause.LEFT, user, match=change.match, now=change.now)


def _found(change: Change) -> tuple[Player | None, Sequence[Player]]:
    """Return who has won, and who has lost on time: not to come in time is the same."""
    players = change.players
    if change.match.status == Status.FINISHED:
        winner = next((one for one in players if one.result == "won"), None)
        lost = [one for one in players if winner is not None and one is not winner]
        return winner, lost if change.match.ended_how == "time" else []
    if change.match.ended_how == "annulled":
        return None, []
    left = [one for one in players if change.subject == f"seat {one.seat}"]
    absent = left or [one for one in players if one.missed and not one.has_moved]
    if len(absent) != 1:
        return None, absent
    return next(one for one in players if one is not absent[0]), absent


def sweep_places(now: datetime) -> int:
    """Let every ladder follow from the matches it has missed, and make it anew from its steps; how
    many places and matches were other ones."""
    missed = selectors.behind_their_matches()
    each(missed, lambda asked: _catch_up(asked, now), what="result on a ladder")
    if missed:
        logger.error("ladders had missed what has become of %d matches", len(missed))
    found = list(Ladder.objects.values_list("game", flat=True))
    return len(missed) + each(found, lambda game: _remade(game, now), what="ladder of")


def _catch_up(asked: LadderChallenge, now: datetime) -> bool:
    """Do what the follower would have done."""
    match = asked.match
    assert match is not None
    with writing():
        players = players_of(match)
        if asked.state == State.ACCEPTED:
            kind = Kind.OVER if match.status == Status.FINISHED else Kind.CANCELLED
        elif match.status == Status.ACTIVE:
            kind = Kind.REOPENED
        else:
            kind = Kind.RESTORED if match.annulled_at is None else Kind.ANNULLED
        count_climb(Change(kind, match, players, players, now))
        if kind == Kind.OVER and match.annulled_at is not None:
            count_climb(Change(Kind.ANNULLED, match, players, players, now))
    return True


def _remade(game: str, now: datetime) -> int:
    with writing():
        return remake(lock_ladder(game, now), now)

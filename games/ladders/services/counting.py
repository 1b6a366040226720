"""What the end of a match does to a ladder: a follower, in the transaction of that end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.ladders import selectors
from games.ladders.climbing import Cause
from games.ladders.models import Ladder, LadderChallenge
from games.ladders.services.places import MOST_LATE, lock_ladder, remake, take_step
from games.match.followers import Change, Kind
from games.match.status import Status
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Player

State = LadderChallenge.State
COUNTING = {Kind.OVER, Kind.CANCELLED, Kind.ANNULLED, Kind.RESTORED, Kind.REOPENED}


def count_climb(change: Change) -> None:
    """Move the two as their match of a ladder has ended, or back as it does not stand."""
    match = change.match
    if change.kind not in COUNTING or not match.event.startswith("ladder-"):
        return
    ladder = lock_ladder(match.game, change.now)
    asked = ladder.challenges.select_related("challenger", "challenged").filter(match=match).first()
    if asked is None:
        return
    if change.kind in (Kind.ANNULLED, Kind.RESTORED):
        ladder.steps.filter(match=match).update(counts=change.kind == Kind.RESTORED)
        remake(ladder, change.now)
        return
    # whatever it has counted for until now, this is what it counts for
    if ladder.steps.filter(match=match).delete()[0]:
        remake(ladder, change.now)
    asked.state = State.ACCEPTED if change.kind == Kind.REOPENED else State.PLAYED
    asked.save(update_fields=["state"])
    if change.kind != Kind.REOPENED:
        _climb(ladder, asked, change)


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
    """Who has won, and who has lost on time: not to come in time is the same."""
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
    """Make every ladder anew from its steps; how many places were other ones."""
    found = list(Ladder.objects.values_list("game", flat=True))
    return sum(_remade(game, now) for game in found)


def _remade(game: str, now: datetime) -> int:
    with writing():
        return remake(lock_ladder(game, now), now)

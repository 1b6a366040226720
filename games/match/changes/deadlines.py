"""What a deadline that has passed means, and the sweep that finds it.

In the set-up the site places for whoever is silent, or cancels if nobody has placed; a question
that silence answers is answered; a first move that never came cancels; everything else is lost
on time, once what `games.match.changes.overtime` gives is over.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from engines.core.seats import Seat
from games.match.changes.ending import cancel_running, concede
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import lock_match
from games.match.changes.overtime import is_given_time
from games.match.changes.settling import save_players, settle
from games.match.clocks import controls, health
from games.match.clocks.vacations import protect
from games.match.models import Match, Player
from games.match.referee import Referee
from games.match.status import Status
from queues.sweeps import outcomes
from queues.transactions import writing

logger = logging.getLogger(__name__)

BATCH = 100
"""How many matches one sweep ends."""


def pass_deadline(match: Match, players: Sequence[Player], *, now: datetime) -> None:
    """Do what it means for a locked match that the deadline of some seats has passed."""
    late = [player for player in players if player.deadline and player.deadline < now]
    if any(protect(match, player, now) for player in late):
        renew_deadlines(match, players)
        return
    for player in late:
        player.missed += not player.late
    if match.is_setting_up and len(late) == len(players):
        cancel_running(match, players, ended_how="set-up", now=now)
    elif match.is_setting_up:
        _place_for(match, players, late, now=now)
    elif _answer_for(match, players, late, now=now):
        return
    elif any(not player.has_moved for player in late):
        cancel_running(match, players, now=now)
    elif lost := [p for p in late if not is_given_time(match, players, p, now)]:
        concede(match, players, {Seat(player.seat) for player in lost}, "time", now=now)
    else:
        renew_deadlines(match, players)


def renew_deadlines(match: Match, players: Sequence[Player]) -> None:
    """Write the deadlines of *players*, and the earliest as that of the match."""
    save_players(players)
    match.deadline = min((player.deadline for player in players if player.deadline), default=None)
    match.save(update_fields=["deadline"])


def _place_for(
    match: Match, players: Sequence[Player], silent: Sequence[Player], *, now: datetime
) -> None:
    """Place an army for every *silent* seat, and say so to all."""
    referee = Referee(match)
    for player in silent:
        happened = referee.place(Seat(player.seat), now=now)
        player.placed_by_house = True
        subject = f"seat {player.seat}"
        follow(Change(Kind.PLACED_BY_HOUSE, match, players, players, now, subject))
        settle(match, players, happened, movers={Seat(player.seat)}, now=now)


def _answer_for(
    match: Match, players: Sequence[Player], silent: Sequence[Player], *, now: datetime
) -> bool:
    """Answer what the *silent* seats were asked; whether anything was."""
    referee = Referee(match)
    answered = False
    for player in silent:
        seat = Seat(player.seat)
        happened = referee.answer_for(seat, now=now)
        if happened is not None:
            settle(match, players, happened, movers={seat}, now=now)
            answered = True
    return answered


def sweep_deadlines(*, now: datetime) -> int:
    """End matches whose deadline has passed, at most `BATCH`; how many.

    After an outage of ours the running clocks are given the time back, and
    nobody is flagged in the first ten minutes of health. A sweep that would
    end suspiciously many matches ends none and raises an alarm. Of many, one
    sweep ends those that are longest overdue: the next comes in seconds, and
    beats before it goes on.
    """
    health.beat(now)
    health.give_back()
    if not health.may_flag(now):
        return 0
    late = Match.objects.overdue(now - controls.FLAG_GRACE).order_by("deadline")
    uids = list(late.values_list("uid", flat=True))
    if not uids or _is_suspicious(len(uids)):
        return 0
    ended = outcomes(uids, lambda uid: flag_if_overdue(uid=uid, now=now), what="deadline of match")
    return sum(islice(filter(None, ended), BATCH))  # what cannot be ended takes nobody's place


def _is_suspicious(expiring: int) -> bool:
    """Return whether so many ends at once smell of our own fault; counts what runs only to tell."""
    if controls.flags_allowed(expiring=expiring, running=0):
        return False
    running = Match.objects.filter(status=Status.ACTIVE).count()
    if controls.flags_allowed(expiring=expiring, running=running):
        return False
    logger.critical("deadline sweep refused: it would end %d of %d matches", expiring, running)
    return True


def flag_if_overdue(*, uid: str, now: datetime) -> bool:
    """End the match for whoever let the deadline pass; true if it did.

    The deadline is looked at again under the lock, so a move that has just
    come in wins over a sweep that has just begun.
    """
    with writing():
        match, players = lock_match(uid=uid)
        if match.status != Status.ACTIVE or match.frozen_at or not match.deadline:
            return False
        if match.deadline >= now - controls.FLAG_GRACE:
            return False
        pass_deadline(match, players, now=now)
    return True

"""What follows from a ply in the public rows: clocks, turns, debts, notices, the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from engines.core.outcome import Outcome
from engines.core.seats import Seat
from games import clocks, dispatch, live
from games.models import BotTurn, Commitments, Match, Notice, Player, Status
from games.referee import Happened
from games.services import formations, telling

LEASE = timedelta(seconds=3)
"""How long the hint sent at commit may take before a sweeper sends another."""


def settle(
    match: Match,
    players: Sequence[Player],
    happened: Happened,
    *,
    movers: Collection[Seat],
    now: datetime,
    ended_how: str = "",
) -> None:
    """Write what *happened* into the public rows, and tell everybody after commit.

    *ended_how* overrides the rules' word for the end: the engine knows a
    concession, the house knows whether it was a resignation or the clock.
    """
    control = clocks.TIME_CONTROLS[match.time_control]
    for player in players:
        if Seat(player.seat) in movers:
            _stop_clock(control, player, is_charged=not happened.was_setting_up, now=now)
    if happened.outcome is None:
        _hand_over(match, players, happened, movers=movers, now=now)
    else:
        match.plies = happened.plies
        ended_at = happened.made_at or now
        _finish(match, players, happened.outcome, ended_how=ended_how, now=ended_at)
    match.is_setting_up = happened.is_setting_up
    match.deadline = min((p.deadline for p in players if p.deadline), default=None)
    for player in players:  # a bulk update costs ten times these
        player.save(update_fields=_PLAYER_FIELDS)
    match.save(update_fields=_MATCH_FIELDS)
    if happened.was_setting_up:
        formations.drop_drafts(match, but_of=_placing(match, players))
    _commit(match, happened)
    live.announce_match(match.uid, happened.versions)
    live.announce_desks(player.user_id for player in players)


_MATCH_FIELDS = [
    "status",
    "ended_at",
    "ended_how",
    "deadline",
    "is_setting_up",
    "draw_offered_by",
    "plies",
]
_PLAYER_FIELDS = [
    "is_to_act",
    "result",
    "bank",
    "clock_started_at",
    "deadline",
    "has_moved",
    "placed_by_house",
    "draws_barred",
    "seen_end_at",
]


def _placing(match: Match, players: Sequence[Player]) -> list[int]:
    """The users who are still to place their pieces."""
    return [
        player.user_id
        for player in players
        if match.is_setting_up and player.is_to_act and player.user_id is not None
    ]


def _commit(match: Match, happened: Happened) -> None:
    """Show the digests when play begins, and open them when it is over."""
    if happened.digests:
        Commitments.objects.create(match=match, digests=happened.digests)
    if happened.openings:
        Commitments.objects.filter(match=match).update(openings=happened.openings)


def _stop_clock(
    control: clocks.TimeControl, player: Player, *, is_charged: bool, now: datetime
) -> None:
    """Charge the thinking time of a seat that has moved, and give the bonus.

    Setting up is not charged, and is not a move.
    """
    if is_charged:
        if player.clock_started_at is not None:
            player.bank = clocks.bank_after_move(control, player.bank, player.clock_started_at, now)
        player.has_moved = True
        player.draws_barred = False
    player.clock_started_at = player.deadline = None


def _hand_over(
    match: Match,
    players: Sequence[Player],
    happened: Happened,
    *,
    movers: Collection[Seat],
    now: datetime,
) -> None:
    """Start the clocks, debts and notices of the seats whose turn it has become."""
    for player in players:
        seat = Seat(player.seat)
        was_to_act, player.is_to_act = player.is_to_act, seat in happened.to_act
        if seat in movers:
            _lapse_draw_offer(match, players, seat)
        if not player.is_to_act:
            player.clock_started_at = player.deadline = None
        elif not was_to_act or seat in movers:
            _begin_turn(match, players, player, is_setting_up=happened.is_setting_up, now=now)


def _begin_turn(
    match: Match, players: Sequence[Player], player: Player, *, is_setting_up: bool, now: datetime
) -> None:
    if player.bot:
        _owe_bot_turn(match, player.seat, due=now + _bot_delay(players), now=now)
        return
    player.clock_started_at = now
    if is_setting_up:
        player.deadline = clocks.setup_deadline(player.bank, now)
    else:
        player.deadline = clocks.deadline_of(player.bank, now, has_moved=player.has_moved)
    subject = Notice.SET_UP if is_setting_up else now.isoformat()
    telling.tell(match, player, Notice.Kind.YOUR_TURN, subject=subject, now=now)


def _bot_delay(players: Sequence[Player]) -> timedelta:
    """Bots answer people at once; among themselves they play at a pace one can follow."""
    alone = all(player.bot for player in players)
    return timedelta(seconds=settings.HOUSE_MATCH_PACE_SECONDS if alone else 0)


def _owe_bot_turn(match: Match, seat: int, *, due: datetime, now: datetime) -> None:
    """Write the debt of a bot seat that is to act, and hint at it if it is due at once.

    A debt due later is found by the sweeper: messages with a date get lost or doubled.
    """
    is_due = due <= now
    hinted = due + LEASE if is_due else due
    debt = BotTurn.objects.create(match=match, seat=seat, due_at=due, hinted_until=hinted)
    if is_due:
        dispatch.after_commit("games.play_bot_turn", debt_id=debt.pk)


def _lapse_draw_offer(match: Match, players: Sequence[Player], mover: Seat) -> None:
    """A move is an answer: the other side's offer lapses, and may not be repeated at once."""
    offerer = match.draw_offered_by
    if offerer is None or offerer == mover:
        return
    players[offerer].draws_barred = True
    match.draw_offered_by = None


def _finish(
    match: Match,
    players: Sequence[Player],
    outcome: Outcome,
    *,
    ended_how: str,
    now: datetime,
) -> None:
    match.status = Status.FINISHED
    match.ended_at = now
    match.ended_how = ended_how or outcome.termination.value
    match.draw_offered_by = None
    BotTurn.objects.filter(match=match).delete()
    for player in players:
        player.result = _result(Seat(player.seat), outcome)
        player.is_to_act = False
        player.clock_started_at = player.deadline = None
        telling.tell(match, player, Notice.Kind.MATCH_OVER, subject="end", now=now)


def _result(seat: Seat, outcome: Outcome) -> str:
    if not outcome.winners:
        return "drawn"
    return "won" if seat in outcome.winners else "lost"

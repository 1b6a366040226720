"""What follows from a ply in the public rows: clocks, turns, the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from engines.core.outcome import Outcome
from engines.core.seats import Seat
from games.common import live
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import WRITTEN, is_changed, note_written
from games.match.clocks import controls
from games.match.clocks.calendar import elapsed
from games.match.clocks.timeoff import due, keep_plans, rest_of
from games.match.models import Commitments, Match, Player
from games.match.referee import Happened
from games.match.status import Status
from queues.prepared import PreparedInsert, PreparedUpdate


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
    concession, the site knows whether it was a resignation or the clock.
    """
    for player in players:
        if Seat(player.seat) in movers:
            _stop_clock(match, player, is_charged=not happened.was_setting_up, now=now)
    match.is_setting_up = happened.is_setting_up
    if happened.outcome is None:
        _hand_over(match, players, happened, movers=movers, now=now)
    else:
        match.plies = happened.plies
        ended_at = happened.made_at or now
        _finish(match, players, happened.outcome, ended_how=ended_how, now=ended_at)
    match.given_plies = min(match.given_plies, happened.plies)  # some may have been taken back
    match.deadline = min((p.deadline for p in players if p.deadline), default=None)
    save_players(players)
    _save_match(match)
    if happened.was_setting_up:
        follow(Change(Kind.PLACING, match, players, _placing(match, players), now))
    _commit(match, happened)
    live.announce_match(match.uid, happened.versions)
    live.announce_desks(player.user_id for player in players)


SETTLED = (
    "status",
    "ended_at",
    "ended_how",
    "deadline",
    "is_setting_up",
    "draw_offered_by",
    "takeback_asked_by",
    "takeback_refused",
    "plies",
    "given_plies",
    "frozen_at",
    "pause_asked_by",
    "pause_days",
    "resume_asked_by",
)
"""What a ply can change of its match."""

_save_match = PreparedUpdate(Match, *SETTLED)
_save_players = PreparedInsert(Player, unique=["pk"], update=WRITTEN)


def save_players(players: Sequence[Player]) -> None:
    """Write those of *players* that differ from what was locked, all in one statement.

    They are there, so each row meets its own.
    """
    changed = [player for player in players if is_changed(player)]
    if changed:
        _save_players(*changed)
    for player in changed:
        note_written(player)


def _placing(match: Match, players: Sequence[Player]) -> list[Player]:
    """Those who are still to place their pieces."""
    return [player for player in players if match.is_setting_up and player.is_to_act]


def _commit(match: Match, happened: Happened) -> None:
    """Show the digests when play begins, and open them when it is over."""
    if happened.digests:
        Commitments.objects.create(match=match, digests=happened.digests)
    if happened.openings:
        Commitments.objects.filter(match=match).update(openings=happened.openings)


def _stop_clock(match: Match, player: Player, *, is_charged: bool, now: datetime) -> None:
    """Charge the thinking time of a seat that has moved, and give the bonus.

    Setting up is not charged, and is not a move.
    """
    _count_answer(match, player, now)
    if is_charged:
        if player.clock_started_at is not None:
            control, rest = controls.control_of(match.time_control), rest_of(match, player)
            started = player.clock_started_at
            player.bank = controls.bank_after_move(
                control, player.bank, started, now, rest, is_excused=bool(player.late)
            )
        player.has_moved = True
        player.draws_barred = False
    player.stop_clock()


def _count_answer(match: Match, player: Player, now: datetime) -> None:
    """Note how long the answer to a turn took, time off not counted, for when the match is over."""
    is_late = bool(player.late) or (player.deadline is not None and player.deadline < now)
    if player.clock_started_at is None or is_late:
        return
    took = elapsed(player.clock_started_at, now, rest_of(match, player))
    player.answers.append(int(took.total_seconds()))


def _hand_over(
    match: Match,
    players: Sequence[Player],
    happened: Happened,
    *,
    movers: Collection[Seat],
    now: datetime,
) -> None:
    """Start the clocks of the seats whose turn it has become."""
    begun = []
    if movers:  # a move is an answer
        match.drop_takeback()
    for player in players:
        seat = Seat(player.seat)
        was_to_act, player.is_to_act = player.is_to_act, seat in happened.to_act
        if seat in movers:
            _lapse_draw_offer(match, players, seat)
        if not player.is_to_act:
            player.stop_clock()
        elif not was_to_act or seat in movers:
            begun.append(player)
    _start_clocks(match, begun, now=now)
    # who has just moved and is to act again knows it; bots are told every time
    notified = [player for player in begun if player.bot or Seat(player.seat) not in movers]
    follow(Change(Kind.TURN, match, players, notified, now))


def _start_clocks(match: Match, players: Sequence[Player], *, now: datetime) -> None:
    """Let the time of people run; bots have none."""
    people = [player for player in players if not player.bot]
    keep_plans(match, people, now)
    for player in people:
        player.clock_started_at = now
        player.deadline = due(match, player)


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
    match.drop_offers()
    for player in players:
        player.result = _result(Seat(player.seat), outcome)
        player.is_to_act, player.over_at = False, now
        player.stop_clock()
    follow(Change(Kind.OVER, match, players, players, now))


def _result(seat: Seat, outcome: Outcome) -> str:
    if not outcome.winners:
        return "drawn"
    return "won" if seat in outcome.winners else "lost"

"""What moderators may do in a match. Each action works on a locked match and tells both players.

Who may do it, why, and the audit log are `games.moderation`'s. Every function raises CannotRule
where the action makes no sense, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.common import live
from games.match.calendar import elapsed
from games.match.clockproof import bank_after, clock_steps
from games.match.ending import cancel_running, concede
from games.match.exceptions import CannotRule
from games.match.followers import Change, Kind, follow
from games.match.health import give
from games.match.models import Match, Player, Ruling
from games.match.referee import Happened, Referee
from games.match.rests import rest_from, rest_of
from games.match.settling import settle
from games.match.status import Status
from games.match.telling import write

Verb = Ruling.Verb


def freeze(
    match: Match,
    players: Sequence[Player],
    *,
    text: str,
    now: datetime,
    verb: Verb = Verb.FREEZE,
) -> None:
    """Stop clocks and moves; *verb* tells why."""
    _check(match.status == Status.ACTIVE and match.frozen_at is None)
    match.frozen_at = now
    match.save(update_fields=["frozen_at"])
    _tell(match, players, verb, text, now)


def resume(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Let clocks run on from where they stood, and moves be made."""
    _check(match.status == Status.ACTIVE and match.frozen_at is not None)
    assert match.frozen_at is not None
    frozen_at, match.frozen_at = match.frozen_at, None
    running = [p for p in players if p.deadline and p.clock_started_at]
    rested = [elapsed(frozen_at, now, rest_from(match, player, frozen_at)) for player in running]
    for player, by in zip(running, rested, strict=True):
        _move_clock(match, player, by)
    renew_deadline(match, players)
    match.save(update_fields=["frozen_at"])
    _tell(match, players, Verb.RESUME, text, now, moved=max(rested, default=None))
    to_act = [player for player in players if player.is_to_act]
    follow(Change(Kind.TURN, match, players, to_act, now))


def extend(
    match: Match,
    players: Sequence[Player],
    *,
    by: timedelta,
    text: str,
    now: datetime,
    seat: int | None = None,
) -> None:
    """Give the clocks that run *by* more, or only that of one *seat*."""
    own = [p for p in players if p.deadline and seat in (None, p.seat)]
    _check(match.status == Status.ACTIVE and bool(own) and by > timedelta())
    _move_clocks(match, players, by, seat=seat)
    _tell(match, players, Verb.EXTEND, text, now, moved=by, seat=seat)


def take_time_back(
    match: Match,
    players: Sequence[Player],
    *,
    by: timedelta,
    text: str,
    now: datetime,
    seat: int | None = None,
) -> None:
    """Undo what was given to the turn that goes on, or to that of *seat*, by *by*.

    Never more than was given, and not so that the time has run out by it.
    """
    player = _running(players, seat)
    _check(match.status == Status.ACTIVE and timedelta() < by <= _given(match, player))
    _move_clocks(match, players, -by, seat=player.seat)
    assert player.deadline is not None
    _check(player.deadline > (match.frozen_at or now))
    _tell(match, players, Verb.TAKE_TIME, text, now, moved=-by, seat=player.seat)


def _given(match: Match, player: Player) -> timedelta:
    """Return how much more time moderators have given to the turn of *player* than taken back."""
    began = max([*Referee(match).times(), match.started_at or match.created_at])
    verbs = (Verb.EXTEND, Verb.RENEW, Verb.TAKE_TIME)
    rows = match.rulings.filter(verb__in=verbs, made_at__gte=began)
    own = (row.moved for row in rows if row.moved and row.seat in (None, player.seat))
    return sum(own, timedelta())


def renew(
    match: Match, players: Sequence[Player], *, text: str, now: datetime, seat: int | None = None
) -> None:
    """Give the clock that runs, or that of *seat*, all it held when its turn began."""
    player = _running(players, seat)
    assert player.clock_started_at is not None
    until = match.frozen_at or now
    by = elapsed(player.clock_started_at, until, rest_of(match, player))
    _check(match.status == Status.ACTIVE and by > timedelta())
    _move_clocks(match, players, by, seat=player.seat)
    _tell(match, players, Verb.RENEW, text, now, moved=by, seat=player.seat)


def grant_grace(
    match: Match,
    players: Sequence[Player],
    *,
    by: timedelta,
    text: str,
    now: datetime,
    seat: int | None = None,
) -> None:
    """Let the turn that goes on, or that of *seat*, be answered *by* later than its clock says.

    The clock is charged as ever: whoever needs the grace has an empty clock afterwards.
    """
    player = _running(players, seat)
    _check(match.status == Status.ACTIVE and by > timedelta())
    _set_grace(match, players, player, player.grace + by)
    _tell(match, players, Verb.GRACE, text, now, moved=by, seat=player.seat)


def remove_grace(
    match: Match, players: Sequence[Player], *, text: str, now: datetime, seat: int | None = None
) -> None:
    """Take the grace of that turn away; not where it alone keeps the match from being lost."""
    player = _running([p for p in players if p.grace], seat)
    grace = player.grace
    _set_grace(match, players, player, timedelta())
    assert player.deadline is not None
    _check(match.status == Status.ACTIVE and player.deadline > (match.frozen_at or now))
    _tell(match, players, Verb.NO_GRACE, text, now, moved=grace, seat=player.seat)


def adjudicate(
    match: Match,
    players: Sequence[Player],
    *,
    winner: int | None,
    text: str,
    now: datetime,
) -> None:
    """End the match with a win of seat *winner*, or with a draw.

    Of a finished match that ended by no move (time, resignation, agreement), the result is
    replaced.
    """
    _check(winner is None or 0 <= winner < len(players))
    losers = {Seat(player.seat) for player in players if player.seat != winner}
    if match.status == Status.FINISHED:
        _check(Referee(match).conceded())
        _take_back(match, players, Referee(match).plies - 1, now=now)
        follow(Change(Kind.REOPENED, match, players, players, now))
    _check(match.status == Status.ACTIVE and not match.is_setting_up)
    _write(match, Verb.ADJUDICATE, text, now, seat=winner)
    concede(match, players, losers, "adjudicated", now=now)
    _tell_players(match, players, Verb.ADJUDICATE, now)


def annul(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Let the match count for nobody: cancel it, or void the result of one that is over."""
    if match.status == Status.ACTIVE:
        _write(match, Verb.ANNUL, text, now)
        cancel_running(match, players, ended_how="annulled", now=now)
        _tell_players(match, players, Verb.ANNUL, now)
        return
    _check(match.status == Status.FINISHED and match.annulled_at is None)
    match.annulled_at = now
    match.save(update_fields=["annulled_at"])
    follow(Change(Kind.ANNULLED, match, players, players, now))
    _tell(match, players, Verb.ANNUL, text, now)


def restore(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Let the result of a match that was annulled after its end count again."""
    _check(match.status == Status.FINISHED and match.annulled_at is not None)
    match.annulled_at = None
    match.save(update_fields=["annulled_at"])
    follow(Change(Kind.RESTORED, match, players, players, now))
    _tell(match, players, Verb.RESTORE, text, now)


def void_last(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Take the last ply back, whoever made it, clocks included."""
    _check(match.status == Status.ACTIVE)
    rewind(match, players, ply=Referee(match).plies - 1, text=text, now=now)


def rewind(match: Match, players: Sequence[Player], *, ply: int, text: str, now: datetime) -> None:
    """Go back to how the match stood after *ply*, clocks included; not before play began."""
    _check(match.status == Status.ACTIVE and not match.is_setting_up and ply >= 0)
    _write(match, Verb.REWIND, text, now, ply=ply)
    happened = taken_back(match, players, ply, now=now)
    follow(Change(Kind.REWOUND, match, players, players, now))
    settle(match, players, happened, movers=(), now=match.frozen_at or now)
    _tell_players(match, players, Verb.REWIND, now)


def replace(
    match: Match,
    players: Sequence[Player],
    *,
    seat: int,
    level: str,
    text: str,
    now: datetime,
) -> None:
    """Let the bot of *level* play on in *seat*, in the place of the person who sits there."""
    player = players[seat] if 0 <= seat < len(players) else None
    _check(match.status == Status.ACTIVE and level in meta_for(match.game).bot_levels)
    if player is None or player.user_id is None:
        raise CannotRule
    left = player.user_id
    _tell(match, players, Verb.REPLACE, text, now, seat=seat, user=player.user)
    player.user, player.bot = None, level
    player.stop_clock()
    match.pause_asked_by = match.pause_days = None
    match.drop_takeback()
    match.save(
        update_fields=["pause_asked_by", "pause_days", "takeback_asked_by", "takeback_refused"]
    )
    player.save()
    renew_deadline(match, players)
    if player.is_to_act:
        follow(Change(Kind.TURN, match, players, [player], now))
    live.recheck_sockets(left)
    live.announce_desk(left)


def reopen(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Let a match go on that was ended wrongly.

    Not where its end has shown everybody what was hidden, and not after an end by a move.
    """
    referee = Referee(match)
    if match.status == Status.FINISHED:
        _check(referee.conceded() and not meta_for(match.game).hides_information)
        ply = referee.plies - 1
    else:
        _check(match.status == Status.ABORTED and match.started_at is not None)
        ply = referee.plies
    _write(match, Verb.REOPEN, text, now)
    happened = _take_back(match, players, ply, now=now)
    follow(Change(Kind.REOPENED, match, players, players, now))
    settle(match, players, happened, movers=(), now=now)
    _tell_players(match, players, Verb.REOPEN, now)


def switch_talk(
    match: Match, players: Sequence[Player], *, is_open: bool, text: str, now: datetime
) -> None:
    """Close the talk of the match in all its rooms, or open it again."""
    _check(match.started_at is not None and (match.silenced_at is not None) == is_open)
    match.silenced_at = None if is_open else now
    match.save(update_fields=["silenced_at"])
    _tell(match, players, Verb.OPEN_TALK if is_open else Verb.CLOSE_TALK, text, now)


def switch_public(
    match: Match, players: Sequence[Player], *, is_shown: bool, text: str, now: datetime
) -> None:
    """Let nobody know of the match but its players and staff, or show it to everybody again."""
    _check(match.started_at is not None and (match.hidden_at is not None) == is_shown)
    match.hidden_at = None if is_shown else now
    match.save(update_fields=["hidden_at"])
    _tell(match, players, Verb.SHOW if is_shown else Verb.HIDE, text, now)
    live.recheck_onlookers(match.uid)


def disclose(match: Match, players: Sequence[Player], *, text: str, now: datetime) -> None:
    """Tell of a reveal that took place while the match went on, now that it is over."""
    _check(match.status in (Status.FINISHED, Status.ABORTED))
    _tell(match, players, Verb.REVEAL, text, now)


# What several of them need


def _check(holds: bool) -> None:
    if not holds:
        raise CannotRule


def _running(players: Sequence[Player], seat: int | None) -> Player:
    """Return the one player whose clock runs, of those or in *seat*. Raises CannotRule."""
    found = [p for p in players if p.deadline and p.clock_started_at and seat in (None, p.seat)]
    _check(len(found) == 1)
    return found[0]


def _set_grace(match: Match, players: Sequence[Player], player: Player, grace: timedelta) -> None:
    player.set_grace(grace)
    player.save(update_fields=["deadline", "grace"])
    renew_deadline(match, players)


def _take_back(match: Match, players: Sequence[Player], ply: int, *, now: datetime) -> Happened:
    """Make a match that is over one that goes on, as it stood after *ply*."""
    match.status, match.ended_at, match.ended_how = Status.ACTIVE, None, ""
    match.plies, match.annulled_at = 0, None
    match.rematch_offered_by, match.rematch_refusal = None, ""
    match.save()
    for player in players:
        player.result, player.seen_end_at, player.over_at = "", None, None
    return taken_back(match, players, ply, now=now)


def taken_back(match: Match, players: Sequence[Player], ply: int, *, now: datetime) -> Happened:
    """Take the plies after *ply* back; clocks hold what they held, and nobody is to act yet."""
    referee = Referee(match)
    steps = [step for step in clock_steps(match) if step.ply <= ply]
    happened = referee.rewind(ply, now=now)
    movers = referee.movers()
    match.draw_offered_by = None
    match.drop_takeback()
    for player in players:
        player.bank = bank_after(match, steps, player.seat)
        player.has_moved = Seat(player.seat) in movers
        player.is_to_act = player.draws_barred = False
        player.stop_clock()
    return happened


def _move_clocks(
    match: Match, players: Sequence[Player], by: timedelta, *, seat: int | None = None
) -> None:
    for player in players:
        if player.deadline and player.clock_started_at and seat in (None, player.seat):
            _move_clock(match, player, by)
    renew_deadline(match, players)


def _move_clock(match: Match, player: Player, by: timedelta) -> None:
    give(match, player, by)
    player.save(update_fields=["deadline", "clock_started_at"])


def renew_deadline(match: Match, players: Sequence[Player]) -> None:
    """Write the earliest deadline of *players* as that of the match."""
    match.deadline = min((player.deadline for player in players if player.deadline), default=None)
    match.save(update_fields=["deadline"])


def _tell(
    match: Match, players: Sequence[Player], verb: Verb, text: str, now: datetime, **about: Any
) -> None:
    _write(match, verb, text, now, **about)
    live.announce_match(match.uid, Referee(match).touch())
    _tell_players(match, players, verb, now)


def _write(match: Match, verb: Verb, text: str, now: datetime, **about: Any) -> None:
    """The event in the match's own public story."""
    write(match, verb, now, text=text, **about)


def _tell_players(match: Match, players: Sequence[Player], verb: Verb, now: datetime) -> None:
    """The notice to both players."""
    follow(Change(Kind.RULED, match, players, players, now, verb))
    live.announce_desks(player.user_id for player in players)

"""What moderators may do in a match. Each action works on a locked match and tells both players.

Who may do it, why, and the audit log are `games.moderation`'s. Every function raises CannotRule
where the action makes no sense, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.common import live
from games.match.changes.ending import cancel_running, concede
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.settling import settle
from games.match.changes.telling import write
from games.match.clocks.calendar import elapsed
from games.match.clocks.health import give
from games.match.clocks.timeoff import rest_from, rest_of
from games.match.exceptions import CannotRule
from games.match.models import Match, Player, Ruling
from games.match.reading.clockproof import bank_after, clock_steps
from games.match.referee import Happened, Referee
from games.match.status import Status

Verb = Ruling.Verb


@dataclass(frozen=True, slots=True)
class Case:
    """A locked match in which a moderator does something."""

    match: Match
    players: Sequence[Player]
    now: datetime
    text: str = ""
    """What both players are told besides."""


def freeze(case: Case, *, verb: Verb = Verb.FREEZE) -> None:
    """Stop clocks and moves; *verb* tells why."""
    _check(case.match.status == Status.ACTIVE and case.match.frozen_at is None)
    case.match.frozen_at = case.now
    case.match.save(update_fields=["frozen_at"])
    _tell(case, verb)


def resume(case: Case) -> None:
    """Let clocks run on from where they stood, and moves be made."""
    match = case.match
    _check(match.status == Status.ACTIVE and match.frozen_at is not None)
    assert match.frozen_at is not None
    frozen_at, match.frozen_at = match.frozen_at, None
    running = [p for p in case.players if p.deadline and p.clock_started_at]
    rested = [
        elapsed(frozen_at, case.now, rest_from(match, player, frozen_at)) for player in running
    ]
    for player, by in zip(running, rested, strict=True):
        _move_clock(case.match, player, by)
    renew_deadline(case.match, case.players)
    case.match.save(update_fields=["frozen_at"])
    _tell(case, Verb.RESUME, moved=max(rested, default=None))
    to_act = [player for player in case.players if player.is_to_act]
    follow(Change(Kind.TURN, case.match, case.players, to_act, case.now))


def extend(case: Case, *, by: timedelta, seat: int | None = None) -> None:
    """Give the clocks that run *by* more, or only that of one *seat*."""
    own = [p for p in case.players if p.deadline and seat in (None, p.seat)]
    _check(case.match.status == Status.ACTIVE and bool(own) and by > timedelta())
    _move_clocks(case, by, seat=seat)
    _tell(case, Verb.EXTEND, moved=by, seat=seat)


def take_time_back(case: Case, *, by: timedelta, seat: int | None = None) -> None:
    """Undo what was given to the turn that goes on, or to that of *seat*, by *by*.

    Never more than was given, and not so that the time has run out by it.
    """
    player = _running(case.players, seat)
    _check(case.match.status == Status.ACTIVE and timedelta() < by <= _given(case.match, player))
    _move_clocks(case, -by, seat=player.seat)
    assert player.deadline is not None
    _check(player.deadline > (case.match.frozen_at or case.now))
    _tell(case, Verb.TAKE_TIME, moved=-by, seat=player.seat)


def _given(match: Match, player: Player) -> timedelta:
    """Return how much more time moderators have given to the turn of *player* than taken back."""
    began = max([*Referee(match).times(), match.started_at or match.created_at])
    verbs = (Verb.EXTEND, Verb.RENEW, Verb.TAKE_TIME)
    rows = match.rulings.filter(verb__in=verbs, made_at__gte=began)
    own = (row.moved for row in rows if row.moved and row.seat in (None, player.seat))
    return sum(own, timedelta())


def renew(case: Case, *, seat: int | None = None) -> None:
    """Give the clock that runs, or that of *seat*, all it held when its turn began."""
    player = _running(case.players, seat)
    assert player.clock_started_at is not None
    until = case.match.frozen_at or case.now
    by = elapsed(player.clock_started_at, until, rest_of(case.match, player))
    _check(case.match.status == Status.ACTIVE and by > timedelta())
    _move_clocks(case, by, seat=player.seat)
    _tell(case, Verb.RENEW, moved=by, seat=player.seat)


def grant_grace(case: Case, *, by: timedelta, seat: int | None = None) -> None:
    """Let the turn that goes on, or that of *seat*, be answered *by* later than its clock says.

    The clock is charged as ever: whoever needs the grace has an empty clock afterwards.
    """
    player = _running(case.players, seat)
    _check(case.match.status == Status.ACTIVE and by > timedelta())
    _set_grace(case, player, player.grace + by)
    _tell(case, Verb.GRACE, moved=by, seat=player.seat)


def remove_grace(case: Case, *, seat: int | None = None) -> None:
    """Take the grace of that turn away; not where it alone keeps the match from being lost."""
    player = _running([p for p in case.players if p.grace], seat)
    grace = player.grace
    _set_grace(case, player, timedelta())
    assert player.deadline is not None
    _check(
        case.match.status == Status.ACTIVE and player.deadline > (case.match.frozen_at or case.now)
    )
    _tell(case, Verb.NO_GRACE, moved=grace, seat=player.seat)


def adjudicate(case: Case, *, winner: int | None) -> None:
    """End the match with a win of seat *winner*, or with a draw.

    Of a finished match that ended by no move (time, resignation, agreement), the result is
    replaced.
    """
    _check(winner is None or 0 <= winner < len(case.players))
    losers = {Seat(player.seat) for player in case.players if player.seat != winner}
    if case.match.status == Status.FINISHED:
        _check(Referee(case.match).conceded())
        _take_back(case, Referee(case.match).plies - 1)
        follow(Change(Kind.REOPENED, case.match, case.players, case.players, case.now))
    _check(case.match.status == Status.ACTIVE and not case.match.is_setting_up)
    write(case.match, Verb.ADJUDICATE, case.now, seat=winner, text=case.text)
    concede(case.match, case.players, losers, "adjudicated", now=case.now)
    _tell_players(case, Verb.ADJUDICATE)


def annul(case: Case) -> None:
    """Let the match count for nobody: cancel it, or void the result of one that is over."""
    if case.match.status == Status.ACTIVE:
        write(case.match, Verb.ANNUL, case.now, text=case.text)
        cancel_running(case.match, case.players, ended_how="annulled", now=case.now)
        _tell_players(case, Verb.ANNUL)
        return
    _check(case.match.status == Status.FINISHED and case.match.annulled_at is None)
    case.match.annulled_at = case.now
    case.match.save(update_fields=["annulled_at"])
    follow(Change(Kind.ANNULLED, case.match, case.players, case.players, case.now))
    _tell(case, Verb.ANNUL)


def restore(case: Case) -> None:
    """Let the result of a match that was annulled after its end count again."""
    _check(case.match.status == Status.FINISHED and case.match.annulled_at is not None)
    case.match.annulled_at = None
    case.match.save(update_fields=["annulled_at"])
    follow(Change(Kind.RESTORED, case.match, case.players, case.players, case.now))
    _tell(case, Verb.RESTORE)


def void_last(case: Case) -> None:
    """Take the last ply back, whoever made it, clocks included."""
    _check(case.match.status == Status.ACTIVE)
    rewind(case, ply=Referee(case.match).plies - 1)


def rewind(case: Case, *, ply: int) -> None:
    """Go back to how the match stood after *ply*, clocks included; not before play began."""
    _check(case.match.status == Status.ACTIVE and not case.match.is_setting_up and ply >= 0)
    write(case.match, Verb.REWIND, case.now, ply=ply, text=case.text)
    happened = taken_back(case.match, case.players, ply, now=case.now)
    follow(Change(Kind.REWOUND, case.match, case.players, case.players, case.now))
    settle(case.match, case.players, happened, movers=(), now=case.match.frozen_at or case.now)
    _tell_players(case, Verb.REWIND)


def replace(case: Case, *, seat: int, level: str) -> None:
    """Let the bot of *level* play on in *seat*, in the place of the person who sits there."""
    player = case.players[seat] if 0 <= seat < len(case.players) else None
    _check(case.match.status == Status.ACTIVE and level in meta_for(case.match.game).bot_levels)
    if player is None or player.user_id is None:
        raise CannotRule
    left = player.user_id
    _tell(case, Verb.REPLACE, seat=seat, user=player.user)
    player.user, player.bot = None, level
    player.stop_clock()
    case.match.pause_asked_by = case.match.pause_days = None
    case.match.drop_takeback()
    case.match.save(
        update_fields=["pause_asked_by", "pause_days", "takeback_asked_by", "takeback_refused"]
    )
    player.save()
    renew_deadline(case.match, case.players)
    if player.is_to_act:
        follow(Change(Kind.TURN, case.match, case.players, [player], case.now))
    live.recheck_sockets(left)
    live.announce_desk(left)


def reopen(case: Case) -> None:
    """Let a match go on that was ended wrongly.

    Not where its end has shown everybody what was hidden, and not after an end by a move.
    """
    referee = Referee(case.match)
    if case.match.status == Status.FINISHED:
        _check(referee.conceded() and not meta_for(case.match.game).hides_information)
        ply = referee.plies - 1
    else:
        _check(case.match.status == Status.ABORTED and case.match.started_at is not None)
        ply = referee.plies
    write(case.match, Verb.REOPEN, case.now, text=case.text)
    happened = _take_back(case, ply)
    follow(Change(Kind.REOPENED, case.match, case.players, case.players, case.now))
    settle(case.match, case.players, happened, movers=(), now=case.now)
    _tell_players(case, Verb.REOPEN)


def switch_talk(case: Case, *, is_open: bool) -> None:
    """Close the talk of the match in all its rooms, or open it again."""
    _check(case.match.started_at is not None and (case.match.silenced_at is not None) == is_open)
    case.match.silenced_at = None if is_open else case.now
    case.match.save(update_fields=["silenced_at"])
    _tell(case, Verb.OPEN_TALK if is_open else Verb.CLOSE_TALK)


def switch_public(case: Case, *, is_shown: bool) -> None:
    """Let nobody know of the match but its players and staff, or show it to everybody again."""
    _check(case.match.started_at is not None and (case.match.hidden_at is not None) == is_shown)
    case.match.hidden_at = None if is_shown else case.now
    case.match.save(update_fields=["hidden_at"])
    _tell(case, Verb.SHOW if is_shown else Verb.HIDE)
    live.recheck_onlookers(case.match.uid)


def disclose(case: Case) -> None:
    """Tell of a reveal that took place while the match went on, now that it is over."""
    _check(case.match.status in (Status.FINISHED, Status.ABORTED))
    _tell(case, Verb.REVEAL)


# What several of them need


def _check(holds: bool) -> None:
    if not holds:
        raise CannotRule


def _running(players: Sequence[Player], seat: int | None) -> Player:
    """Return the one player whose clock runs, of those or in *seat*. Raises CannotRule."""
    found = [p for p in players if p.deadline and p.clock_started_at and seat in (None, p.seat)]
    _check(len(found) == 1)
    return found[0]


def _set_grace(case: Case, player: Player, grace: timedelta) -> None:
    player.set_grace(grace)
    player.save(update_fields=["deadline", "grace"])
    renew_deadline(case.match, case.players)


def _take_back(case: Case, ply: int) -> Happened:
    """Make a match that is over one that goes on, as it stood after *ply*."""
    case.match.status, case.match.ended_at, case.match.ended_how = Status.ACTIVE, None, ""
    case.match.plies, case.match.annulled_at = 0, None
    case.match.rematch_offered_by, case.match.rematch_refusal = None, ""
    case.match.save()
    for player in case.players:
        player.result, player.seen_end_at, player.over_at = "", None, None
    return taken_back(case.match, case.players, ply, now=case.now)


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


def _move_clocks(case: Case, by: timedelta, *, seat: int | None = None) -> None:
    for player in case.players:
        if player.deadline and player.clock_started_at and seat in (None, player.seat):
            _move_clock(case.match, player, by)
    renew_deadline(case.match, case.players)


def _move_clock(match: Match, player: Player, by: timedelta) -> None:
    give(match, player, by)
    player.save(update_fields=["deadline", "clock_started_at"])


def renew_deadline(match: Match, players: Sequence[Player]) -> None:
    """Write the earliest deadline of *players* as that of the match."""
    match.deadline = min((player.deadline for player in players if player.deadline), default=None)
    match.save(update_fields=["deadline"])


def _tell(case: Case, verb: Verb, **about: Any) -> None:
    write(case.match, verb, case.now, text=case.text, **about)
    live.announce_match(case.match.uid, Referee(case.match).touch())
    _tell_players(case, verb)


def _tell_players(case: Case, verb: Verb) -> None:
    """The notice to both players."""
    follow(Change(Kind.RULED, case.match, case.players, case.players, case.now, verb))
    live.announce_desks(player.user_id for player in case.players)

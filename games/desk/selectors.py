"""A user's matches at a glance: what waits for them, what they wait for, what has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.match.referee import Referee
from games.match.rests import RunningClock, running_clock
from games.match.selectors import seats_of, seats_to_act
from games.match.status import Late, Status

if TYPE_CHECKING:
    from games.match.models import Match, Player

RECENT = timedelta(days=2)
"""How long a finished match the user has seen stays on the desk."""


@dataclass(frozen=True, slots=True)
class Other:
    """Who plays with or against the user."""

    seat: int
    name: str
    """The user's display name or a bot's level, or "" while the seat is empty."""
    is_bot: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One of a user's matches, as that user may see it."""

    uid: str
    game: str
    options: Mapping[str, str]
    """What of the terms the rules are told."""
    seat: int
    others: tuple[Other, ...]
    """Who sits in the other seats."""
    winners: tuple[int, ...]
    status: str
    is_to_act: bool
    is_setting_up: bool
    deadline: datetime | None
    """When the clock that is running runs out, whoever's it is."""
    clock: RunningClock | None
    """That clock, as it stands now."""
    time_control: str
    draw_offered: bool
    """Whether another side asks for a draw."""
    takeback_asked: bool
    """Whether another side asks to take a move back."""
    may_claim: bool
    """Whether another side's time has run out, so that the win can be claimed."""
    rematch_offered: bool
    result: str
    ended_how: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    plies: int
    """How many moves were made, once it is over."""
    is_new: bool
    """Whether it ended without the user having looked at the end."""
    secret: str
    """The invitation's secret, told to nobody but its maker; "" once it is taken."""
    view: JsonObject | None
    """The board as the user sees it, where a picture was asked for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A user's desk, each list in the order to be worked through."""

    to_move: tuple[MatchRow, ...]
    waiting: tuple[MatchRow, ...]
    offers: tuple[MatchRow, ...]
    finished: tuple[MatchRow, ...]


def desk_of(
    user_id: int, *, now: datetime, game: str = "", sort: str = "", pictures: int | None = None
) -> Desk:
    """The desk: my move by deadline, waiting, offers, finished since the last visit.

    Of a *game*, or "" for all; by *sort* the "newest" first, or by "opponent" or "game". No more
    than *pictures* of each list have a view to be drawn, if that is given.
    """
    wanted = seats_of(user_id).filter(_on_desk(now))
    seats = list(wanted.filter(match__game=game) if game else wanted)
    desk = _sorted([_row(mine, None, now) for mine in seats], _ORDERS.get(sort, _urgency))
    drawn = {row.uid for part in desk for row in part[:pictures]}
    views = _views([mine for mine in seats if mine.match.uid in drawn])
    by_uid = {mine.match.uid: views.get(mine.match_id) for mine in seats}
    parts = (tuple(replace(row, view=by_uid[row.uid]) for row in part) for part in desk)
    return Desk(*parts)


def _sorted(
    rows: Sequence[MatchRow], order: Callable[[MatchRow], Any]
) -> tuple[tuple[MatchRow, ...], ...]:
    """Those to move in, those that wait, those with an offer, those that have ended."""
    active = [row for row in rows if row.status == Status.ACTIVE]
    ended = [row for row in rows if row.status in (Status.FINISHED, Status.ABORTED)]
    return (
        tuple(sorted((row for row in active if row.is_to_act), key=order)),
        tuple(sorted((row for row in active if not row.is_to_act), key=order)),
        tuple(row for row in rows if row.status == Status.OPEN or asks(row)),
        tuple(sorted(ended, key=_lateness, reverse=True)),
    )


def boards_to_move(user_id: int) -> int:
    """How many boards wait for a move of this user."""
    return seats_to_act(user_id).count()


def past_matches(user_id: int, *, game: str = "", result: str = "") -> QuerySet[Player]:
    """The user's finished matches, newest first, by game and own result if given.

    A lazy query, to be cut into pages before `row_of` reads each.
    """
    mine = seats_of(user_id).filter(match__status=Status.FINISHED)
    if game:
        mine = mine.filter(match__game=game)
    if result:
        mine = mine.filter(result=result)
    return mine.order_by("-match__ended_at", "-pk")


@dataclass(frozen=True, slots=True)
class BoardNews:
    """How far one of a user's boards has come: enough to know whether to look again."""

    uid: str
    version: int
    """How often what the user sees of it has changed; 0 before it has begun."""
    status: str
    is_to_act: bool


def board_news(user_id: int, now: datetime) -> list[BoardNews]:
    """All boards on the user's desk, in a fixed order, in as many queries as a desk."""
    seats = list(seats_of(user_id).filter(_on_desk(now)))
    begun = [mine for mine in seats if mine.match.started_at]
    referees = Referee.for_each([mine.match for mine in begun])
    versions = {
        mine.match_id: referees[mine.match_id].version(Viewer.of(Seat(mine.seat))) for mine in begun
    }
    return [
        BoardNews(
            mine.match.uid,
            versions.get(mine.match_id, 0),
            mine.match.status,
            mine.is_to_act,
        )
        for mine in seats
    ]


def own_matches(
    user_id: int, *, state: str = "", game: str = "", after: str = "", is_upwards: bool = False
) -> QuerySet[Player] | None:
    """The user's matches of every state, newest first unless *is_upwards*; of a *state* and a
    *game* if given, and only those that follow the match called *after*.

    A lazy query, to be cut; None where there is no such match of the user's to follow.
    """
    mine = seats_of(user_id)
    mine = mine.filter(match__status=state) if state else mine
    mine = mine.filter(match__game=game) if game else mine
    if after:
        last = seats_of(user_id).filter(match__uid=after).first()
        if last is None:
            return None
        mine = mine.filter(pk__gt=last.pk) if is_upwards else mine.filter(pk__lt=last.pk)
    return mine.order_by("pk" if is_upwards else "-pk")


def rows_of(players: Iterable[Player], now: datetime, *, with_views: bool = True) -> list[MatchRow]:
    """Those seats' matches as their users may see them."""
    seats = list(players)
    views = _views(seats) if with_views else {}
    return [_row(mine, views.get(mine.match_id), now) for mine in seats]


def _on_desk(now: datetime) -> Q:
    ended = Q(match__status__in=[Status.FINISHED, Status.ABORTED])
    unseen = Q(seen_end_at__isnull=True, match__started_at__isnull=False)
    recent = Q(match__ended_at__gte=now - RECENT, match__started_at__isnull=False)
    return ~ended | (ended & (unseen | recent))


def _urgency(row: MatchRow) -> tuple[bool, float]:
    when = row.deadline or row.started_at or row.created_at
    return row.deadline is None, when.timestamp()


def _opponent(row: MatchRow) -> tuple[list[str], tuple[bool, float]]:
    return [other.name.casefold() for other in row.others], _urgency(row)


_ORDERS: dict[str, Callable[[MatchRow], Any]] = {
    "newest": lambda row: -(row.started_at or row.created_at).timestamp(),
    "opponent": _opponent,
    "game": lambda row: (row.game, _urgency(row)),
}


def _lateness(row: MatchRow) -> tuple[bool, float]:
    return row.is_new, (row.ended_at or row.created_at).timestamp()


def asks(row: MatchRow) -> bool:
    """Whether another side wants an answer."""
    return row.draw_offered or row.takeback_asked or row.rematch_offered or row.may_claim


def _row(mine: Player, view: JsonObject | None, now: datetime) -> MatchRow:
    match = mine.match
    players = list(match.players.all())
    others = [player for player in players if player.seat != mine.seat]
    seats = {other.seat for other in others}
    unseen = match.status in (Status.FINISHED, Status.ABORTED) and mine.seen_end_at is None
    return MatchRow(
        uid=match.uid,
        game=match.game,
        options=match.options,
        seat=mine.seat,
        others=tuple(_other(player) for player in others),
        winners=tuple(player.seat for player in players if player.result == "won"),
        status=match.status,
        is_to_act=mine.is_to_act,
        is_setting_up=match.is_setting_up,
        deadline=match.deadline,
        clock=_clock(match, players, now),
        time_control=match.time_control,
        draw_offered=match.draw_offered_by in seats,
        takeback_asked=match.takeback_asked_by in seats and not match.takeback_refused,
        may_claim=match.status == Status.ACTIVE and any(p.late == Late.CLAIM for p in others),
        rematch_offered=match.rematch_offered_by in seats and not hasattr(match, "rematch"),
        result=mine.result,
        ended_how=match.ended_how,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        plies=match.plies,
        is_new=unseen,
        secret=match.secret if match.status == Status.OPEN else "",
        view=view,
    )


def _clock(match: Match, players: Sequence[Player], now: datetime) -> RunningClock | None:
    """The clock that runs out first."""
    running = [clock for player in players if (clock := running_clock(match, player, now))]
    return min(running, key=attrgetter("deadline"), default=None)


def _other(player: Player) -> Other:
    name = player.user.name if player.user else player.bot
    return Other(player.seat, name, is_bot=bool(player.bot))


def _views(seats: Sequence[Player]) -> dict[int, JsonObject]:
    """What each of the seats sees of its match, by the match's key, once it has begun."""
    begun = [mine for mine in seats if mine.match.started_at]
    referees = Referee.for_each([mine.match for mine in begun])
    return {
        mine.match_id: referees[mine.match_id].view(Viewer.of(Seat(mine.seat))) for mine in begun
    }

"""A user's matches at a glance: what waits for them, what they wait for, what has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from accounts.common.names import name_key
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.match.names import name_for
from games.match.permissions import allowed, check_can_end
from games.match.referee import Referee
from games.match.rests import RunningClock, running_clock
from games.match.selectors import finished_seats, seats_against, seats_of, seats_to_act
from games.match.status import Late, Status
from queues.prepared import PreparedCount

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
class Seen:
    """The board of a match as the user sees it; empty where no picture was asked for."""

    view: JsonObject | None = None
    news: Sequence[tuple[str, JsonObject]] = ()
    """What the user has heard since their own last move, while the match is being played."""


UNSEEN = Seen()


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
    mark: str
    """The user's own, one of `Player.DeskMark`."""
    is_setting_up: bool
    deadline: datetime | None
    """When the clock that is running runs out, whoever's it is."""
    clock: RunningClock | None
    """That clock, as it stands now."""
    time_control: str
    event: str
    """What it belongs to, or ""."""
    draw_offered: bool
    """Whether another side asks for a draw."""
    takeback_asked: bool
    """Whether another side asks to take a move back."""
    may_claim: bool
    """Whether another side's time has run out, so that the win can be claimed."""
    may_end: bool
    """Whether the account of everybody else is closed, so that the match can be ended at once."""
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
    seen: Seen
    """The board, where a picture was asked for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A user's desk, each list in the order to be worked through."""

    to_move: tuple[MatchRow, ...]
    waiting: tuple[MatchRow, ...]
    offers: tuple[MatchRow, ...]
    finished: tuple[MatchRow, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a desk is wanted, and in which order."""

    game: str = ""
    mark: str = ""
    """Boards with this mark of the user's alone."""
    sort: str = ""
    """The "newest" first, or by "opponent" or "game"; else by the time that is left."""
    opponent: str = ""
    """The name of whom one plays against, in any spelling."""
    group: str = ""
    """What lists are parted by: "game", "event" or nothing."""


ALL = Wanted()


def desk_of(
    user_id: int, *, now: datetime, wanted: Wanted = ALL, pictures: int | None = None
) -> Desk:
    """The desk: my move by deadline, waiting, offers, finished since the last visit.

    Boards with a star come first, and those that are muted last. No more than *pictures* in all
    have a view to be drawn, if that is given, and of each list that has any at least two.
    """
    seats = list(_narrowed(seats_of(user_id).filter(_on_desk(now)), wanted))
    rows = [_row(mine, UNSEEN, now) for mine in seats]
    desk = _sorted(rows, _ORDERS.get(wanted.sort, _urgency), _GROUPS.get(wanted.group, _alike))
    drawn = {row.uid for row in _drawn(desk, pictures)}
    seen = _seen([mine for mine in seats if mine.match.uid in drawn])
    by_uid = {mine.match.uid: seen.get(mine.match_id, UNSEEN) for mine in seats}
    parts = (tuple(replace(row, seen=by_uid[row.uid]) for row in part) for part in desk)
    return Desk(*parts)


def _drawn(desk: Sequence[Sequence[MatchRow]], most: int | None) -> list[MatchRow]:
    """The rows whose boards are drawn, the first ones of each list. What asks for an answer stands
    in one list alone."""
    to_move, waiting, offers, finished = desk
    asking = {row.uid for row in offers}
    parts = [
        to_move,
        offers,
        *([row for row in part if row.uid not in asking] for part in (waiting, finished)),
    ]
    if most is None:
        return [row for part in parts for row in part]
    return [
        row
        for part, share in zip(parts, shares([*map(len, parts)], most), strict=True)
        for row in part[:share]
    ]


MOST_OF_A_LIST = 8
LEAST_OF_A_LIST = 2


def shares(sizes: Sequence[int], most: int) -> list[int]:
    """How many of lists of those *sizes* are taken, *most* in all: of the first ones up to eight,
    but of each that follows at least two are left.

    >>> shares([100, 0, 100, 10], 11)
    [7, 0, 2, 2]
    """
    found: list[int] = []
    for place, size in enumerate(sizes):
        kept = sum(min(LEAST_OF_A_LIST, later) for later in sizes[place + 1 :])
        found.append(max(0, min(size, MOST_OF_A_LIST, most - sum(found) - kept)))
    return found


def _narrowed(seats: QuerySet[Player], wanted: Wanted) -> QuerySet[Player]:
    if wanted.game:
        seats = seats.filter(match__game=wanted.game)
    if wanted.opponent:
        seats = seats_against(seats, name_key(wanted.opponent))
    return seats.filter(desk_mark=wanted.mark) if wanted.mark else seats


def _sorted(
    rows: Sequence[MatchRow],
    order: Callable[[MatchRow], Any],
    group: Callable[[MatchRow], Any],
) -> tuple[tuple[MatchRow, ...], ...]:
    """Those to move in, those that wait, those with an offer, those that have ended."""
    active = [row for row in rows if row.status == Status.ACTIVE]
    ended = [row for row in rows if row.status in (Status.FINISHED, Status.ABORTED)]

    def placed(row: MatchRow) -> tuple[Any, int, Any]:
        return group(row), _PLACES.get(row.mark, 1), order(row)

    return (
        tuple(sorted((row for row in active if row.is_to_act), key=placed)),
        tuple(sorted((row for row in active if not row.is_to_act), key=placed)),
        tuple(sorted((row for row in rows if row.status == Status.OPEN or asks(row)), key=group)),
        tuple(sorted(sorted(ended, key=_lateness, reverse=True), key=group)),
    )


def boards_to_move(user_id: int) -> int:
    """How many boards wait for a move of this user."""
    return _to_move(user_id)


_to_move = PreparedCount(lambda user_id: seats_to_act(user_id).count(), int)


def past_matches(user_id: int, *, game: str = "", result: str = "") -> QuerySet[Player]:
    """The user's finished matches, newest first, by game and own result if given.

    A lazy query, to be cut into pages before `row_of` reads each.
    """
    mine = finished_seats(user_id)
    if game:
        mine = mine.filter(match__game=game)
    return mine.filter(result=result) if result else mine


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
    seen = _seen(seats) if with_views else {}
    return [_row(mine, seen.get(mine.match_id, UNSEEN), now) for mine in seats]


def _on_desk(now: datetime) -> Q:
    begun = Q(match__started_at__isnull=False)
    unseen = begun & Q(over_at__isnull=False, seen_end_at__isnull=True)
    recent = begun & Q(over_at__gte=now - RECENT)
    return Q(over_at__isnull=True) | unseen | recent


def _urgency(row: MatchRow) -> tuple[bool, float]:
    when = row.deadline or row.started_at or row.created_at
    return row.deadline is None, when.timestamp()


def _opponent(row: MatchRow) -> tuple[list[str], tuple[bool, float]]:
    return [other.name.casefold() for other in row.others], _urgency(row)


_PLACES = {"star": 0, "mute": 2}
"""Where boards with a mark stand; all others stand between them."""

_ORDERS: dict[str, Callable[[MatchRow], Any]] = {
    "newest": lambda row: -(row.started_at or row.created_at).timestamp(),
    "opponent": _opponent,
    "game": lambda row: (row.game, _urgency(row)),
}


def _alike(row: MatchRow) -> int:
    return 0


_GROUPS: dict[str, Callable[[MatchRow], Any]] = {
    "game": lambda row: row.game,
    "event": lambda row: (not row.event, row.event),  # matches of none come last
}


def _lateness(row: MatchRow) -> tuple[bool, float]:
    return row.is_new, (row.ended_at or row.created_at).timestamp()


def asks(row: MatchRow) -> bool:
    """Whether another side wants an answer."""
    asked = row.draw_offered or row.takeback_asked or row.rematch_offered
    return asked or row.may_claim or row.may_end


def _row(mine: Player, seen: Seen, now: datetime) -> MatchRow:
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
        others=tuple(_other(match, player, mine.user_id) for player in others),
        winners=tuple(player.seat for player in players if player.result == "won"),
        status=match.status,
        is_to_act=mine.is_to_act,
        mark=mine.desk_mark,
        is_setting_up=match.is_setting_up,
        deadline=match.deadline,
        clock=_clock(match, players, now),
        time_control=match.time_control,
        event=match.event,
        draw_offered=match.draw_offered_by in seats,
        takeback_asked=match.takeback_asked_by in seats and not match.takeback_refused,
        may_claim=match.status == Status.ACTIVE and any(p.late == Late.CLAIM for p in others),
        may_end=allowed(check_can_end, match, mine, players),
        rematch_offered=match.rematch_offered_by in seats and not hasattr(match, "rematch"),
        result=mine.result,
        ended_how=match.ended_how,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
        plies=match.plies,
        is_new=unseen,
        secret=match.secret if match.status == Status.OPEN else "",
        seen=seen,
    )


def _clock(match: Match, players: Sequence[Player], now: datetime) -> RunningClock | None:
    """The clock that runs out first."""
    running = [clock for player in players if (clock := running_clock(match, player, now))]
    return min(running, key=attrgetter("deadline"), default=None)


def _other(match: Match, player: Player, reader_id: int | None) -> Other:
    return Other(player.seat, name_for(match, player, reader_id), is_bot=bool(player.bot))


def _seen(seats: Sequence[Player]) -> dict[int, Seen]:
    """What each of the seats sees of its match, by the match's key, once it has begun."""
    begun = [mine for mine in seats if mine.match.started_at]
    referees = Referee.for_each([mine.match for mine in begun], lately=True)
    return {mine.match_id: _seen_from(mine, referees[mine.match_id]) for mine in begun}


def _seen_from(mine: Player, referee: Referee) -> Seen:
    seat, match = Seat(mine.seat), mine.match
    is_played = match.status == Status.ACTIVE and not match.is_setting_up
    return Seen(referee.view(Viewer.of(seat)), referee.news_since_own(seat) if is_played else ())

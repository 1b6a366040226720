"""A user's matches at a glance: what waits for them, what they wait for, what has ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat, Viewer
from games.common.filling import filled
from games.desk.places import ALL, Place, Wanted, lists_of, on_desk, places_of
from games.match.changes.permissions import allowed, check_can_end
from games.match.clocks.timeoff import RunningClock, running_clock
from games.match.reading.names import name_for
from games.match.reading.selectors import (
    finished_seats,
    players_with_matches,
    seats_of,
    seats_to_act,
)
from games.match.referee import Referee
from games.match.status import Late, Status
from queues.prepared import PreparedCount

if TYPE_CHECKING:
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody who plays with or against the user."""

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

COMPACT_ROWS = 50
"""Matches on a page of a desk without boards."""


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
    boards: int
    """How many boards wait for the user's move, those left out among them."""
    questions: int
    """How many offers of others want an answer."""
    left_out: int
    """How many matches are in none of the lists, as no more were asked for."""
    page: Page[str] | None = None
    """Which part of all of them the lists have, where a page was asked for."""


def desk_of(
    user_id: int,
    *,
    now: datetime,
    wanted: Wanted = ALL,
    most: int | None = None,
    page: str | None = None,
) -> Desk:
    """The desk: my move by deadline, waiting, offers, finished since the last visit.

    If *most* is given, no more than so many have a view to be drawn, of each list that has any at
    least two, and of running and finished matches there are no others. If a *page* is, by its
    number, it has that part of all lists, without views.
    """
    places = places_of(user_id, now, wanted)
    rows = _rows_at(places, now) if wanted.sort == "opponent" else {}
    names = {uid: [other.name.casefold() for other in row.others] for uid, row in rows.items()}
    lists = lists_of(places, wanted, names)
    part = None if page is None else Paginator(lists.uids(), COMPACT_ROWS).get_page(page)
    drawn = lists.drawn(most) if part is None else frozenset[str]()
    shown = lists.only(drawn) if part is None else lists.paged(frozenset(part.object_list))
    rows = _rows_at(shown.places.values(), now, views=drawn)

    def at(places: Sequence[Place]) -> tuple[MatchRow, ...]:
        return tuple(rows[place.uid] for place in places)

    return Desk(
        to_move=at(shown.to_move),
        waiting=at(shown.waiting),
        offers=at(shown.offers),
        finished=at(shown.finished),
        boards=len(lists.to_move),
        questions=sum(place.asks for place in lists.offers),
        left_out=0 if part else len(lists.places) - len(shown.places),
        page=part,
    )


def _rows_at(
    places: Iterable[Place], now: datetime, *, views: Collection[str] = ()
) -> dict[str, MatchRow]:
    """The matches at *places*, by uid, with what the user sees of *views*."""
    keys = {place.key: place.match_key for place in places}
    found: dict[int, list[Player]] = {}
    for player in players_with_matches(keys.values()):
        found.setdefault(player.match_id, []).append(player)
    pairs = [(one, players) for players in found.values() for one in players if one.pk in keys]
    seen = _seen([mine for mine, _players in pairs if mine.match.uid in views])
    return {
        mine.match.uid: _row(mine, players, seen.get(mine.match_id, UNSEEN), now)
        for mine, players in pairs
    }


def boards_to_move(user_id: int) -> int:
    """Return how many boards wait for a move of this user."""
    return _to_move(user_id)


_to_move = PreparedCount(lambda user_id: seats_to_act(user_id).order_by().values("pk"), int)


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
    """The progress of one of a user's boards: enough to know whether to look again."""

    uid: str
    version: int
    """How often what the user sees of it has changed; 0 before it has begun."""
    status: str
    is_to_act: bool


def board_news(user_id: int, now: datetime) -> list[BoardNews]:
    """All boards on the user's desk, in a fixed order, in as many queries as a desk."""
    seats = list(seats_of(user_id).filter(on_desk(now)))
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
) -> QuerySet[Player]:
    """The user's matches of every state, newest first unless *is_upwards*; of a *state* and a
    *game* if given, and only those that follow the match called *after*: none where it is not one
    of the user's.

    A lazy query, to be cut.
    """
    mine = seats_of(user_id)
    mine = mine.filter(match__status=state) if state else mine
    mine = mine.filter(match__game=game) if game else mine
    if after:
        last = seats_of(user_id).filter(match__uid=after).first()
        if last is None:
            return mine.none()
        mine = mine.filter(pk__gt=last.pk) if is_upwards else mine.filter(pk__lt=last.pk)
    return mine.order_by("pk" if is_upwards else "-pk")


def rows_of(players: Iterable[Player], now: datetime, *, with_views: bool = True) -> list[MatchRow]:
    """Those seats' matches as their users may see them."""
    seats = list(players)
    seen = _seen(seats) if with_views else {}
    return [
        _row(mine, list(mine.match.players.all()), seen.get(mine.match_id, UNSEEN), now)
        for mine in seats
    ]


def _row(mine: Player, players: Sequence[Player], seen: Seen, now: datetime) -> MatchRow:
    match = mine.match
    others = [player for player in players if player.seat != mine.seat]
    seats = {other.seat for other in others}
    unseen = match.status in (Status.FINISHED, Status.ABORTED) and mine.seen_end_at is None
    return filled(
        MatchRow,
        match,
        mine,
        others=tuple(_other(match, player, mine.user_id) for player in others),
        winners=tuple(player.seat for player in players if player.result == "won"),
        mark=mine.desk_mark,
        clock=_clock(match, players, now),
        draw_offered=match.draw_offered_by in seats,
        takeback_asked=match.takeback_asked_by in seats and not match.takeback_refused,
        may_claim=match.status == Status.ACTIVE and any(p.late == Late.CLAIM for p in others),
        may_end=allowed(check_can_end, match, mine, players),
        rematch_offered=match.rematch_offered_by in seats and not hasattr(match, "rematch"),
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

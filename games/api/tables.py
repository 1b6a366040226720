"""Tournaments, leagues and ladders as programs are told of them: what their pages are made of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from games.api.shapes import Schema
from games.boards.names import game_name
from games.common.filling import filled
from games.match.presenters.clocktext import terms_sentence
from games.tournaments.presenters.files import as_json
from games.tournaments.presenters.pages import shown_name

if TYPE_CHECKING:
    from games.ladders.models import Rung
    from games.leagues.models import League, Season
    from games.tournaments.models import Tournament
    from games.tournaments.selectors import Standings

S = TypeVar("S", bound="TournamentRowOut")


class TournamentRowOut(Schema):
    """A round robin, or a division of a league."""

    uid: str
    name: str
    game: str
    game_name: str
    options: dict[str, str]
    time_control: str
    terms: str
    rated: bool
    state: str
    size: int
    entered: int
    """How many are in it and have not left."""
    low: int | None
    high: int | None
    by_link: bool
    """Whether it can only be entered by its link."""
    takes_bots: bool
    created_at: datetime
    starts_at: datetime | None
    began_at: datetime | None
    ends_at: datetime | None
    ended_at: datetime | None


class TournamentListOut(Schema):
    tournaments: list[TournamentRowOut]
    next: int | None
    """What to send as `page` for the rows that follow; null at the end."""


class TableLineOut(Schema):
    """A line of the table, best first."""

    number: int | None
    """In the order of the pairings, from 0; null before it has begun."""
    name: str
    bot: bool
    withdrawn: bool
    place: int | None
    """Shared by equals; null outside of the standings."""
    points: float
    wins: int
    sonneborn_berger: float
    finished: int


class PairingOut(Schema):
    """Two who meet, by their numbers."""

    first: int | None
    """Who has the first seat."""
    second: int | None
    result: str | None
    """`first`, `second`, `draw` or `void`; null while it is open."""
    forfeit: bool
    match: str | None


class TournamentOut(TournamentRowOut):
    double: bool
    """Whether each pair meets twice."""
    table: list[TableLineOut]
    pairings: list[PairingOut]


class LeagueOut(Schema):
    """A league with one of its seasons: the one asked for, or else the last."""

    game: str
    game_name: str
    enrolled: int
    next_start: datetime
    season: int | None
    """Null before the first."""
    starts_at: datetime | None
    ends_at: datetime | None
    ended_at: datetime | None
    divisions: list[str]
    """Each a tournament, by its uid, the first at the top."""


class RungOut(Schema):
    place: int
    name: str


class LadderOut(Schema):
    """A ladder, or a part of it."""

    game: str
    game_name: str
    rungs: list[RungOut]


def row_json(tournament: Tournament, entered: int) -> TournamentRowOut:
    """A tournament in a list, in which so many are."""
    return _row(TournamentRowOut, tournament, entered)


def tournament_json(standings: Standings) -> TournamentOut:
    """A tournament with its table."""
    table = as_json(standings)
    entered = sum(entry.withdrawn_at is None for entry in standings.entries)
    return _row(
        TournamentOut,
        standings.tournament,
        entered,
        double=standings.tournament.is_double,
        table=table["table"],
        pairings=table["pairings"],
    )


def _row(shape: type[S], one: Tournament, entered: int, **more: object) -> S:
    return filled(
        shape,
        one,
        name=shown_name(one),
        game_name=game_name(one.game),
        terms=terms_sentence(one.time_control),
        entered=entered,
        by_link=bool(one.link),
        **more,
    )


def league_json(
    league: League,
    season: Season | None,
    divisions: Sequence[Tournament],
    *,
    enrolled: int,
    next_start: datetime,
) -> LeagueOut:
    """A league as its page shows it."""
    return LeagueOut(
        game=league.game,
        game_name=game_name(league.game),
        enrolled=enrolled,
        next_start=next_start,
        season=season.number if season else None,
        starts_at=season.starts_at if season else None,
        ends_at=season.ends_at if season else None,
        ended_at=season.ended_at if season else None,
        divisions=[one.uid for one in divisions],
    )


def ladder_json(game: str, rungs: Sequence[Rung]) -> LadderOut:
    """A ladder as its page shows it."""
    return LadderOut(
        game=game,
        game_name=game_name(game),
        rungs=[RungOut(place=rung.place, name=rung.user.name) for rung in rungs],
    )

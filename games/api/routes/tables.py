"""Tournaments, leagues and ladders: their lists and tables, and taking part in tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from engines.catalogue import duels
from games.api import tables as out
from games.api.authorization import door, owner_of
from games.api.problems import Problem
from games.api.shapes import Schema
from games.ladders import selectors as ladders
from games.leagues import selectors as leagues
from games.leagues.services.seasons import next_start
from games.tournaments import selectors as tournaments
from games.tournaments.services import entering, withdrawing

router = Router(tags=["Events"])
MOST_RUNGS = 100


class TournamentAnswerIn(Schema):
    do: Literal["enter", "leave", "withdraw"]
    """`leave` before it has begun, `withdraw` after that."""
    link: Annotated[str, Field(max_length=40)] = ""
    """The last part of the link, of one that is entered by it."""


@router.get(
    "/tournaments",
    url_name="tournaments",
    summary="Tournaments",
    **door(Scope.READ, out.TournamentListOut),
)
def listed(
    request: HttpRequest,
    state: Literal["open", "running", "over", "mine"] = "open",
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> out.TournamentListOut:
    """The tournaments that are open for entries, in progress or over, or those of your own, with
    divisions of leagues; newest first, twenty a page."""
    found = tournaments.listed(which=state, user_id=owner_of(request).pk)
    rows = Paginator(found, tournaments.PAGE)
    if page > rows.num_pages:
        return out.TournamentListOut(tournaments=[], next=None)
    shown = rows.page(page)
    return out.TournamentListOut(
        tournaments=[out.row_json(one, one.entered) for one in shown],
        next=page + 1 if shown.has_next() else None,
    )


@router.get(
    "/tournaments/{slug:event}",
    url_name="tournament",
    summary="A tournament and its table",
    **door(None, out.TournamentOut),
)
def tournament(request: HttpRequest, event: str) -> out.TournamentOut:
    """The table, best first, and all pairings."""
    return _tournament(event)


@router.post(
    "/tournaments/{slug:event}",
    url_name="tournament",
    summary="Enter or leave a tournament",
    **door(Scope.SEEK, out.TournamentOut, bucket="write", as_a_page="other"),
)
def answer(request: HttpRequest, event: str, body: TournamentAnswerIn) -> out.TournamentOut:
    """Take a place, give it up, or withdraw for good."""
    user, now = owner_of(request), timezone.now()
    if body.do == "enter":
        entering.enter(uid=event, user=user, link=body.link, now=now)
    elif body.do == "leave":
        entering.leave_before(uid=event, user=user)
    else:
        withdrawing.withdraw(uid=event, user=user, now=now)
    return _tournament(event)


def _tournament(uid: str) -> out.TournamentOut:
    found = tournaments.tournament_called(uid)
    if found is None:
        raise Problem(404, "not-found")
    return out.tournament_json(tournaments.standings_of(found))


@router.get(
    "/leagues/{slug:slug}", url_name="league", summary="A league", **door(None, out.LeagueOut)
)
def league(
    request: HttpRequest, slug: str, season: Annotated[int | None, Query(ge=1, le=9999)] = None
) -> out.LeagueOut:
    """The league of a game: who is enrolled, and the divisions of a season."""
    found = leagues.league_at(slug)
    if found is None or found.club:
        raise Problem(404, "not-found")
    last = leagues.last_season(found) if found.pk else None
    shown = leagues.season_of(found, season) if last and season else last
    if season and shown is None:
        raise Problem(404, "not-found")
    return out.league_json(
        found,
        shown,
        leagues.divisions_of(found, shown) if shown else [],
        enrolled=found.enrolments.count() if found.pk else 0,
        next_start=next_start(last, timezone.now()),
    )


@router.get(
    "/ladders/{slug:slug}", url_name="ladder", summary="A ladder", **door(None, out.LadderOut)
)
def ladder(
    request: HttpRequest, slug: str, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> out.LadderOut:
    """The ladder of a game below place `after`, at most a hundred, from the top."""
    if slug not in duels():
        raise Problem(404, "not-found")
    found = ladders.ladder_of(slug)
    rungs = [*ladders.rungs_of(found).filter(place__gt=after)[:MOST_RUNGS]] if found else []
    return out.ladder_json(slug, rungs)

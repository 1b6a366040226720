"""People, as anybody may know them, and what one keeps about them."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.guardians.meeting import may_see
from accounts.models import User
from accounts.sign_in.tokens import Scope
from engines.catalogue import GAMES
from games.api import profiles
from games.api.authorization import door, owner_of
from games.api.presenters import leader_json
from games.api.problems import Problem
from games.api.schemas import LeadersOut
from games.api.shapes import Schema
from games.match.reading.selectors import past_seats
from games.people import services
from games.people.selectors import history_of, past_matches_of, people_like, person_called
from games.ratings.pools import Pool
from games.ratings.selectors import leaders

router = Router(tags=["People"])
MOST_ROWS = 100


@router.get("/people", url_name="people", summary="Find people", **door(None, profiles.NamesOut))
def people(
    request: HttpRequest, q: Annotated[str, Query(min_length=1, max_length=100)]
) -> profiles.NamesOut:
    """The first twenty whose names begin so, in any spelling, by name."""
    found = [one for one in people_like(q) if not one.is_guest]
    return profiles.NamesOut(people=profiles.names_json(found))


@router.get(
    "/people/{name}", url_name="person", summary="A person", **door(None, profiles.PersonOut)
)
def person(request: HttpRequest, name: str) -> profiles.PersonOut:
    """The name as it is written, ratings, what was won, and how reliably turns are answered."""
    user = owner_of(request)
    return profiles.person_json(called(name, user), user)


class HistoryIn(Schema):
    game: Annotated[str, Field(max_length=20)] = ""
    opponent: Annotated[str, Field(max_length=100)] = ""
    result: Literal["", "won", "lost", "drawn"] = ""
    rated: Literal["", "yes", "no"] = ""


@router.get(
    "/people/{name}/matches",
    url_name="history",
    summary="Finished matches of a person",
    **door(None, profiles.HistoryOut),
)
def history(
    request: HttpRequest,
    name: str,
    wanted: Query[HistoryIn],
    after: Annotated[str, Query(max_length=20)] = "",
    limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = 20,
) -> profiles.HistoryOut:
    """Their finished public matches, newest first; `after` is the `next` of the list before."""
    found = called(name, owner_of(request))
    past = past_seats(history_of(found.pk, **wanted.dict()), before=after, most=limit)
    return profiles.history_json(past, past_matches_of(past.seats))


@router.get(
    "/ties", url_name="ties", summary="Whom I follow", **door(Scope.PEOPLE, profiles.AllTiesOut)
)
def ties(request: HttpRequest) -> profiles.AllTiesOut:
    """Whom you follow, and whom you have blocked in any way, by name."""
    return profiles.all_ties_json(owner_of(request))


@router.get(
    "/people/{name}/ties",
    url_name="person-ties",
    summary="A person and I",
    **door(Scope.PEOPLE, profiles.TiesOut),
)
def person_ties(request: HttpRequest, name: str) -> profiles.TiesOut:
    """Your follow and block of somebody, your note on them, and your results against each
    other."""
    user = owner_of(request)
    found = called(name, user)
    if found.pk == user.pk:
        raise services.NotOneself
    return profiles.ties_json(user, found)


class TiesIn(Schema):
    do: Literal["follow", "unfollow", "block", "note"]
    kinds: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=10)] | None = None
    """Of a block, which must name them: exactly what is blocked from now on; an empty list lifts
    every block."""
    text: Annotated[str, Field(max_length=8000)] = ""
    """Of a note, at most 4000 characters; an empty one is dropped."""


@router.post(
    "/people/{name}/ties",
    url_name="person-ties",
    summary="Follow, block or note",
    **door(Scope.PEOPLE, profiles.TiesOut, bucket="write", as_a_page="other"),
)
def set_ties(request: HttpRequest, name: str, body: TiesIn) -> profiles.TiesOut:
    """Follow somebody or stop, block dealings both ways, or keep a note for yourself. They are not
    told of any of it."""
    user = owner_of(request)
    found = called(name, user)
    match body.do:
        case "block":
            if body.kinds is None:
                raise Problem(422, "unreadable")
            services.block_person(user=user, person=found, kinds=body.kinds)
        case "note":
            services.note_person(user=user, person=found, text=body.text)
        case _:
            services.follow_person(user=user, person=found, wanted=body.do == "follow")
    return profiles.ties_json(user, found)


def called(name: str, viewer: User) -> User:
    """The person of that name. Raises Problem where there is none for the viewer."""
    found = person_called(name)
    if found is None or found.is_guest or not may_see(viewer, found):
        raise Problem(404, "not-found")
    return found


@router.get(
    "/ratings/{slug:slug}",
    url_name="ratings",
    summary="A leaderboard",
    **door(None, LeadersOut),
)
def ratings(
    request: HttpRequest,
    slug: str,
    pace: Literal["slow", "live"] = "slow",
    versus: Literal["people", "bots", "robots"] = "people",
) -> LeadersOut:
    """The strongest of a game at a pace: people, people against house bots, or, as
    `robots`, bot accounts."""
    if slug not in {meta.slug for meta in GAMES}:
        raise Problem(404, "not-found")
    found = leaders(Pool(slug, pace, versus), timezone.now())
    return LeadersOut(leaders=[*map(leader_json, found)])

"""People as programs are told of them: what their pages are made of."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.common.names import is_marked
from accounts.models import User
from accounts.sanctions.rights import Verb, can, is_closed
from games.api.presenters import rating_json
from games.api.schemas import OtherOut, RatingOut
from games.api.shapes import Schema
from games.common.filling import filled
from games.ladders.selectors import standings_on
from games.match.reading.selectors import bots_beaten
from games.people.selectors import (
    PastMatch,
    away_of,
    blocked_people,
    followed_people,
    head_to_head,
    ties_of,
)
from games.ratings.selectors import NEVER_ASKED, ratings_of, reliability_of
from games.tournaments.presenters.pages import profile_trophies

if TYPE_CHECKING:
    from games.match.reading.selectors import PastSeats


class NameOut(Schema):
    """Somebody in a list."""

    name: str
    is_bot_account: bool


class NamesOut(Schema):
    people: list[NameOut]


class BeatenOut(Schema):
    """A house bot that was beaten lately."""

    game: str
    level: str


class StandingOut(Schema):
    """A place on a ladder."""

    game: str
    place: int


class TrophyOut(Schema):
    """A tournament that was won."""

    tournament: str
    name: str
    game_name: str
    ended_at: datetime


class PersonOut(Schema):
    """The public facts of a person."""

    name: str
    is_bot_account: bool
    """Whether a program plays from it."""
    is_here: bool
    """Whether the account can play: it is not suspended or closed."""
    is_closed: bool
    joined: date
    is_away: bool
    """Whether they are on vacation."""
    away_until: datetime | None
    """The end of it; null where it is no business of yours: you do not play each other."""
    ratings: list[RatingOut]
    turns_asked: int
    turns_answered: int
    median_seconds: int | None
    """How long a turn of theirs usually takes; null where too few are known."""
    beaten: list[BeatenOut]
    ladders: list[StandingOut]
    trophies: list[TrophyOut]


class PastMatchOut(Schema):
    """A finished match of somebody."""

    uid: str
    game: str
    options: dict[str, str]
    seat: int
    """Theirs."""
    players: list[OtherOut]
    """By seat."""
    winners: list[int]
    result: str
    ended_how: str
    rated: bool
    ended_at: datetime
    plies: int


class HistoryOut(Schema):
    matches: list[PastMatchOut]
    next: str | None
    """What to send as `after` for those before; null at the end."""


class TiesOut(Schema):
    """Your follow, block and note on somebody, and your results against each other."""

    follows: bool
    """Whether you follow them."""
    blocks: list[str]
    """What you have blocked: `pairing`, `challenge`, `talk`, `watch`. They are not told."""
    note: str
    """Your private note."""
    won: int
    """Your matches against them."""
    drawn: int
    lost: int


class AllTiesOut(Schema):
    followed: list[NameOut]
    blocked: list[NameOut]


def person_json(person: User, viewer: User) -> PersonOut:
    """Somebody, as the viewer may know them."""
    now = timezone.now()
    turns = reliability_of([person.pk]).get(person.pk, NEVER_ASKED)
    return filled(
        PersonOut,
        turns,
        away_of(person, viewer.pk, now),
        name=person.name,
        is_bot_account=person.is_program,
        is_here=can(person, Verb.PLAY, now),
        is_closed=is_closed(person),
        joined=timezone.localdate(person.date_joined),
        ratings=[rating_json(facts) for facts in ratings_of([person.pk], now).values()],
        turns_asked=turns.asked,
        turns_answered=turns.answered,
        beaten=[BeatenOut(game=game, level=level) for game, level in bots_beaten(person.pk)],
        ladders=[filled(StandingOut, rung.ladder, rung) for rung in standings_on(person.pk)],
        trophies=[filled(TrophyOut, trophy) for trophy in profile_trophies(person.pk)],
    )


def history_json(past: PastSeats, matches: Iterable[PastMatch]) -> HistoryOut:
    """Finished matches of somebody, as anybody may know them."""
    return HistoryOut(matches=[*map(_past, matches)], next=past.older or None)


def _past(match: PastMatch) -> PastMatchOut:
    players = [
        OtherOut(seat=seat, name=name, is_bot=is_bot or is_marked(name))
        for seat, (name, is_bot) in enumerate(match.players)
    ]
    return filled(PastMatchOut, match, players=players)


def names_json(people: Iterable[User]) -> list[NameOut]:
    """People in a list."""
    return [filled(NameOut, one, is_bot_account=one.is_program) for one in people]


def ties_json(user: User, person: User) -> TiesOut:
    """Return what *user* keeps about the person."""
    ties = ties_of(user.pk, person.pk)
    return filled(TiesOut, ties, head_to_head(user.pk, person.pk), blocks=sorted(ties.blocks))


def all_ties_json(user: User) -> AllTiesOut:
    """Whom the user follows, and whom the user has blocked in any way."""
    return AllTiesOut(
        followed=names_json(followed_people(user.pk)), blocked=names_json(blocked_people(user.pk))
    )

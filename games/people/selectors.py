"""Who is kept apart from whom, who follows whom, and who is called what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.common import names
from accounts.models import User
from accounts.sanctions.rights import Verb, able, can
from games.common.filling import filled
from games.match.clocks.vacations import away_until
from games.match.reading.selectors import (
    finished_seats,
    know_they_play,
    seats_against,
    seats_of,
)
from games.match.reading.visibility import listed, shown
from games.match.status import Status
from games.people.models import Block, Follow, PersonNote
from queues.prepared import PreparedRows

if TYPE_CHECKING:
    from games.match.models import Player

Kind = Block.Kind
FOUND = 20
"""How many people a search shows."""


@dataclass(frozen=True, slots=True)
class Ties:
    """The follow, block and note of one user on another."""

    follows: bool
    blocks: frozenset[str]
    """The kinds of dealings blocked by this user."""
    note: str


def kept_apart(user_id: int, kind: str) -> frozenset[int]:
    """Everybody with whom the user is to have no dealings of *kind*, whoever blocked whom."""
    return frozenset(other for pair in _blocks(user_id, kind) for other in pair if other != user_id)


_blocks = PreparedRows(
    lambda user_id, kind: Block.objects.filter(
        Q(user_id=user_id) | Q(person_id=user_id), kind=kind
    ).values_list("user_id", "person_id"),
    int,
    str,
)


def pairs_apart(user_ids: Collection[int], kind: str) -> frozenset[tuple[int, int]]:
    """Return the pairs among these users who are to have no dealings of *kind*, in both orders."""
    rows = Block.objects.filter(user_id__in=user_ids, person_id__in=user_ids, kind=kind)
    pairs = set(rows.values_list("user_id", "person_id"))
    return frozenset(pairs | {(person, user) for user, person in pairs})


def pairs_following(user_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return who among these users follows whom: pairs of follower and followed."""
    rows = Follow.objects.filter(user_id__in=user_ids, person_id__in=user_ids)
    return frozenset(rows.values_list("user_id", "person_id"))


def are_apart(one: int, other: int, kind: str) -> bool:
    """Return whether either of the two has blocked the other's dealings of *kind*."""
    either = Q(user_id=one, person_id=other) | Q(user_id=other, person_id=one)
    return Block.objects.filter(either, kind=kind).exists()


def apart_from(user_id: int, others: Collection[int], kind: str) -> frozenset[int]:
    """Return those of the others with whom the user is to have no dealings of *kind*."""
    either = Q(user_id=user_id, person_id__in=others) | Q(user_id__in=others, person_id=user_id)
    pairs = Block.objects.filter(either, kind=kind).values_list("user", "person")
    return frozenset(key for pair in pairs for key in pair if key != user_id)


def is_apart_from_any(user_id: int, others: Collection[int], kind: str) -> bool:
    """Return whether the user is to have no dealings of *kind* with one of the others."""
    either = Q(user_id=user_id, person_id__in=others) | Q(user_id__in=others, person_id=user_id)
    return bool(others) and Block.objects.filter(either, kind=kind).exists()


def unwatched(user_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return the pairs among these users who do not watch each other, in both orders."""
    return pairs_apart(user_ids, Kind.WATCH)


def has_blocked(user_id: int, person_id: int, kind: str) -> bool:
    """Return whether the user has blocked the person's dealings of *kind*."""
    return Block.objects.filter(user_id=user_id, person_id=person_id, kind=kind).exists()


def is_following(user_id: int, person_id: int) -> bool:
    """Return whether the user follows the person."""
    return Follow.objects.filter(user_id=user_id, person_id=person_id).exists()


def followed_ids(user_id: int) -> frozenset[int]:
    """Return whom the user follows."""
    return frozenset(Follow.objects.filter(user_id=user_id).values_list("person_id", flat=True))


def follower_ids(user_id: int) -> frozenset[int]:
    """Return who follows the user."""
    return frozenset(Follow.objects.filter(person_id=user_id).values_list("user_id", flat=True))


def followed_people(user_id: int) -> QuerySet[User]:
    """Return whom the user follows, by name; whoever is closed or suspended left out."""
    here = able(Verb.PLAY, timezone.now())
    return User.objects.filter(here, followed_by__user_id=user_id).order_by("name_key")


def blocked_people(user_id: int) -> QuerySet[User]:
    """Return whom the user has blocked in any way, by name."""
    return User.objects.filter(blocked_by__user_id=user_id).distinct().order_by("name_key")


def ties_of(user_id: int, person_id: int) -> Ties:
    """Return what the user keeps about the person."""
    mine = {"user_id": user_id, "person_id": person_id}
    note = PersonNote.objects.filter(**mine).values_list("text", flat=True).first()
    blocks = Block.objects.filter(**mine).values_list("kind", flat=True)
    return Ties(is_following(user_id, person_id), frozenset(blocks), note or "")


class Away(NamedTuple):
    """The vacation of somebody, if they are on one."""

    is_away: bool
    away_until: datetime | None
    """The end of it, which is told to opponents alone."""


def away_of(person: User, viewer_id: int | None, now: datetime) -> Away:
    """Return whether the person is away, as far as it is the viewer's business; who cannot play
    anyway is not."""
    until = away_until([person.pk], now).get(person.pk)
    if until is None or not can(person, Verb.PLAY, now):
        return Away(is_away=False, away_until=None)
    knows = viewer_id is not None and (
        viewer_id == person.pk or know_they_play(viewer_id, person.pk)
    )
    return Away(is_away=True, away_until=until if knows else None)


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match of somebody, as anybody may know it."""

    uid: str
    game: str
    options: Mapping[str, str]
    seat: int
    players: tuple[tuple[str, bool], ...]
    """By seat, the name of a user or the level of a bot, and whether it is a bot."""
    winners: tuple[int, ...]
    result: str
    ended_how: str
    rated: bool
    ended_at: datetime
    plies: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results of one user against another."""

    won: int
    drawn: int
    lost: int


def history_of(
    person_id: int, *, game: str = "", opponent: str = "", result: str = "", rated: str = ""
) -> QuerySet[Player]:
    """Return the person's seats in finished matches, newest first: lazy, to be cut and read.

    A match of a child is in the history of children alone.
    """
    apart = Q(user__guardian__isnull=False) | ~Q(match__players__user__guardian__isnull=False)
    seats = finished_seats(person_id).filter(shown("match__"), apart)
    if game:
        seats = seats.filter(match__game=game)
    if result:
        seats = seats.filter(result=result)
    if rated:
        seats = seats.filter(match__rated=rated == "yes")
    if opponent:
        key = names.name_key(opponent[: 4 * names.MAX_LENGTH].replace("\x00", ""))
        seats = seats_against(seats, key)
    return seats


def open_history_of(person_id: int) -> QuerySet[Player]:
    """Return those of `history_of` in matches that anybody could watch under the players' names
    while they ran."""
    return history_of(person_id).filter(listed("match__"))


def past_matches_of(seats: Iterable[Player]) -> list[PastMatch]:
    """Return what anybody may know of these seats' finished matches."""
    return [_past(mine) for mine in seats]


def _past(mine: Player) -> PastMatch:
    match = mine.match
    players = list(match.players.all())
    assert match.ended_at is not None
    return filled(
        PastMatch,
        match,
        mine,
        players=tuple((p.user.name if p.user else p.bot, bool(p.bot)) for p in players),
        winners=tuple(p.seat for p in players if p.result == "won"),
    )


def head_to_head(user_id: int, person_id: int) -> HeadToHead:
    """Return how the user has done against the person in finished matches."""
    seats = seats_of(user_id).filter(
        match__status=Status.FINISHED, match__players__user_id=person_id
    )
    counts = seats.order_by().values("result").annotate(count=Count("pk"))
    found = {row["result"]: row["count"] for row in counts}
    return HeadToHead(found.get("won", 0), found.get("drawn", 0), found.get("lost", 0))


def person_called(name: str) -> User | None:
    """Return the person of that name in any spelling, unless the account is closed; or the bot
    account that had it before."""
    if "\x00" in name or len(name) > names.MAX_LENGTH * 4:
        return None
    keys = [names.name_key(name), names.name_key(names.marked(name.strip()))]
    found = {user.name_key: user for user in User.objects.filter(name_key__in=keys, is_active=True)}
    return next((found[key] for key in keys if key in found), None)


def people_like(text: str) -> list[User]:
    """Return the people whose names begin with *text*, in any spelling; the first `FOUND` by name.

    Whoever is closed or suspended is left out, and so are children.
    """
    key = names.name_key(text)
    if not key or "\x00" in text or len(text) > names.MAX_LENGTH * 4:
        return []
    here = able(Verb.PLAY, timezone.now())
    people = User.objects.filter(here, name_key__startswith=key, guardian=None)
    return list(people.order_by("name_key")[:FOUND])

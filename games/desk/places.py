"""Where a user's matches stand on the desk.

It is read of all of them, and so of each no more than that takes: the rows to be shown are few.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q

from accounts.common.names import name_key
from games.match.reading.selectors import own_seats, seats_against, with_questions
from games.match.status import Status
from queues.prepared import PreparedRows

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.match.models import Player

RECENT = timedelta(days=2)
"""How long a finished match the user has seen stays on the desk."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The part of a desk that is wanted, and its order."""

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


class Place(NamedTuple):
    """One of a user's seats, as it is read: what tells where it stands."""

    key: int
    match_key: int
    seat: int
    is_to_act: bool
    mark: str
    seen_end_at: datetime | None
    uid: str
    game: str
    event: str
    status: str
    deadline: datetime | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    draw_offered_by: int | None
    takeback_asked_by: int | None
    takeback_refused: bool
    rematch_offered_by: int | None
    rematch: int | None
    may_claim: bool
    may_end: bool

    @property
    def asks(self) -> bool:
        """True if another side wants an answer."""
        asked_by = (
            self.draw_offered_by,
            None if self.takeback_refused else self.takeback_asked_by,
            self.rematch_offered_by if self.rematch is None else None,
        )
        is_asked = any(seat not in (None, self.seat) for seat in asked_by)
        return is_asked or self.may_claim or self.may_end


_FIELDS = (
    *("pk", "match_id", "seat", "is_to_act", "desk_mark", "seen_end_at"),
    *("match__uid", "match__game", "match__event", "match__status", "match__deadline"),
    *("match__created_at", "match__started_at", "match__ended_at", "match__draw_offered_by"),
    *("match__takeback_asked_by", "match__takeback_refused", "match__rematch_offered_by"),
    *("match__rematch", "may_claim", "may_end"),
)


def places_of(user_id: int, now: datetime, wanted: Wanted) -> list[Place]:
    """Those of the user's seats that are on the desk and *wanted*, in the order they were taken."""
    since = now - RECENT
    if not (wanted.game or wanted.opponent or wanted.mark):
        rows = _all_places(user_id, since)
    else:
        rows = [*_rows(_narrowed(_seats(user_id, since), wanted))]
    return [Place(*values) for values in rows]


def on_desk(now: datetime) -> Q:
    """Return the condition for what is running, has ended unseen, or has ended lately."""
    return _on_desk_since(now - RECENT)


def _on_desk_since(since: datetime) -> Q:
    begun = Q(match__started_at__isnull=False)
    unseen = begun & Q(over_at__isnull=False, seen_end_at__isnull=True)
    recent = begun & Q(over_at__gte=since)
    return Q(over_at__isnull=True) | unseen | recent


def _seats(user_id: int, since: datetime) -> QuerySet[Player]:
    return own_seats(user_id).filter(_on_desk_since(since))


def _rows(seats: QuerySet[Player]) -> QuerySet[Player, Any]:
    return with_questions(seats).order_by("pk").values_list(*_FIELDS)


_all_places = PreparedRows(lambda user_id, since: _rows(_seats(user_id, since)), int, datetime)


def _narrowed(seats: QuerySet[Player], wanted: Wanted) -> QuerySet[Player]:
    if wanted.game:
        seats = seats.filter(match__game=wanted.game)
    if wanted.opponent:
        seats = seats_against(seats, name_key(wanted.opponent))
    return seats.filter(desk_mark=wanted.mark) if wanted.mark else seats


@dataclass(frozen=True, slots=True)
class Lists:
    """The four lists of a desk. What asks for an answer stands with the offers, and besides with
    the boards to move in, where it is one."""

    to_move: Sequence[Place]
    waiting: Sequence[Place]
    offers: Sequence[Place]
    finished: Sequence[Place]

    def drawn(self, most: int | None) -> frozenset[str]:
        """The uids of what has its board drawn: the first ones of each list, *most* in all."""
        parts = [self.to_move, self.offers, self.waiting, self.finished]
        sizes = [*map(len, parts)]
        taken = sizes if most is None else shares(sizes, most)
        return frozenset(
            place.uid for part, share in zip(parts, taken, strict=True) for place in part[:share]
        )

    def only(self, uids: frozenset[str]) -> Lists:
        """The same with no others; offers stay."""
        return replace(self.paged(uids), offers=self.offers)

    def uids(self) -> list[str]:
        """All of them, one list after the other as they stand on a desk."""
        parts = (self.to_move, self.offers, self.waiting, self.finished)
        return [place.uid for part in parts for place in part]

    def paged(self, uids: Container[str]) -> Lists:
        """The same with no others, offers neither."""
        parts = (self.to_move, self.waiting, self.offers, self.finished)
        return Lists(*([place for place in part if place.uid in uids] for part in parts))

    @property
    def places(self) -> dict[str, Place]:
        """All of them, by uid."""
        parts = (self.to_move, self.waiting, self.offers, self.finished)
        return {place.uid: place for part in parts for place in part}


MOST_OF_A_LIST = 8
LEAST_OF_A_LIST = 2


def shares(sizes: Sequence[int], most: int) -> list[int]:
    """Return how many to take of lists of those *sizes*, *most* in all: up to eight of each, the
    first lists first, but at least two are left for each that follows.

    >>> shares([100, 0, 100, 10], 11)
    [7, 0, 2, 2]
    """
    found: list[int] = []
    for place, size in enumerate(sizes):
        kept = sum(min(LEAST_OF_A_LIST, later) for later in sizes[place + 1 :])
        found.append(max(0, min(size, MOST_OF_A_LIST, most - sum(found) - kept)))
    return found


def lists_of(
    places: Iterable[Place], wanted: Wanted, opponents: Mapping[str, Sequence[str]]
) -> Lists:
    """*places* in the order that is *wanted*. Boards with a star come first, those that are muted
    last. *opponents* are names by uid, where it goes by them."""
    group = _GROUPS.get(wanted.group, _alike)
    orders = _ORDERS | {"opponent": lambda place: (opponents[place.uid], _urgency(place))}
    order = orders.get(wanted.sort, _urgency)

    def placed(place: Place) -> tuple[Any, int, Any]:
        return group(place), _PLACES.get(place.mark, 1), order(place)

    found = list(places)
    active = [place for place in found if place.status == Status.ACTIVE]
    ended = [place for place in found if place.status in (Status.FINISHED, Status.ABORTED)]
    return Lists(
        to_move=sorted((place for place in active if place.is_to_act), key=placed),
        waiting=sorted((p for p in active if not (p.is_to_act or p.asks)), key=placed),
        offers=sorted((p for p in found if p.status == Status.OPEN or p.asks), key=group),
        finished=sorted(
            sorted((place for place in ended if not place.asks), key=_lateness, reverse=True),
            key=group,
        ),
    )


def _urgency(place: Place) -> tuple[bool, float]:
    when = place.deadline or place.started_at or place.created_at
    return place.deadline is None, when.timestamp()


_PLACES = {"star": 0, "mute": 2}
"""Where boards with a mark stand; all others stand between them."""

_ORDERS: dict[str, Callable[[Place], Any]] = {
    "newest": lambda place: -(place.started_at or place.created_at).timestamp(),
    "game": lambda place: (place.game, _urgency(place)),
}


def _alike(place: Place) -> int:
    return 0


_GROUPS: dict[str, Callable[[Place], Any]] = {
    "game": lambda place: place.game,
    "event": lambda place: (not place.event, place.event),  # matches of none come last
}


def _lateness(place: Place) -> tuple[bool, float]:
    return place.seen_end_at is None, (place.ended_at or place.created_at).timestamp()

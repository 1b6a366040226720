"""Running matches that anybody may look at: between people, or between the site's own bots.

What a person plays against a bot is practice, and in no list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import prefetch_related_objects

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.match.reading.selectors import public_matches, seating
from games.match.reading.visibility import watched
from games.match.referee import Referee
from games.ratings.selectors import strongest_ids
from queues.prepared import Prepared

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match


PAGE = 12
LAST_PAGE = 40
STRONGEST = 50
"""How many of the strongest of each pool are looked for."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The holder of a seat in a match one can watch."""

    name: str
    """The user's display name, or a bot's level."""
    is_bot: bool


@dataclass(frozen=True, slots=True)
class WatchedBoard:
    """A match under way, as an onlooker sees it."""

    uid: str
    game: str
    seats: tuple[Seated, ...]
    rated: bool
    view: JsonObject


@dataclass(frozen=True, slots=True)
class Watchable:
    """The players of a match, without a board."""

    uid: str
    game: str
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """A page of them."""

    boards: tuple[WatchedBoard, ...]
    has_more: bool


def watched_boards(user: Visitor, *, game: str, sort: str, number: int) -> WatchedPage:
    """Page *number*, from 1, of what *user* may watch: of a *game*, or "" for all of them.

    By *sort* the newest first, those of the "strongest", or those whose time "ends" soonest.
    """
    running = public_matches(game)
    if sort == "strongest":
        running = seating(running, strongest_ids(game, STRONGEST))
    elif sort == "ends":
        running = running.exclude(deadline=None).order_by("deadline", "-pk")
    else:
        running = running.order_by("-pk")
    start = (number - 1) * PAGE
    is_first = not (game or sort or start)
    found = _newest() if is_first else list(running[start : start + PAGE + 1])
    prefetch_related_objects(found, "players__user")
    seen = watched(found[:PAGE], user)
    referees = Referee.for_each(seen)
    boards = tuple(_board(match, referees[match.pk]) for match in seen)
    return WatchedPage(boards, has_more=len(found) > PAGE and number < LAST_PAGE)


_newest: Prepared[Match] = Prepared(lambda: public_matches("").order_by("-pk")[: PAGE + 1])


def match_to_watch(user: Visitor) -> Watchable | None:
    """The newest match between people that *user* may watch and does not play in, of a page of
    them."""
    newest = _newest()[:PAGE]
    prefetch_related_objects(newest, "players__user")
    for match in watched(newest, user):
        people = {player.user_id for player in match.players.all()}
        if not people & {None, user.pk}:
            return Watchable(match.uid, match.game, _seats(match))
    return None


def _board(match: Match, referee: Referee) -> WatchedBoard:
    return WatchedBoard(
        uid=match.uid,
        game=match.game,
        seats=_seats(match),
        rated=match.rated,
        view=referee.view(BYSTANDER),
    )


def _seats(match: Match) -> tuple[Seated, ...]:
    return tuple(
        Seated(player.user.name if player.user else player.bot, bool(player.bot))
        for player in match.players.all()
    )

"""Who may know of a match, watch it and hear its talk: `KNOW` and `WATCH` say it, by what the match
is and what its reader is to it.

Every page, list, socket, picture, record, API route and moderation page asks here. A match that a
reader may not see does not exist for them. How many plies onlookers see it behind is said by
`Eyes.horizon` of the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property

from django.db.models import Q

from accounts.common.visitors import Visitor
from accounts.models import User
from games.match.models import Match, Player
from games.match.onlookers import ANONYMOUS, BY_LINK, CLOSED, DAY, is_closed
from games.match.reading.names import keeps_names
from games.match.reading.viewers import seat_of
from games.match.status import Status


class State(Enum):
    """The states that decide who may see a match; of several the first counts."""

    HIDDEN = auto()
    """A moderator has hidden it."""
    CLOSED = auto()
    """It runs, and its terms keep onlookers away."""
    OF_TODAY = auto()
    """It is a finished match of a day that is not over."""
    RUNNING = auto()
    OVER = auto()


def state_of(match: Match) -> State:
    """Return what decides who may see *match*."""
    if match.hidden_at is not None:
        return State.HIDDEN
    if is_closed(match):
        return State.OF_TODAY if match.status == Status.FINISHED else State.CLOSED
    return State.RUNNING if match.status == Status.ACTIVE else State.OVER


NoSuchMatch = Match.DoesNotExist
"""Raised where no match has the id asked for, or none that the reader may know of."""

Pairs = Collection[tuple[int, int]]
Apart = Callable[[Collection[int]], Pairs]
"""The pairs among some users who do not watch each other, in both orders."""

Ended = Callable[[Collection[Match], int], Collection[int]]
"""Those of some matches of a day, by key, whose day a user has played to the end."""


def _nobody_has_ended(matches: Collection[Match], user_id: int) -> Collection[int]:
    return ()


def _nobody_is_apart(user_ids: Collection[int]) -> Pairs:
    return ()


_apart: Apart = _nobody_is_apart
_ended: Ended = _nobody_has_ended


def install(apart: Apart, ended: Ended) -> None:
    """Let *apart* say who does not watch whom, and *ended* who has played a day; at the start."""
    global _apart, _ended
    _apart, _ended = apart, ended


class Reader:
    """Somebody who wants to see some matches, and what they may be to each.

    What is asked of the database is asked once for all matches, and only where it decides.
    """

    def __init__(
        self, user: Visitor, matches: Sequence[Match], players: Sequence[Player] | None = None
    ) -> None:
        """*players* are those of the only match, where they have been read."""
        self._user, self._matches = user, matches
        self._players = {} if players is None else {matches[0].pk: players}

    def anybody(self, match: Match) -> bool:
        """Everybody is."""
        return True

    def visitor(self, match: Match) -> bool:
        """Return whether they have not signed in."""
        return not self._user.is_authenticated

    def player(self, match: Match) -> bool:
        """Return whether they sit in the match."""
        return seat_of(self._user, self._seats(match)) is not None

    def staff(self, match: Match) -> bool:
        """Return whether they work on reports."""
        return sees_hidden(self._user)

    def not_apart(self, match: Match) -> bool:
        """Return whether no block keeps them apart from a player."""
        return self.kept_from.isdisjoint(self._people(match))

    def has_ended(self, match: Match) -> bool:
        """Return whether they have ended their own match of the same day."""
        return self._user.is_authenticated and match.pk in self._played

    def _seats(self, match: Match) -> Sequence[Player]:
        if match.pk not in self._players:
            self._players[match.pk] = list(match.players.all())
        return self._players[match.pk]

    def _people(self, match: Match) -> set[int]:
        return {one.user_id for one in self._seats(match) if one.user_id is not None}

    @cached_property
    def kept_from(self) -> set[int]:
        """Those whom a block keeps them apart from, among the players of running matches."""
        running = [match for match in self._matches if state_of(match) == State.RUNNING]
        own = self._user.pk or 0
        users = {own}.union(*map(self._people, running))
        return {other for one, other in _apart(users) if one == own}

    @cached_property
    def _played(self) -> Collection[int]:
        of_today = [match for match in self._matches if state_of(match) == State.OF_TODAY]
        return _ended(of_today, self._user.pk or 0)


Roles = Sequence[Callable[[Reader, Match], bool]]

WATCH: Mapping[State, Roles] = {
    State.HIDDEN: (Reader.player, Reader.staff),
    State.CLOSED: (Reader.player, Reader.staff),
    State.OF_TODAY: (Reader.player, Reader.staff, Reader.has_ended),
    State.RUNNING: (Reader.visitor, Reader.player, Reader.not_apart),
    State.OVER: (Reader.anybody,),
}
"""Who may look at the board."""

KNOW: Mapping[State, Roles] = dict.fromkeys(State, (Reader.anybody,)) | {
    State.HIDDEN: (Reader.staff, Reader.player)
}
"""Who may know that there is such a match."""


def _may(table: Mapping[State, Roles], reader: Reader, match: Match) -> bool:
    return any(has_role(reader, match) for has_role in table[state_of(match)])


def may_know(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Return whether *user* may know that there is such a match."""
    return _may(KNOW, Reader(user, [match], players), match)


def may_watch(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Return whether *user* may look at the board of *match*, with whatever eyes."""
    return _may(WATCH, Reader(user, [match], players), match)


def watched(matches: Sequence[Match], user: Visitor) -> list[Match]:
    """Return those of *matches*, read with their players, that *user* may look at: `may_watch` of
    each, in two queries at most for all."""
    reader = Reader(user, matches)
    if user.is_authenticated:
        reader.kept_from  # noqa: B018 -- a statement more would tell that there is a match to hide
    return [match for match in matches if _may(WATCH, reader, match)]


def may_read_talk(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Return whether *user* may hear and join the talk of *match*, in the rooms that are theirs.

    Who may not look at the board hears nothing of it; and where no two people play, nobody talks.
    """
    seated = list(match.players.all()) if players is None else players
    return has_talk(match, [player.user_id for player in seated]) and may_watch(match, user, seated)


def has_talk(match: Match, user_ids: Collection[int | None]) -> bool:
    """Return whether there is talk around *match*: two people sit in it, or did before a bot took
    over.

    Who do not know each other do not talk: it would tell whom of them somebody has blocked.
    """
    return not keeps_names(match) and _had_two(match, user_ids)


def _had_two(match: Match, user_ids: Collection[int | None]) -> bool:
    return sum(user_id is not None for user_id in user_ids) > 1 or match.was_refilled


def check_known(match: Match, user: Visitor) -> None:
    """Raises NoSuchMatch unless `may_know`."""
    if not may_know(match, user):
        raise NoSuchMatch


def check_watched(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> None:
    """Raises NoSuchMatch unless `may_watch`."""
    if not may_watch(match, user, players):
        raise NoSuchMatch


def sees_hidden(user: Visitor) -> bool:
    """Return whether *user* is one of the staff who work on reports, from whom no match is
    hidden."""
    return isinstance(user, User) and user.has_perm("moderation.work_reports")


def shown(prefix: str = "", *, of_days: bool = False) -> Q:
    """Return the matches that lists, counts and charts may tell everybody of: those that nobody has
    hidden, and whose players have not kept them to whoever has the link.

    Those of a day stand in tables of theirs alone (*of_days*). Rows of other slices name their
    match by *prefix*.
    """
    kept = (BY_LINK,) if of_days else (BY_LINK, DAY)
    return Q(**{f"{prefix}hidden_at": None}) & ~Q(**{f"{prefix}onlookers__in": kept})


def shown_uid(match: Match | None) -> str:
    """Return the id by which tables, whose results stand whatever becomes of a match, name it to
    everybody; "" for one that they may not tell of."""
    if match is None or match.hidden_at is not None or match.onlookers == BY_LINK:
        return ""
    return match.uid


def listed(prefix: str = "") -> Q:
    """Return the matches that anybody may find, with who plays them, and watch from the beginning;
    rows of other slices name their match by *prefix*."""
    return shown(prefix) & ~Q(**{f"{prefix}onlookers__in": (CLOSED, ANONYMOUS)})


def out_of_sight(onlookers: Collection[tuple[str, int | None]]) -> set[tuple[str, int | None]]:
    """Return the onlookers, as match and user, who may not watch that match any more, in three
    queries.

    Staff who see what is hidden are among them: their page looks again, and stays.
    """
    uids = {uid for uid, _user in onlookers}
    rows = list(Match.objects.filter(uid__in=uids))
    states = {match.uid: state_of(match) for match in rows}
    running = {uid for uid, state in states.items() if state == State.RUNNING}
    shut = {uid for uid, state in states.items() if state not in (State.RUNNING, State.OVER)}
    people: dict[str, set[int]] = {}
    seats = Player.objects.filter(match__uid__in=running, user__isnull=False)
    for uid, user_id in seats.values_list("match__uid", "user_id"):
        people.setdefault(uid, set()).add(user_id)
    users = {user for _uid, user in onlookers if user is not None}
    apart = set(_apart(users.union(*people.values()))) if users else set()
    return {
        (uid, user)
        for uid, user in onlookers
        if uid in shut or any((user, other) in apart for other in people.get(uid, ()))
    }

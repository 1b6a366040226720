"""Who may know of a match, watch it, and hear what is said around it: every page, list, socket,
picture, record and moderation page asks here. Whether somebody may is `may_know`, `may_watch` and
`may_read_talk`; who may no longer, `out_of_sight`; which rows lists show, `shown` and `listed`,
and what tables name, `shown_uid`.

Whoever plays in a match knows, watches and hears it. From all others moderators may have hidden it;
and while it runs, nobody watches it who keeps apart from one of its players, or whom one of them
keeps apart, nor, where its terms close it to onlookers, anybody else. What is over, anybody may
look at, but the match of a day: until that is over, only who has ended their own. For whoever may
not, there is no such match. How far onlookers see is the referee's business (`Eyes.horizon`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.models import User
from games.match.models import Match, Player
from games.match.names import keeps_names
from games.match.onlookers import ANONYMOUS, BY_LINK, CLOSED, DAY, is_closed, is_of_today
from games.match.status import Status
from games.match.viewers import seat_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

    Visitor = AbstractBaseUser | AnonymousUser

NoSuchMatch = Match.DoesNotExist
"""Raised where no match has the id asked for, or none that the reader may know of."""

Pairs = Collection[tuple[int, int]]
Apart = Callable[[Collection[int]], Pairs]
"""The pairs among some users who do not watch each other, in both orders."""


Ended = Callable[[Collection[Match], int], Collection[int]]
"""Which of some matches of a day a user may look at, whose own match of that day is over: their
keys."""


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


def may_know(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Whether *user* may know that there is such a match."""
    if match.hidden_at is None or sees_hidden(user):
        return True
    return seat_of(user, match.players.all() if players is None else players) is not None


def may_watch(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Whether *user* may look at the board of *match*, with whatever eyes."""
    is_open = match.hidden_at is None and not is_closed(match)
    if is_open and (match.status != Status.ACTIVE or not user.is_authenticated):
        return True
    seated = list(match.players.all()) if players is None else players
    if seat_of(user, seated) is not None:
        return True
    if not is_open:
        return sees_hidden(user) or bool(_ended_by(user, [match]))
    return not _keeps_apart(user, seated)


def may_read_talk(match: Match, user: Visitor, players: Sequence[Player] | None = None) -> bool:
    """Whether *user* may hear and join the talk of *match*, in the rooms that are theirs.

    Who may not look at the board hears nothing of it; and where no two people play, nobody talks.
    """
    seated = list(match.players.all()) if players is None else players
    return has_talk(match, [player.user_id for player in seated]) and may_watch(match, user, seated)


def has_talk(match: Match, user_ids: Collection[int | None]) -> bool:
    """Whether there is talk around *match*: two people sit in it, or did before a bot took over.

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


def watched(matches: Sequence[Match], user: Visitor) -> list[Match]:
    """Those of *matches*, which have their players, that *user* may look at: `may_watch` of each,
    in one query for all."""
    played = _ended_by(user, matches)
    found = [
        match
        for match in matches
        if (match.hidden_at is None and not is_closed(match))
        or match.pk in played
        or sees_hidden(user)
    ]
    if not user.is_authenticated:
        return found
    people = {match.pk: {p.user_id for p in match.players.all() if p.user_id} for match in found}
    pairs = set(_apart({user.pk or 0, *(one for seats in people.values() for one in seats)}))
    return [
        match
        for match in found
        if user.pk in people[match.pk]
        or not any((user.pk, one) in pairs for one in people[match.pk])
    ]


def sees_hidden(user: Visitor) -> bool:
    """Whether *user* is one of the staff who work on reports, from whom no match is hidden."""
    return isinstance(user, User) and user.has_perm("moderation.work_reports")


def shown(prefix: str = "", *, of_days: bool = False) -> Q:
    """The matches that lists, counts and charts may tell everybody of: those that nobody has
    hidden, and whose players have not kept them to whoever has the link.

    Those of a day stand in tables of theirs alone (*of_days*). Rows of other slices name their
    match by *prefix*.
    """
    kept = (BY_LINK,) if of_days else (BY_LINK, DAY)
    return Q(**{f"{prefix}hidden_at": None}) & ~Q(**{f"{prefix}onlookers__in": kept})


def shown_uid(match: Match | None) -> str:
    """The id by which tables, whose results stand whatever becomes of a match, name it to
    everybody; "" for one that they may not tell of."""
    if match is None or match.hidden_at is not None or match.onlookers == BY_LINK:
        return ""
    return match.uid


def listed() -> Q:
    """The running matches that anybody may find and watch."""
    return shown() & ~Q(onlookers__in=(CLOSED, ANONYMOUS))


def out_of_sight(onlookers: Collection[tuple[str, int | None]]) -> set[tuple[str, int | None]]:
    """Which onlookers, as match and user, may not watch that match any more, in three queries.

    Staff who see what is hidden are among them: their page looks again, and stays.
    """
    uids = {uid for uid, _user in onlookers}
    rows = list(Match.objects.filter(uid__in=uids))
    hidden = {match.uid for match in rows if match.hidden_at is not None or is_closed(match)}
    running = {match.uid for match in rows if match.status == Status.ACTIVE}
    people: dict[str, set[int]] = {}
    seats = Player.objects.filter(match__uid__in=running, user__isnull=False)
    for uid, user_id in seats.values_list("match__uid", "user_id"):
        people.setdefault(uid, set()).add(user_id)
    users = {user for _uid, user in onlookers if user is not None}
    apart = set(_apart(users.union(*people.values()))) if users else set()
    return {
        (uid, user)
        for uid, user in onlookers
        if uid in hidden or any((user, other) in apart for other in people.get(uid, ()))
    }


def _ended_by(user: Visitor, matches: Sequence[Match]) -> Collection[int]:
    """Those of *matches*, by key, that are of a day and over, as is the user's own of that day."""
    over = [
        match
        for match in matches
        if is_of_today(match) and match.status == Status.FINISHED and match.hidden_at is None
    ]
    return _ended(over, user.pk) if over and user.is_authenticated else ()


def _keeps_apart(user: Visitor, players: Sequence[Player]) -> bool:
    people = [player.user_id for player in players if player.user_id is not None]
    pairs = {(user.pk, other) for other in people}
    return bool(people) and not pairs.isdisjoint(_apart([user.pk or 0, *people]))

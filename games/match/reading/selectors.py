"""Matches and their seats by their public rows, for whatever surrounds a match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)
from django.db.models.expressions import Combinable
from django.utils import timezone

from accounts.common.visitors import Visitor
from accounts.models import User
from accounts.sanctions.rights import CLOSED
from games.match.clocks import controls
from games.match.clocks.timeoff import RunningClock, running_clock
from games.match.models import Commitments, Credit, HouseHealth, Match, Player, Ruling
from games.match.onlookers import ANONYMOUS
from games.match.reading.visibility import NoSuchMatch, listed, may_watch, shown, watched
from games.match.status import Late, Status
from queues.prepared import Prepared, PreparedAmong, PreparedRows


@dataclass(frozen=True, slots=True)
class RulingFacts:
    """One action of a moderator, as the match page tells it."""

    verb: str
    made_at: datetime
    text: str
    """What the players were told; "" for everybody else."""
    seat: int | None
    ply: int | None
    moved: timedelta | None


def rulings_of(match: Match, *, seated: bool) -> tuple[RulingFacts, ...]:
    """Return the actions of moderators on *match*, oldest first; their words only for its
    players."""
    if not match.was_ruled:
        return ()  # as most matches, without asking the database
    return tuple(
        RulingFacts(row.verb, row.made_at, row.text if seated else "", row.seat, row.ply, row.moved)
        for row in Ruling.objects.filter(match=match)
    )


def match_by_uid(uid: str) -> Match:
    """Return the match of that public id; raises NoSuchMatch."""
    found = Match.objects.filter(uid=uid).first()
    if found is None:
        raise NoSuchMatch
    return found


def match_by_secret(secret: str) -> Match:
    """The match whose invitation link has that secret; raises NoSuchMatch."""
    return Match.objects.get(secret=secret)


def begun_match(
    uid: str, user: Visitor, may: Callable[[Match, Visitor], bool] = may_watch
) -> Match:
    """Return the match of that public id, if its first turn has begun and *user* *may*: watch it,
    unless something else is asked.

    Raises NoSuchMatch.
    """
    match = Match.objects.exclude(started_at=None).get(uid=uid)
    if not may(match, user):
        raise NoSuchMatch
    return match


def clock_of_user(match: Match, user_id: int, now: datetime) -> RunningClock | None:
    """Return the clock of the seat in which that user sits, if it runs."""
    player = next((one for one in match.players.all() if one.user_id == user_id), None)
    return running_clock(match, player, now) if player else None


def all_matches() -> QuerySet[Match]:
    """Return every match, oldest first."""
    return Match.objects.order_by("pk")


def matches_of(user_id: int) -> QuerySet[Match]:
    """Return the matches in which the user sits."""
    return Match.objects.of_user(user_id)


def count_finished(user_id: int) -> int:
    """Return how many matches the user has played to their end."""
    over = Player.objects.filter(user_id=user_id, over_at__isnull=False)
    return over.filter(match__status=Status.FINISHED).count()


def count_running(user_id: int) -> int:
    """Return how many matches of the user are in progress."""
    at_play = Player.objects.filter(user_id=user_id, over_at__isnull=True)
    return at_play.filter(match__status=Status.ACTIVE).count()


def sits_with_others(user_id: int, match: str) -> Q:
    """Return whether the user and another person sit in the match that a row names by *match*."""
    seats = Player.objects.filter(match=OuterRef(match))
    others = seats.exclude(user=None).exclude(user_id=user_id)
    return Q(Exists(seats.filter(user_id=user_id))) & Q(Exists(others))


BEATEN_AMONG = 500
"""Among so many of one's last wins the bots are looked for that one has beaten."""


def given_up_early(since: datetime, plies: int, most: int) -> list[Match]:
    """The last matches of events that somebody has given up before so many plies, newest first."""
    rows = Match.objects.filter(
        status=Status.FINISHED, ended_how="resignation", ended_at__gt=since, annulled_at=None
    )
    early = rows.exclude(event="").filter(plies__lt=plies)
    return list(early.order_by("-ended_at").prefetch_related("players__user")[:most])


def first_seats(event: str, user_ids: Collection[int]) -> list[int]:
    """Return the users who had the first seat in matches of an event, once for each match."""
    had = Player.objects.filter(match__event=event, seat=0, user__in=user_ids)
    return [key for key in had.values_list("user", flat=True) if key is not None]


def bots_beaten(user_id: int) -> list[tuple[str, str]]:
    """Return the bots the user has beaten lately in matches that lists show: games and levels.
    Practice is not counted.

    The matches are asked last, and of those alone in which a bot sits.
    """
    return sorted((game, bot) for game, bot in _beaten(user_id))


def _bots_beaten(user_id: int) -> QuerySet[Player, Any]:
    won = Player.objects.filter(user_id=user_id, over_at__isnull=False, result="won")
    matches = won.order_by("-over_at", "-pk").values("match_id")[:BEATEN_AMONG]
    found = Player.objects.filter(match_id__in=matches, user=None).exclude(bot="").order_by()
    found = found.filter(
        shown("match__"), match__start="", match__given_plies=0, match__is_practised=False
    )
    return found.values_list("match__game", "bot").distinct()


_beaten = PreparedRows(_bots_beaten, int)


def _with_bots_at_play() -> QuerySet[Player, int]:
    """Return the matches in which a bot sits and which are not over, by their keys."""
    at_play = Player.objects.filter(over_at__isnull=True).exclude(bot="").order_by()
    return at_play.values_list("match_id", flat=True)


def house_matches() -> QuerySet[Match]:
    """Return the running matches in which only bots sit."""
    running = Match.objects.filter(status=Status.ACTIVE, pk__in=_with_bots_at_play())
    return running.exclude(players__bot="")


def count_house_matches() -> dict[str, int]:
    """Return the number of running matches between bots alone, by game."""
    counted = house_matches().order_by().values_list("game").annotate(count=Count("pk"))
    return dict(counted)


def public_matches(game: str) -> QuerySet[Match]:
    """Return the running matches between people, and those between bots, of a *game* or "" for all.

    What a person plays against a bot or alone is practice.
    """
    running = Match.objects.filter(listed(), status=Status.ACTIVE, started_at__isnull=False)
    seats = Player.objects.filter(match=OuterRef("pk"))
    is_practice = Q(pk__in=_with_bots_at_play()) & Exists(seats.filter(bot=""))
    running = running.exclude(is_practice).filter(Exists(seats.filter(seat=1)))
    return running.filter(game=game) if game else running


def seating(matches: QuerySet[Match], user_ids: Sequence[int]) -> QuerySet[Match]:
    """Those of the running *matches* in which one of the users sits, in the order of the users."""
    if not user_ids:
        return matches.none()
    places = [When(user_id=user_id, then=place) for place, user_id in enumerate(user_ids)]
    place = Case(*places, output_field=IntegerField())
    seats = Player.objects.filter(match=OuterRef("pk"), user_id__in=user_ids).annotate(place=place)
    first = Subquery(seats.order_by("place").values("place")[:1])
    at_play = Player.objects.filter(user_id__in=user_ids, over_at__isnull=True)
    found = matches.filter(pk__in=at_play.values("match_id"))
    return found.annotate(place=first).order_by("place", "-pk")


def seats_held(uids: Collection[str]) -> dict[tuple[str, int], int]:
    """Return the seats of matches by public id: seat by match and user, in one query."""
    rows = Player.objects.filter(match__uid__in=uids, user__isnull=False)
    held = rows.values_list("match__uid", "user_id", "seat")
    return {(uid, user_id): seat for uid, user_id, seat in held if user_id is not None}


def sits_in(user_id: int, uid: Combinable) -> Exists:
    """Return a condition of a query: the user has a seat in the match of that public id."""
    return Exists(Player.objects.filter(match__uid=uid, user=user_id))


def players_of(match: Match) -> list[Player]:
    """The players of *match* in seat order, each with its user and what waits for it elsewhere."""
    players = _players_of(match.pk)
    for player in players:
        player.match = match
    return players


def _waits_elsewhere() -> Exists:
    mine = Player.objects.filter(user_id=OuterRef("user_id"), is_to_act=True)
    running = mine.filter(match__status=Status.ACTIVE, match__frozen_at__isnull=True)
    return Exists(running.exclude(match_id=OuterRef("match_id")))


_asked_along: dict[str, Exists] = {}


def install(questions: Mapping[str, Exists]) -> None:
    """Let other slices ask along: conditions of theirs on a player, by the attribute that says
    of each whether it holds. They cost no statement of their own."""
    _asked_along.update(questions)


def players_and_what_waits() -> QuerySet[Player]:
    """Players with their users, whether a move waits for them in another match, and what other
    slices ask along."""
    also = {"waits_elsewhere": _waits_elsewhere(), **_asked_along}
    return with_users().annotate(**also)


def with_users() -> QuerySet[Player]:
    """Players with their users, to be prefetched with their matches."""
    return Player.objects.select_related("user")


_players_of = Prepared(lambda pk: players_and_what_waits().filter(match_id=pk), int)


def own_seats(user_id: int) -> QuerySet[Player]:
    """Return the seats of a user in every match, and nothing besides."""
    return Player.objects.filter(user_id=user_id)


def with_questions(seats: QuerySet[Player]) -> QuerySet[Player]:
    """Return the same seats, each with what it may do as the others are late (`may_claim`) or gone
    (`may_end`): what `permissions` says of it, asked along."""
    others = Player.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    closed = User.objects.filter(CLOSED, pk=OuterRef("user"))
    is_played = Q(match__status=Status.ACTIVE, match__frozen_at=None)
    return seats.annotate(
        may_claim=Q(match__status=Status.ACTIVE) & Exists(others.filter(late=Late.CLAIM)),
        may_end=is_played
        & Q(match__event="")
        & Exists(others)
        & ~Exists(others.filter(~Exists(closed))),
    )


def seats_that_may_end() -> QuerySet[Player]:
    """The seats of open accounts in running matches that may be ended at once (`may_end`)."""
    closed = User.objects.filter(CLOSED, pk=OuterRef("user"))
    at_play = Player.objects.filter(over_at=None, match__status=Status.ACTIVE, user__isnull=False)
    left = at_play.filter(Exists(closed)).values("match")
    return with_questions(at_play.filter(~Exists(closed), match__in=left)).filter(Q(may_end=True))


def players_with_matches(match_keys: Iterable[int]) -> list[Player]:
    """Return everybody who sits in those matches, by seat, with users and matches."""
    return _with_matches(match_keys)


_with_matches = PreparedAmong(
    lambda keys: (
        Player.objects.filter(match__in=keys)
        .select_related("match__rematch", "user")
        .order_by("match_id", "seat")
    )
)


def seats_of(user_id: int) -> QuerySet[Player]:
    """Return the seats of a user in every match, with everybody who sits there."""
    everybody = Prefetch("match__players", with_users())
    return (
        own_seats(user_id)
        .select_related("match__rematch")
        .prefetch_related(everybody)
        .order_by("pk")
    )


def finished_seats(user_id: int) -> QuerySet[Player]:
    """Return the seats of a user in matches that were played to their end, the latest first, with
    everybody who sits there."""
    over = seats_of(user_id).filter(over_at__isnull=False, match__status=Status.FINISHED)
    return over.order_by("-over_at", "-pk")


def seats_lost(user: User, most: int) -> list[Ruling]:
    """Return the seats of *user* that a bot has taken, the latest first, of matches that they
    may watch."""
    rows = Ruling.objects.filter(user=user, verb=Ruling.Verb.REPLACE).order_by("-pk")[:most]
    found = list(rows.select_related("match").prefetch_related("match__players__user"))
    seen = {match.pk for match in watched([row.match for row in found], user)}
    return [row for row in found if row.match_id in seen]


def seats_against(seats: QuerySet[Player], name_key: str) -> QuerySet[Player]:
    """Return those of one user's *seats* in which somebody else of that name sits too, as far as
    the user knows it."""
    is_kept = Q(match__onlookers=ANONYMOUS) & ~Q(match__status=Status.FINISHED)
    theirs = Player.objects.filter(user__name_key=name_key).exclude(is_kept).order_by()
    return seats.filter(match__in=theirs.values("match")).exclude(user__name_key=name_key)


class PastSeats(NamedTuple):
    """So many finished seats in a row as a page shows."""

    seats: list[Player]
    older: str
    """The public id of the match after which there are more, or ""."""
    is_newest: bool
    """Whether no newer ones come before them."""


def past_seats(seats: QuerySet[Player], *, before: str, most: int) -> PastSeats:
    """Return the first *most* of those `finished_seats` that ended before the match of the public
    id *before*; the newest where that is none of them.

    However far back, no more is read than is returned.
    """
    last = seats.filter(match__uid=before).first() if before.isalnum() else None
    if last is not None:
        seats = seats.filter(over_at__lte=last.over_at)
        seats = seats.exclude(over_at=last.over_at, pk__gte=last.pk)
    found = list(seats[: most + 1])
    older = found[most - 1].match.uid if len(found) > most else ""
    return PastSeats(found[:most], older, is_newest=last is None)


def is_at_play(user_id: int, uid: str) -> bool:
    """Return whether the user sits in match *uid* and it is in progress."""
    mine = Player.objects.filter(user_id=user_id, match__uid=uid)
    return mine.filter(match__status=Status.ACTIVE).exists()


def seats_to_act(user_id: int) -> QuerySet[Player]:
    """Return the seats of a user that owe a move in a running match."""
    mine = Player.objects.filter(user_id=user_id, is_to_act=True)
    return mine.filter(match__status=Status.ACTIVE, match__frozen_at__isnull=True)


def turns_with_clocks() -> QuerySet[Player]:
    """Return the seats whose turn it is in running matches of people, where a clock runs for it."""
    turns = Player.objects.filter(is_to_act=True, clock_started_at__isnull=False)
    running = {"match__status": Status.ACTIVE, "match__frozen_at": None}
    return turns.filter(match__is_setting_up=False, **running)


def seats_to_act_of(user_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """Return `seats_to_act` of many users: by user, the keys of matches with those of seats.

    Those with the least time left come first.
    """
    seats = Player.objects.filter(user_id__in=user_ids, is_to_act=True)
    running = seats.filter(match__status=Status.ACTIVE, match__frozen_at__isnull=True)
    by_time = running.order_by(F("deadline").asc(nulls_last=True), "pk")
    found: dict[int, dict[int, int]] = {}
    for user_id, match_id, pk in by_time.values_list("user_id", "match_id", "pk"):
        found.setdefault(user_id, {})[match_id] = pk
    return found


def seats_by_key(keys: Collection[int]) -> dict[int, Player]:
    """Return those seats with their users, their matches, and who else sits there."""
    seats = Player.objects.select_related("match", "user")
    return seats.prefetch_related(Prefetch("match__players", with_users())).in_bulk(list(keys))


def are_at_play(one: int, other: int) -> bool:
    """Return whether two users sit in one match that goes on or is about to begin."""
    return _running_together(one, other).exists()


def know_they_play(one: int, other: int) -> bool:
    """Return whether two users sit in one such match in which they know each other."""
    return _running_together(one, other).exclude(onlookers=ANONYMOUS).exists()


def have_met(one: int, other: int) -> bool:
    """Return whether two users have sat in one match in which they know each other by now."""
    met = Match.objects.of_user(one).exclude(started_at=None).filter(players__user_id=other)
    return met.exclude(onlookers=ANONYMOUS, status=Status.ACTIVE).exists()


def _running_together(one: int, other: int) -> QuerySet[Match]:
    running = Match.objects.filter(status__in=[Status.OPEN, Status.ACTIVE])
    return running.of_user(one).filter(players__user_id=other)


def have_played(one: int, others: Collection[int], *, since: datetime) -> bool:
    """Return whether *one* has sat in a match with any of *others* that went on after *since*."""
    recent = Match.objects.of_user(one).exclude(started_at=None)
    recent = recent.filter(Q(ended_at=None) | Q(ended_at__gte=since))
    return recent.filter(players__user_id__in=[pk for pk in others if pk != one]).exists()


def met_lately(one: int, others: Collection[int], *, since: datetime) -> set[int]:
    """Return those of *others* with whom *one* sits in a match, or sat in one that went on after
    *since*; in one statement."""
    is_going = Q(status__in=[Status.OPEN, Status.ACTIVE])
    went_on = Q(ended_at=None) | Q(ended_at__gte=since)
    recent = Match.objects.of_user(one).filter(is_going | Q(started_at__isnull=False) & went_on)
    seats = Player.objects.filter(match__in=recent, user_id__in=others)
    return {key for key in seats.values_list("user_id", flat=True) if key is not None} - {one}


def opponents_of(user_ids: Collection[int]) -> dict[int, set[int]]:
    """Return the people each of those users has sat with in matches that began, in one query."""
    found: dict[int, set[int]] = {pk: set() for pk in user_ids}
    rows = Player.objects.filter(match__players__user_id__in=user_ids, user__isnull=False)
    pairs = rows.exclude(match__started_at=None).values_list("match__players__user_id", "user_id")
    for one, other in pairs.distinct():
        if one in found and other is not None and one != other:
            found[one].add(other)
    return found


LOOKED_BACK = 1_000


class Ending(NamedTuple):
    """A way in which matches of a user have ended, with their number."""

    time_control: str
    ended_how: str
    result: str
    matches: int
    recent: int
    """How many of those ended lately."""


def endings_of(user_id: int, *, since: datetime) -> list[Ending]:
    """Return how the user's last LOOKED_BACK matches against people have ended: in all, and since
    then."""
    over = Player.objects.filter(user_id=user_id, over_at__isnull=False)
    newest = over.order_by("-over_at", "-pk").values("pk")[:LOOKED_BACK]
    others = Player.objects.filter(match=OuterRef("match")).exclude(user=None)
    seats = Player.objects.filter(Exists(others.exclude(user_id=user_id)), pk__in=newest)
    grouped = seats.order_by().values_list("match__time_control", "match__ended_how", "result")
    counted = grouped.annotate(
        matches=Count("pk"), recent=Count("pk", filter=Q(match__ended_at__gte=since))
    )
    return [Ending(*row) for row in counted]


def next_board_uid(
    user_id: int, *, after: str, game: str = "", mark: str = "", opponent: str = ""
) -> str | None:
    """Return the board with least time left that waits for the user, other than *after*; of a
    *game* alone, with a *mark*, and against whoever has that key of a name, if they are given.
    Boards that are muted are not come to."""
    waiting = seats_to_act(user_id).exclude(match__uid=after)
    if game:
        waiting = waiting.filter(match__game=game)
    if opponent:
        waiting = seats_against(waiting, opponent)
    muted = Player.DeskMark.MUTE
    waiting = waiting.filter(desk_mark=mark) if mark else waiting.exclude(desk_mark=muted)
    first = waiting.order_by(F("deadline").asc(nulls_last=True), "match__started_at")
    return first.values_list("match__uid", flat=True).first()


def commitments_row(match: Match) -> Commitments | None:
    """Return the commitments of the site to *match*; None before play has begun."""
    return Commitments.objects.filter(match=match).first()


def ended_matches() -> QuerySet[Match]:
    """The matches that were played to their end, in the order of their ends, with players."""
    ended = Match.objects.filter(status=Status.FINISHED).order_by("ended_at", "pk")
    return ended.prefetch_related("players__user")


def has_moved_since_loss_on_time(user_id: int, *, match: Match) -> bool:
    """Return whether the user has moved anywhere since their last loss on time before *match*.

    True where there was none: then nothing speaks of one long absence.
    """
    seats = Player.objects.filter(user_id=user_id).exclude(match=match)
    lost = seats.filter(result="lost", match__status=Status.FINISHED, match__ended_how="time")
    since = lost.aggregate(at=Max("match__ended_at"))["at"]
    if since is None:
        return True
    return Player.objects.filter(user_id=user_id, acted_at__gte=since).exists()


@dataclass(frozen=True, slots=True)
class HealthFacts:
    """The facts on whether deadlines count now, and the time that running clocks are still owed."""

    last_beat: datetime
    healthy_since: datetime
    flags_from: datetime
    """From then on deadlines cost matches again."""
    owed: timedelta


def health_facts() -> HealthFacts | None:
    """Return how the site has kept since its last outage; None before its first beat."""
    row = HouseHealth.objects.first()
    if row is None:
        return None
    owed = Credit.objects.aggregate(total=Sum("amount"))["total"] or timedelta()
    return HealthFacts(
        row.last_beat, row.healthy_since, row.healthy_since + controls.HEALTH_FIRST, owed
    )


def sweep_age() -> float:
    """Return how many seconds ago deadlines were last looked at; 0 in a site that has not
    begun."""
    last = HouseHealth.objects.values_list("last_beat", flat=True).first()
    return (timezone.now() - last).total_seconds() if last is not None else 0.0


def matches_to_learn_from(game: str, rules_version: int) -> QuerySet[Match]:
    """Finished matches of *game* that others may learn from, newest first.

    Rated ones and those against bots, that anybody may find and in which no move was taken back
    at will; none in which somebody sits who does not want it.
    """
    over = Match.objects.filter(
        shown(),
        Q(rated=True) | ~Q(players__bot=""),
        game=game,
        status=Status.FINISHED,
        rules_version=rules_version,
        start="",
        is_practised=False,
    )
    unwilling = Player.objects.filter(match=OuterRef("pk"), user__gives_puzzles=False)
    return over.exclude(Exists(unwilling)).distinct().order_by("-pk")

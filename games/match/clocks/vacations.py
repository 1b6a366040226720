"""Vacations: thirty days a year by the hour, in which a user's own clocks stand still.

They stop the clocks of all matches whose terms allow it, together; the others' clocks run on.
A move does not end one; "I am back" does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery

from accounts import mail
from accounts.models import User
from games.common.rownames import called
from games.match.clocks.calendar import Rest, Span, elapsed
from games.match.clocks.controls import control_of
from games.match.clocks.timeoff import ahead, due, due_with, dues, rest_of, start_ahead
from games.match.exceptions import NoVacation, VacationTooLong, VacationTooShort
from games.match.models import Match, Player, Vacation
from games.match.status import Status
from queues.transactions import writing

if TYPE_CHECKING:
    Spans = Iterable[Span]

HOUR = timedelta(hours=1)
AT_FIRST = 7 * 24
"""Hours that everybody has on joining."""
EARNED_IN = 12 * HOUR
"""One more hour is earned in this, thirty days in a year."""
MOST_SAVED = 30 * 24
SHORTEST = 12 * HOUR
"""A vacation of one's own making costs at least this, or it would be a pause key."""
TO_ANSWER = 2 * HOUR
"""Whoever comes back has at least this on every clock: one may have had nothing left."""
AHEAD = timedelta(days=366)
"""How far ahead one can plan."""
MOST_PLANNED = 5

BY_ITSELF = 24 * HOUR
"""How long the vacation is that is taken just before a loss, an hour before."""
MOST_IN_A_RUN = 5


@dataclass(frozen=True, slots=True)
class Account:
    """A user's vacations: what is left, which is on, which are planned."""

    hours: int
    """What can still be taken, what is planned already left out."""
    current: Vacation | None
    planned: tuple[Vacation, ...]
    protected: int
    """How many running matches it protects."""
    unprotected: int
    """How many have a clock and do not allow it."""


def hours_left(joined: datetime, spans: Spans, at: datetime) -> int:
    """Return how many hours somebody who *joined* then and was away for *spans* has left at *at*.

    Negative where more was taken than there was. A span counts when it starts, by the started hour.
    """
    saved, since = timedelta(hours=AT_FIRST), joined
    for begins, ends in sorted(spans):
        saved = _saved(saved, since, begins) - _cost(begins, ends)
        since = begins
        if saved < timedelta():
            return saved // HOUR
    return _saved(saved, since, max(at, since)) // HOUR


def _saved(saved: timedelta, since: datetime, until: datetime) -> timedelta:
    earned = (max(until - since, timedelta()) // EARNED_IN) * HOUR
    return min(saved + earned, timedelta(hours=MOST_SAVED))


def _cost(begins: datetime, ends: datetime) -> timedelta:
    return -(-(ends - begins) // HOUR) * HOUR


def account_of(user: User, now: datetime) -> Account:
    """Return the vacations of *user*."""
    rows = list(_rows(user.pk).filter(ends_at__gt=now))
    running = Player.objects.filter(user=user, match__status=Status.ACTIVE, bank__isnull=False)
    protected = running.filter(match__time_control__regex=r"\.n?v").count()
    return Account(
        hours=max(0, hours_left(user.date_joined, _spans(user.pk), now)),
        current=next((row for row in rows if row.starts_at <= now), None),
        planned=tuple(row for row in rows if row.starts_at > now),
        protected=protected,
        unprotected=running.count() - protected,
    )


def away_until(user_ids: Iterable[int], now: datetime) -> dict[int, datetime]:
    """Until when those of the users are away who are away at *now*."""
    rows = Vacation.objects.filter(user__in=user_ids, starts_at__lte=now, ends_at__gt=now)
    return dict(rows.order_by("ends_at").values_list("user", "ends_at"))


def away_since(since: datetime, now: datetime) -> QuerySet[Vacation, int]:
    """The users who are away at *now* and have been since *since*."""
    rows = Vacation.objects.filter(starts_at__lte=since, ends_at__gt=now)
    return rows.values_list("user", flat=True)


def take(*, user: User, starts: datetime, ends: datetime, now: datetime) -> Vacation:
    """Be away from *starts*, or from *now* where that is past, to *ends*.

    Raises NoVacation where one overlaps, too many are planned, or the account is a guest's or a
    bot's;
    VacationTooShort, or VacationTooLong for more than is left or too far ahead.
    """
    with writing():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        starts = max(starts, now)
        rows = list(_rows(held.pk).filter(ends_at__gt=now))
        overlaps = any(row.starts_at < ends and starts < row.ends_at for row in rows)
        if held.is_guest or held.is_program or overlaps or len(rows) > MOST_PLANNED:
            raise NoVacation
        if ends - starts < SHORTEST:
            raise VacationTooShort
        left = hours_left(held.date_joined, [*_spans(held.pk), (starts, ends)], starts)
        if left < 0 or ends > now + AHEAD:
            raise VacationTooLong
        given = _given(held, now)
        made = Vacation.objects.create(user=held, starts_at=starts, ends_at=ends, made_at=now)
        _renew(held, now, given)
    return made


def come_back(*, user: User, now: datetime) -> None:
    """End the vacation that is on; at least twelve hours of it are spent. Raises NoVacation."""
    with writing():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        given = _given(held, now)
        if not _rows(held.pk).filter(starts_at__lte=now, ends_at__gt=now).update(ends_at=now):
            raise NoVacation
        _renew(held, now, given, at_least=TO_ANSWER)


def cancel(*, user: User, name: str, now: datetime) -> None:
    """Give up a vacation that has not begun; it costs nothing. Raises NoVacation."""
    with writing():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        given = _given(held, now)
        planned = called(name, _rows(held.pk).filter(starts_at__gt=now))
        if planned is None:
            raise NoVacation
        planned.delete()
        _renew(held, now, given)


def give_up_all(user: User) -> None:
    """Forget all vacations of a held user who has no match, and is to have none any more."""
    _rows(user.pk).delete()
    _keep_end(user)


def protect(match: Match, player: Player, now: datetime) -> bool:
    """Return whether a vacation keeps *player* from losing on time in the locked *match* at *now*.

    One that was taken meanwhile counts; else the site takes one of a day, if its user lets it, has
    that much left, it would not be the sixth in a row, and it moves the deadline past *now*. To be
    saved by the caller.
    """
    user = player.user
    if user is None or not player.has_moved or match.is_setting_up or player.deadline is None:
        return False
    if player.late:
        return False  # that knows no time off
    if not control_of(match.time_control).vacation:
        return False
    moment = due(match, player)
    if moment is None or moment < now:
        moment = _take_by_itself(match, player, user, now)
    if moment is None:
        return False
    player.deadline = max(moment, player.deadline)
    return player.deadline >= now


def _take_by_itself(match: Match, player: Player, user: User, now: datetime) -> datetime | None:
    """Take a day for *user*; the deadline that *player* has by it, or None where none is taken."""
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if held.saves_vacation or held.is_guest or held.is_program:
        return None
    rows = list(_rows(held.pk))
    span = _day_before(player, rows, now)
    moment = due_with(match, player, span)
    if moment is None or moment < now:
        return None
    before = [row for row in reversed(rows) if row.starts_at < span[0]]
    if _in_a_run(before, span[0], rest_of(match, player)) >= MOST_IN_A_RUN:
        return None
    if hours_left(held.date_joined, [*_spans(held.pk), span], span[0]) < 0:
        return None
    starts, ends = span
    Vacation.objects.create(
        user=held, starts_at=starts, ends_at=ends, made_at=now, is_automatic=True
    )
    _keep_end(held)
    user.away_until = held.away_until
    mail.tell_of_vacation(held, ends)
    # not under the lock of this match: others that are locked may wait for it
    transaction.on_commit(lambda: _renew_by_itself(user.pk, now), robust=True)
    return moment


def _renew_by_itself(user_id: int, now: datetime) -> None:
    """Let a day that was taken just now move the deadlines of the user's other clocks as well. One
    for which this process did not live long enough is moved when it passes.

    The user is not held: whoever takes a day holds a match before the user.
    """
    with writing():
        user = User.objects.get(pk=user_id)
        _move_deadlines(user, now, _given(user, now))


def _day_before(player: Player, rows: Sequence[Vacation], now: datetime) -> Span:
    """The day that begins an hour before the clock of *player* has run out, between two others.

    It does not begin before the user has last moved anywhere: those turns are paid.
    """
    assert player.deadline is not None
    starts = player.deadline - player.grace - HOUR
    here = Player.objects.filter(user=player.user_id, acted_at__gt=starts)
    moved = here.filter(Q(over_at=None) | Q(over_at__gt=starts)).aggregate(at=Max("acted_at"))["at"]
    earlier = [row.ends_at for row in rows if row.starts_at <= now]
    starts = max([starts, *earlier, moved or starts])
    later = [row.starts_at for row in rows if row.starts_at > now]
    return starts, min([starts + BY_ITSELF, *later])


def give_back(*, user_id: int) -> list[tuple[Vacation, Span | None]]:
    """Cut automatic vacations of a user to what no other of theirs covers; clocks stay as they are.

    Each that was cut, as it was, with what is left of it.
    """
    with writing():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        found = _cuts(list(_rows(user.pk)))
        for row, left in found:
            if left is None:
                Vacation.objects.filter(pk=row.pk).delete()
            else:
                Vacation.objects.filter(pk=row.pk).update(starts_at=left[0], ends_at=left[1])
    return found


def paid_twice() -> dict[int, list[tuple[Vacation, Span | None]]]:
    """Return what `give_back` would cut, by user."""
    users = Vacation.objects.filter(is_automatic=True).order_by("user").distinct()
    found = {key: _cuts(list(_rows(key))) for key in users.values_list("user", flat=True)}
    return {key: cuts for key, cuts in found.items() if cuts}


def _cuts(rows: list[Vacation]) -> list[tuple[Vacation, Span | None]]:
    """Return the automatic ones of *rows* that others cover in part, with what is left of each.

    One of the user's own choice stands as it is; of automatic ones, the earliest. None falls
    in two.
    """
    taken: list[Span] = []
    cuts: list[tuple[Vacation, Span | None]] = []
    for row in sorted(rows, key=lambda row: (row.is_automatic, row.starts_at, row.pk)):
        starts, ends = row.starts_at, row.ends_at
        if row.is_automatic:
            for begins, until in sorted(taken):
                starts = until if begins <= starts < until else starts
            ends = min(
                [ends, *(begins for begins, until in taken if starts < begins < ends <= until)]
            )
        if (starts, ends) != (row.starts_at, row.ends_at):
            cuts.append((row, (starts, ends) if starts < ends else None))
        taken.append((starts, ends))
    return cuts


def _in_a_run(before: Sequence[Vacation], starts: datetime, rest: Rest) -> int:
    """Return how many automatic vacations have followed each other up to *starts*, newest first.

    A day between two ends a run, but not one that is off, such as those of a weekend.
    """
    run = 0
    for row in before:
        if not row.is_automatic or elapsed(row.ends_at, starts, rest) > BY_ITSELF:
            break
        run, starts = run + 1, row.starts_at
    return run


def _rows(user_id: int) -> QuerySet[Vacation]:
    return Vacation.objects.filter(user_id=user_id).order_by("starts_at")


def _spans(user_id: int) -> list[tuple[datetime, datetime]]:
    """Return what has been spent and planned; what was ended at once still costs the shortest."""
    rows = _rows(user_id).values_list("starts_at", "ends_at")
    return [(begins, max(ends, begins + SHORTEST)) for begins, ends in rows]


def _keep_end(user: User) -> None:
    last = _rows(user.pk).order_by("-ends_at").first()
    user.away_until = last.ends_at if last else None
    user.save(update_fields=["away_until"])


def _given(user: User, now: datetime) -> dict[int, timedelta]:
    """Return what clocks of the user were given and have not used, by player; few have any."""
    mine = Player.objects.filter(user=user, clock_started_at__gt=now, match__status=Status.ACTIVE)
    return {
        player.pk: ahead(player.match, player, now)
        for player in mine.select_related("match", "user")
    }


def _renew(
    user: User,
    now: datetime,
    given: Mapping[int, timedelta],
    *,
    at_least: timedelta = timedelta(),
) -> None:
    """Note until when a held user is away, and `_move_deadlines`."""
    _keep_end(user)
    _move_deadlines(user, now, given, at_least=at_least)


def _move_deadlines(
    user: User,
    now: datetime,
    given: Mapping[int, timedelta],
    *,
    at_least: timedelta = timedelta(),
) -> None:
    """Move the deadlines of all of the user's clocks that run and allow vacations.

    None of them runs out before *at_least* has passed.
    """
    mine = Player.objects.filter(user=user, deadline__isnull=False, has_moved=True)
    allowed = mine.filter(
        match__status=Status.ACTIVE, match__is_setting_up=False, match__time_control__regex=r"\.n?v"
    )
    # the players as well: whoever has waited for a match meets them as they are then
    rows = allowed.select_related("match", "user")
    held = rows.select_for_update(of=("match", "self"), no_key=True)
    players = list(held.order_by("match"))
    for player in players:
        player.user = user  # as it is now
        start_ahead(player.match, player, given.get(player.pk, timedelta()), now)
    for player, ends in zip(players, dues(players), strict=True):
        moment = (ends or now) - player.grace
        player.grace = max(player.grace, now + at_least - moment)
        player.deadline = moment + player.grace
    Player.objects.bulk_update(players, ["deadline", "grace", "clock_started_at"])
    own = Player.objects.filter(match=OuterRef("pk")).order_by(F("deadline").asc(nulls_last=True))
    Match.objects.filter(pk__in=[player.match_id for player in players]).update(
        deadline=Subquery(own.values("deadline")[:1])
    )

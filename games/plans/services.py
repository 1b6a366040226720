"""Plans: kept in private, and played by the workers as ordinary turns.

Whoever plays against somebody with a plan must not notice. So nothing of it happens in the
transaction of the other's move: a sweep finds the plans whose turn has come, and a planned move is
made after a delay that is drawn by lot. Making a plan takes no lock on the match and counts no
version.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import F

from engines.core.seats import Seat, Viewer
from games.common.exceptions import GamesError
from games.match.changes.locking import lock_match
from games.match.changes.permissions import check_seated
from games.match.changes.turns import MoveRequest, play_move
from games.match.reading.selectors import match_by_uid, players_of
from games.match.reading.viewers import seat_of
from games.match.referee import Referee
from games.match.status import Status
from games.plans.exceptions import BadLine, NoSuchLine, PlanInTurn
from games.plans.lines import MOST_PLIES, Line, with_line
from games.plans.models import Plan, PlannedMove
from games.plans.selectors import (
    Fate,
    check_can_plan,
    hides_pieces,
    own_moves_of,
    own_plan,
    standing,
)
from queues import leases
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match, Player


LEAST_DELAY, MOST_DELAY = timedelta(seconds=20), timedelta(seconds=60)
"""How long after the other's move a planned one is made: an instant answer would tell."""

LEASE = timedelta(seconds=20)
"""How long a worker has to make one."""

BATCH = 100
"""Plans looked at in one sweep."""


def keep_line(*, uid: str, user: Visitor, line: Line, now: datetime) -> None:
    """Add *line* to what *user* has planned in match *uid*: moves from the present board on.

    Raises NoSuchMatch, NotSeated, MatchNotActive, NoPlans, PlanInTurn, BadLine, OtherReply,
    TooManyLines; UnreadableMove or RefusedMove for a move that cannot be made.
    """
    with writing():
        match, player, referee = _planning(uid, user)
        seat = Seat(player.seat)
        if seat in referee.to_act():
            raise PlanInTurn
        if len(line) > MOST_PLIES:
            raise BadLine
        own = own_moves_of(match, referee, seat, line)
        found = own_plan(match, player)
        lines = standing(found, match, referee, seat)[0] if found else ()
        _write(match, player, referee, with_line(lines, line, own), now, found if lines else None)


def forget_line(*, uid: str, user: Visitor, line: Line, now: datetime) -> None:
    """Take *line* out of the plan; raises likewise, or NoSuchLine."""
    with writing():
        match, player, referee = _planning(uid, user)
        found = own_plan(match, player)
        lines = standing(found, match, referee, Seat(player.seat))[0] if found else ()
        if line not in lines:
            raise NoSuchLine
        left = tuple(other for other in lines if other != line)
        if left:
            _write(match, player, referee, left, now, found)
        else:
            _forget(match, player)


def forget_plan(*, uid: str, user: Visitor) -> None:
    """Plan nothing any more in match *uid*, and have read why the last plan was dropped."""
    with writing():
        match = match_by_uid(uid)
        _forget(match, check_seated(user, players_of(match)))


def _planning(uid: str, user: Visitor) -> tuple[Match, Player, Referee]:
    match = match_by_uid(uid)
    players = players_of(match)
    player = check_seated(user, players)
    check_can_plan(match, players)
    return match, player, Referee(match)


def _write(
    match: Match,
    player: Player,
    referee: Referee,
    lines: tuple[Line, ...],
    now: datetime,
    standing_one: Plan | None,
) -> None:
    """Conditions of a plan that stands go on from where it began: part of the other's turn may be
    over. Lines of moves begin at the present board."""
    assert player.user_id is not None
    goes_on = standing_one is not None and hides_pieces(match.game)
    plan, _is_new = Plan.objects.update_or_create(
        match=match,
        user_id=player.user_id,
        defaults={
            "ply": standing_one.ply if standing_one and goes_on else referee.plies,
            "ahead": referee.ahead(Viewer.of(Seat(player.seat))),
            "lines": lines,
            "made_at": now,
            "fate": "",
        },
    )
    PlannedMove.objects.filter(basis=plan).delete()


def _forget(match: Match, player: Player) -> None:
    assert player.user_id is not None
    Plan.objects.filter(match=match, user_id=player.user_id).delete()


# what the workers do


def look_at_plans(*, now: datetime) -> None:
    """Let planned moves be due where a turn has come, and drop what play has left.

    What was planned for matches that are over is thrown away.
    """
    over = (Status.FINISHED, Status.ABORTED)
    with writing():
        Plan.objects.filter(fate="", match__status__in=over).delete()
    turns = {"match__players__user": F("user"), "match__players__is_to_act": True}
    plans = Plan.objects.filter(
        fate="", match__status=Status.ACTIVE, match__frozen_at=None, **turns
    ).exclude(pk__in=PlannedMove.objects.values("basis"))
    found = plans.select_related("match", "user").order_by("pk")[:BATCH]
    each(found, lambda plan: _look_at(plan, now), what="look at the plan")


def _look_at(plan: Plan, now: datetime) -> bool:
    """Settle when the next move of *plan* is made, or why none is; whether one is."""
    players = players_of(plan.match)
    seat = seat_of(plan.user, players)
    if seat is None:
        _drop(plan, Fate.BESIDES)
        return False
    referee = Referee(plan.match)
    lines, fate = standing(plan, plan.match, referee, seat)
    if seat not in referee.to_act():
        return False  # moved meanwhile
    if not lines:
        _drop(plan, fate)
        return False
    began = players[seat].clock_started_at or now
    planned = PlannedMove(basis=plan, seat_ply=referee.seat_plies(seat) + 1)
    planned.key = secrets.token_urlsafe(12)
    planned.due_at = planned.hinted_until = max(began + drawn_delay(), now)
    with writing():
        PlannedMove.objects.bulk_create([planned], ignore_conflicts=True)
    return True


def drawn_delay() -> timedelta:
    """Return how long a move is waited with that nobody makes by hand, drawn by lot."""
    span = (MOST_DELAY - LEAST_DELAY) // timedelta(milliseconds=1)
    return LEAST_DELAY + timedelta(milliseconds=secrets.randbelow(span + 1))


def _drop(plan: Plan, fate: str) -> None:
    """Let *plan* stand no more, unless it was made anew meanwhile."""
    with writing():
        same = Plan.objects.filter(pk=plan.pk, made_at=plan.made_at)
        same.update(fate=fate, lines=[])


def lease_planned(*, now: datetime) -> list[int]:
    """Return the planned moves that are due, leased so that one sweep sends each hint once."""
    return leases.lease_hints(PlannedMove.objects.all(), now=now)


def play_planned(*, planned_id: int, now: datetime) -> bool:
    """Make one planned move, as a request of its player's would; whether it was made now.

    The row goes in the transaction that makes the move, so that whichever worker is killed when,
    the move is made once. What the plan says is worked out once more under the lock.
    """
    rows = PlannedMove.objects.select_related("basis__match", "basis__user")
    planned = leases.claim(rows, planned_id, now=now, lease=LEASE)
    return planned is not None and _play(planned, now)


def release_planned() -> None:
    """Hand out at once what a site that has gone down was about to make."""
    leases.release(PlannedMove.objects.all())


def _play(planned: PlannedMove, now: datetime) -> bool:
    user = planned.basis.user
    with writing():
        match, players = lock_match(uid=planned.basis.match.uid)
        if not PlannedMove.objects.filter(pk=planned.pk).delete()[0]:
            return False
        plan, seat = Plan.objects.get(pk=planned.basis_id), seat_of(user, players)
        referee = Referee(match)
        if seat is None or planned.seat_ply != referee.seat_plies(seat) + 1:
            return False  # the next sweep looks at it
        lines, fate = standing(plan, match, referee, seat)
        if not lines:
            _drop(plan, fate)
            return False
        text = lines[0][0]
        try:
            play_move(
                uid=match.uid,
                user=user,
                move=MoveRequest(text, planned.seat_ply, planned.key),
                now=now,
            )
        except GamesError:
            _drop(plan, Fate.REFUSED)
            return False
    return True


def move_plans(from_id: int, to_id: int) -> None:
    """Give the plans of one user to another, but where that one has planned already."""
    planned = Plan.objects.filter(user_id=to_id).values("match")
    Plan.objects.filter(user_id=from_id).exclude(match__in=planned).update(user_id=to_id)

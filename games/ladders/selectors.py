"""Ladders as they stand."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from engines.catalogue import duels
from games.ladders.climbing import Cause, Step, order_after
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.match.status import Status
from queues.prepared import Prepared

State = LadderChallenge.State
RUNNING = (State.OPEN, State.ACCEPTED)
PAGE = 50


def games_by_event() -> dict[str, str]:
    """The games that have a ladder, by what the matches of it say they belong to."""
    return {Ladder(game=game).event: game for game in duels()}


def ladder_of(game: str) -> Ladder | None:
    """Return the ladder of a game; None before anybody has joined."""
    return Ladder.objects.filter(game=game).first()


def rungs_of(ladder: Ladder) -> QuerySet[Rung]:
    """Return who stands on a ladder, from the top."""
    return ladder.rungs.select_related("user").order_by("place")


def rung_of(ladder: Ladder, user_id: int | None) -> Rung | None:
    """Return where a user stands."""
    return rungs_of(ladder).filter(user_id=user_id).first() if user_id else None


def running_of(ladder: Ladder, user_id: int) -> list[LadderChallenge]:
    """Return the challenges of a user that are open or played, either side, oldest first."""
    rows = ladder.challenges.select_related("challenger", "challenged", "match")
    either = Q(challenger=user_id) | Q(challenged=user_id)
    return list(rows.filter(either, state__in=RUNNING).order_by("pk"))


def unanswered_by(user_id: int) -> list[LadderChallenge]:
    """The challenges on all ladders that wait for the user's answer, the most urgent first."""
    return _unanswered(user_id)


_unanswered = Prepared(
    lambda user_id: (
        LadderChallenge.objects.filter(challenged=user_id, state=State.OPEN)
        .select_related("ladder", "challenger")
        .order_by("answer_by", "pk")
    ),
    int,
)


def running_on(ladder: Ladder) -> dict[int, int]:
    """Return how many challenges each user has to answer or plays as the one challenged."""
    counted: dict[int, int] = {}
    rows = ladder.challenges.filter(state__in=RUNNING).values_list("challenged", flat=True)
    for user_id in rows:
        counted[user_id] = counted.get(user_id, 0) + 1
    return counted


def met_since(ladder: Ladder, user_id: int, since: datetime) -> frozenset[int]:
    """Return whom a user has met or challenged on a ladder since then, either side."""
    either = Q(challenger=user_id) | Q(challenged=user_id)
    rows = ladder.challenges.filter(either, made_at__gt=since).exclude(state=State.WITHDRAWN)
    pairs = rows.values_list("challenger", "challenged")
    return frozenset(key for pair in pairs for key in pair if key != user_id)


def met_on_all(since: datetime) -> list[tuple[str, str, set[frozenset[int]]]]:
    """Return the address and the game of each ladder, with those who have challenged one another on
    it since then; in one statement."""
    found: dict[Ladder, set[frozenset[int]]] = {}
    for one in LadderChallenge.objects.filter(made_at__gt=since).select_related("ladder"):
        found.setdefault(one.ladder, set()).add(frozenset((one.challenger_id, one.challenged_id)))
    return [(ladder.event, ladder.game, pairs) for ladder, pairs in found.items()]


def steps_of(ladder: Ladder, limit: int) -> list[LadderStep]:
    """Return the last steps of a ladder that count, newest first."""
    rows = ladder.steps.filter(counts=True).select_related("user", "other", "match")
    return list(rows.order_by("-pk")[:limit])


def order_by_steps(ladder: Ladder) -> tuple[int, ...]:
    """Return the users in the order that all steps that count lead to."""
    rows = ladder.steps.filter(counts=True).order_by("pk")
    named = rows.values_list("cause", "user", "other")
    return order_after(Step(Cause(cause), who, other) for cause, who, other in named)


def behind_their_matches() -> list[LadderChallenge]:
    """Return the challenges, oldest first, whose match is over or goes on, is annulled or restored,
    while the ladder says something else."""
    over, on = [Status.FINISHED, Status.ABORTED], Status.ACTIVE
    annulled = Q(match__annulled_at__isnull=False)
    own = LadderStep.objects.filter(match=OuterRef("match")).exclude(cause=Cause.LEFT)
    missed = Q(state=State.ACCEPTED, match__status__in=over) | Q(
        state=State.PLAYED, match__status=on
    )
    counts = annulled & Q(Exists(own.filter(counts=True)))
    counts_not = ~annulled & Q(Exists(own.filter(counts=False)))
    rows = LadderChallenge.objects.filter(missed | counts | counts_not)
    rows = rows.select_related("ladder", "match")
    return list(rows.order_by("pk"))


def late_losses(ladder: Ladder, user: User) -> int:
    """Return how many matches a user has lost on time since joining last."""
    rows = ladder.steps.filter(user=user, counts=True)
    joined = rows.filter(cause=Cause.JOINED).order_by("-pk").first()
    return rows.filter(cause=Cause.LATE, pk__gt=joined.pk if joined else 0).count()


def taken_off_at(ladder: Ladder, user: User) -> datetime | None:
    """Return when a user was last taken off for losing on time; None for other ways."""
    left = ladder.steps.filter(user=user, cause=Cause.LEFT, counts=True).exclude(match=None)
    return left.order_by("-pk").values_list("made_at", flat=True).first()


def is_climbing(user_id: int) -> bool:
    """Return whether the user stands on a ladder."""
    return Rung.objects.filter(user_id=user_id).exists()


def standings_on(user_id: int) -> list[Rung]:
    """Return where a user stands, on every ladder."""
    return _rungs_of(user_id)


_rungs_of = Prepared(
    lambda user_id: Rung.objects.filter(user=user_id).select_related("ladder").order_by("place"),
    int,
)

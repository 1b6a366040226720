"""What follows for ratings and reliability when a match is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from games.match.followers import Change, Kind
from games.match.selectors import ended_matches, has_moved_since_loss_on_time
from games.match.status import Status
from games.ratings.glicko import PERIOD, Strength, aged
from games.ratings.glicko import rated as rated_by
from games.ratings.models import Rating, RatingEvent, TurnTally
from games.ratings.pools import Pool, pace_of
from games.ratings.spread import with_durations
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player

SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def rate_match(change: Change) -> None:
    """Let a match that has been played to its end count, once, for the ratings of its players.

    A cancelled match counts for nothing. A loss on time counts as the first of an absence, or
    not at all: whoever has lost on time and not moved since has only been away once.
    """
    if change.kind in (Kind.ANNULLED, Kind.REOPENED):
        _unrate(change.match)
    elif change.kind == Kind.RESTORED:
        _rate_missed()
    elif change.kind in (Kind.OVER, Kind.CANCELLED):
        _tally(change.match, change.players)
        pool = pool_of(change.match, change.players)
        if change.kind == Kind.OVER and pool is not None:
            counts = not _is_lost_in_one_absence(change.match, change.players)
            _rate(change.match, change.players, pool, counts=counts)


def _is_lost_in_one_absence(match: Match, players: Sequence[Player]) -> bool:
    """Whether somebody has lost it on time who has not moved since another loss on time."""
    if match.ended_how != "time":
        return False
    losers = [player.user_id for player in players if player.user_id and player.result == "lost"]
    return any(not has_moved_since_loss_on_time(user_id, match=match) for user_id in losers)


def pool_of(match: Match, players: Sequence[Player]) -> Pool | None:
    """Where the match is rated; None for a casual one, a guest's, one that is no duel, and one in
    which somebody else has played on in a seat."""
    pace = pace_of(match.time_control)
    bots = sum(bool(player.bot) for player in players)
    if not pace or len(players) != 2 or bots == 2 or (not bots and not match.rated):
        return None
    if any(_is_guest(player) for player in players) or match.was_refilled:
        return None
    return Pool(match.game, pace, "bots" if bots else "people")


def _is_guest(player: Player) -> bool:
    return player.user is not None and player.user.is_guest


# Ratings


def _rate(match: Match, players: Sequence[Player], pool: Pool, *, counts: bool) -> None:
    if RatingEvent.objects.filter(match=match).exists():
        return
    assert match.ended_at is not None
    rows = _rows(players, pool)
    befores = [row.rating for row in rows]
    if counts:
        _count(rows, [SCORES[player.result] for player in players], match.ended_at)
        for row in rows:
            row.save(update_fields=NUMBERS)
    RatingEvent.objects.bulk_create(
        RatingEvent(
            match=match,
            seat=player.seat,
            owner=row,
            score=SCORES[player.result],
            counts=counts,
            made_at=match.ended_at,
            rating_before=before,
            rating=row.rating,
            deviation=row.deviation,
            volatility=row.volatility,
        )
        for player, row, before in zip(players, rows, befores, strict=True)
    )


def _unrate(match: Match) -> None:
    """Let a match count no more: its ratings, and all that followed from them, are made anew."""
    if RatingEvent.objects.filter(match=match).delete()[0]:
        recompute()


NUMBERS = ["rating", "deviation", "volatility", "matches", "rated_at"]


def _rows(players: Sequence[Player], pool: Pool) -> list[Rating]:
    """The ratings of *players* in the pool, locked in one order for all; made where missing."""
    fields = pool._asdict()
    owners = [(player.user_id, player.bot) for player in players]
    theirs = Q()
    for user_id, bot in owners:
        theirs |= Q(user_id=user_id, bot=bot) if user_id else Q(user__isnull=True, bot=bot)
    wanted = Rating.objects.filter(theirs, **fields)
    found = {(row.user_id, row.bot): row for row in _locked(wanted)}
    missing = [owner for owner in owners if owner not in found]
    if missing:
        fresh = [Rating(user_id=user_id, bot=bot, **fields) for user_id, bot in missing]
        Rating.objects.bulk_create(fresh, ignore_conflicts=True)
        found = {(row.user_id, row.bot): row for row in _locked(wanted)}
    return [found[owner] for owner in owners]


def _locked(rows: QuerySet[Rating]) -> Iterable[Rating]:
    return rows.select_for_update(no_key=True).order_by("pk")


def _count(rows: Sequence[Rating], scores: Sequence[float], at: datetime) -> None:
    """Let one match between two ratings count for both, each as the other was before."""
    before = [_as_of(row, at) for row in rows]
    for row, opponent, score in zip(rows, reversed(before), scores, strict=True):
        _write(row, rated_by(row.strength, [(opponent, score)], _periods(row, at)), at)


def _as_of(row: Rating, at: datetime) -> Strength:
    return aged(row.strength, _periods(row, at))


def _periods(row: Rating, at: datetime) -> float:
    """How many rating periods after its last match the rating is asked for."""
    return max((at - row.rated_at) / PERIOD, 0.0) if row.rated_at else 0.0


def _write(row: Rating, after: Strength, at: datetime) -> None:
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.matches += 1
    row.rated_at = at


def recompute() -> int:
    """Rate every match from scratch, in the order in which they counted; how many rows changed.

    What has been annulled since no longer counts; what has been missed is added at the end.
    """
    with writing():
        before = _numbers()
        rows = {row.pk: row for row in _locked(Rating.objects.all())}
        for row in rows.values():
            fresh = Rating()
            for name in NUMBERS:
                setattr(row, name, getattr(fresh, name))
        events = _replayed(rows)
        Rating.objects.bulk_update(rows.values(), NUMBERS, batch_size=100)
        changed = ["rating_before", "rating", "deviation", "volatility"]
        RatingEvent.objects.bulk_update(events, changed, batch_size=100)
        _rate_missed()
        after = _numbers()
    return len(before ^ after)


def _numbers() -> set[tuple[object, ...]]:
    rows = Rating.objects.values_list("pk", *NUMBERS)
    events = RatingEvent.objects.values_list("match_id", "seat", "rating_before", "rating")
    return {*rows, *events}


def _replayed(rows: dict[int, Rating]) -> list[RatingEvent]:
    """The events of matches that still count, with their numbers as they follow."""
    counts = Q(match__status=Status.FINISHED, match__annulled_at__isnull=True)
    RatingEvent.objects.exclude(counts).delete()
    by_match: dict[int, list[RatingEvent]] = {}
    for event in RatingEvent.objects.order_by("pk"):
        by_match.setdefault(event.match_id, []).append(event)
    for pair in by_match.values():
        pair.sort(key=lambda event: event.seat)
        owners = [rows[event.owner_id] for event in pair]
        for event, row in zip(pair, owners, strict=True):
            event.rating_before = row.rating
        if pair[0].counts:
            _count(owners, [event.score for event in pair], pair[0].made_at)
        for event, row in zip(pair, owners, strict=True):
            event.rating, event.deviation = row.rating, row.deviation
            event.volatility = row.volatility
    return [event for pair in by_match.values() for event in pair]


def _rate_missed() -> None:
    missed = ended_matches().filter(rating_events__isnull=True, annulled_at__isnull=True)
    for match in missed:
        players = list(match.players.all())
        pool = pool_of(match, players)
        if pool is not None:
            _rate(match, players, pool, counts=True)


# Reliability


def _tally(match: Match, players: Sequence[Player]) -> None:
    """Count the turns of a match against people that was played by the clock."""
    if any(player.bot for player in players) or not pace_of(match.time_control):
        return
    players = [player for player in players if not _is_guest(player)]
    users = [player.user_id for player in players if player.user_id]
    TurnTally.objects.bulk_create(
        [TurnTally(user_id=user_id) for user_id in users], ignore_conflicts=True
    )
    rows = TurnTally.objects.select_for_update(no_key=True).order_by("user_id")
    tallies = {row.user_id: row for row in rows.filter(user_id__in=users)}
    for player in players:
        row = tallies[player.user_id or 0]
        row.answered += len(player.answers)
        row.asked += len(player.answers) + player.missed
        row.spread = with_durations(row.spread, player.answers)
        row.save()

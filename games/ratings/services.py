"""What follows for ratings and reliability when a match is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db.models import Q

from games.match.changes.followers import Change, Kind
from games.match.reading.selectors import ended_matches, has_moved_since_loss_on_time
from games.match.status import Status
from games.ratings.counting import NUMBERS, count, locked, reset
from games.ratings.models import Rating, RatingEvent, Recount, TurnTally
from games.ratings.pools import Pool, pace_of, versus_of
from games.ratings.recounts import discount, owe, pay_recounts
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
    if change.kind == Kind.REOPENED:
        _tally(change.match, change.players, times=-1)  # its turns count when it is over again
    if change.kind in (Kind.ANNULLED, Kind.REOPENED):
        discount(change.match)
    elif change.kind == Kind.RESTORED:
        _rate_again(change.match)
    elif change.kind in (Kind.OVER, Kind.CANCELLED):
        _tally(change.match, change.players)
        pool = pool_of(change.match, change.players)
        if change.kind == Kind.OVER and pool is not None:
            counts = not _is_lost_in_one_absence(change.match, change.players)
            _rate(change.match, change.players, pool, counts=counts)


def _is_lost_in_one_absence(match: Match, players: Sequence[Player]) -> bool:
    """Return whether somebody has lost it on time who has not moved since another loss on time."""
    if match.ended_how != "time":
        return False
    losers = [player.user_id for player in players if player.user_id and player.result == "lost"]
    return any(not has_moved_since_loss_on_time(user_id, match=match) for user_id in losers)


def pool_of(match: Match, players: Sequence[Player]) -> Pool | None:
    """Return where the match is rated; None for a casual one, a guest's, one that is no duel, one
    in which somebody else has played on in a seat, and one that was practice."""
    pace = pace_of(match.time_control)
    bots = sum(bool(player.bot) for player in players)
    if not pace or len(players) != 2 or bots == 2 or (not bots and not match.rated):
        return None
    if any(map(_is_guest, players)) or _is_no_whole_match(match):
        return None
    return Pool(match.game, pace, versus_of(players))


def _is_no_whole_match(match: Match) -> bool:
    """Return whether it was not played from its beginning, by the same two, each move for good."""
    return bool(match.was_refilled or match.start or match.given_plies or match.is_practised)


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
        count(rows, [SCORES[player.result] for player in players], match.ended_at)
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


def _rows(players: Sequence[Player], pool: Pool) -> list[Rating]:
    """The ratings of *players* in the pool, locked in one order for all; made where missing."""
    fields = pool._asdict()
    owners = [(player.user_id, player.bot) for player in players]
    theirs = Q()
    for user_id, bot in owners:
        theirs |= Q(user_id=user_id, bot=bot) if user_id else Q(user__isnull=True, bot=bot)
    wanted = Rating.objects.filter(theirs, **fields)
    found = {(row.user_id, row.bot): row for row in locked(wanted)}
    missing = [owner for owner in owners if owner not in found]
    if missing:
        fresh = [Rating(user_id=user_id, bot=bot, **fields) for user_id, bot in missing]
        Rating.objects.bulk_create(fresh, ignore_conflicts=True)
        found = {(row.user_id, row.bot): row for row in locked(wanted)}
    return [found[owner] for owner in owners]


def recompute() -> int:
    """Rate every match from scratch, in the order in which they counted; how many rows changed.

    What has been annulled since no longer counts; what has been missed is added at the end.
    """
    counts = Q(match__status=Status.FINISHED, match__annulled_at__isnull=True)
    with writing():
        before = _numbers()
        Recount.objects.all().delete()
        RatingEvent.objects.exclude(counts).delete()
        rows = list(locked(Rating.objects.all()))
        for row in rows:
            reset(row)
        Rating.objects.bulk_update(rows, NUMBERS, batch_size=100)
        for pool in {Pool(row.game, row.pace, row.versus) for row in rows}:
            owe(pool, 0)
        while pay_recounts():
            pass
        _rate_missed()
        after = _numbers()
    return len(before ^ after)


def _numbers() -> set[tuple[object, ...]]:
    rows = Rating.objects.values_list("pk", *NUMBERS)
    events = RatingEvent.objects.values_list("match_id", "seat", "rating_before", "rating")
    return {*rows, *events}


def _rate_missed() -> None:
    """Rate what was to be rated and is not. Whether a match with a bot was a guest's nobody can say
    any more once that guest has an account, so those are left alone."""
    missed = ended_matches().filter(rating_events__isnull=True, annulled_at__isnull=True)
    for match in missed.filter(rated=True):
        _rate_again(match)


def _rate_again(match: Match) -> None:
    """Let a match count that has not, or counts again: as the last of all."""
    players = list(match.players.select_related("user"))
    pool = pool_of(match, players)
    if pool is not None:
        _rate(match, players, pool, counts=True)


# Reliability


def _tally(match: Match, players: Sequence[Player], times: int = 1) -> None:
    """Count the turns of a match against people that was played by the clock, or not any more.

    What was counted of nobody, as it was a guest's by then, is not taken from anybody.
    """
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
        answered = len(player.answers)
        row.answered = max(row.answered + times * answered, 0)
        row.asked = max(row.asked + times * (answered + player.missed), row.answered)
        row.spread = with_durations(row.spread, player.answers, times)
        row.save()

"""Ratings made anew after a ruling: a debt that a worker pays in batches, from that match on.

A match counts in the order of its events. When one drops out, every later event of its pool may
have other numbers, however many there are; so whoever rules writes down from where on, and
nothing waits for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games.ratings.counting import NUMBERS, count, locked, reset
from games.ratings.models import Rating, RatingEvent, Recount
from games.ratings.pools import Pool
from queues.sweeps import each
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match

BATCH = 200  # events
EVENT_NUMBERS = ["rating_before", "rating", "deviation", "volatility"]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Events that follow each other, and what their owners have after the last of them."""

    events: list[RatingEvent]
    last: int
    owners: dict[int, Rating]


def discount(match: Match) -> None:
    """Let the match count no more for either side, and owe what followed from it.

    Costs the same however many matches came after.
    """
    events = list(RatingEvent.objects.filter(match=match).select_related("owner"))
    if not events:
        return
    owner = events[0].owner
    pool = Pool(owner.game, owner.pace, owner.versus)
    before = min(event.pk for event in events) - 1
    debt = Recount.objects.select_for_update().filter(**pool._asdict()).first()
    owners = {row.pk: row for row in locked(_rows_of(event.owner_id for event in events))}
    RatingEvent.objects.filter(match=match).delete()
    _settle(_standing_after(owners, before), before)
    if debt is not None:
        Recount.objects.filter(pk=debt.pk, reached__gt=before).update(reached=before)
    elif _events_of(pool).filter(pk__gt=before).exists():
        owe(pool, before)


def owe(pool: Pool, reached: int) -> None:
    """Owe that the events of the pool after the one numbered *reached* are made anew."""
    Recount.objects.create(**pool._asdict(), reached=reached)


def pay_recounts(*, batches: int = 500) -> int:
    """Make ratings anew until nothing is owed, at most so many batches a pool; how many it took."""
    debts = list(Recount.objects.order_by("pk").values_list("pk", flat=True))
    return each(debts, lambda debt_id: _pay_off(debt_id, batches), what="recount")


def _pay_off(debt_id: int, batches: int) -> int:
    made = 0
    while made < batches and _pay(debt_id):
        made += 1
    return made


def _pay(debt_id: int) -> bool:
    """Make one batch anew; whether there was one."""
    with writing():
        debt = Recount.objects.select_for_update().filter(pk=debt_id).first()
        if debt is None:
            return False
        pool = Pool(debt.game, debt.pace, debt.versus)
        batch = _batch(pool, debt.reached)
        if batch is None:
            debt.delete()
            return False
        RatingEvent.objects.bulk_update(batch.events, EVENT_NUMBERS, batch_size=100)
        _settle(batch.owners, batch.last)
        debt.reached = batch.last
        debt.save(update_fields=["reached"])
    return True


def _batch(pool: Pool, reached: int) -> _Batch | None:
    """Return the next events with their new numbers; None if there are none.

    Whoever rates a match locks both owners before they write its events. So the events are read
    again once all owners are locked: no event of theirs can then be missing.
    """
    owners: dict[int, Rating] = {}
    while True:
        last = _end_of_batch(pool, reached)
        if last is None:
            return None
        events = list(_events_of(pool).filter(pk__gt=reached, pk__lte=last).order_by("pk"))
        asked = {event.owner_id for event in events}
        if asked <= owners.keys():
            break
        owners = {row.pk: row for row in locked(_rows_of(asked | owners.keys()))}
    standing = _standing_after({pk: owners[pk] for pk in asked}, reached)
    _replay(events, standing)
    return _Batch(events, last, standing)


def _end_of_batch(pool: Pool, reached: int) -> int | None:
    """Return the last event of the next batch, such that no match is cut in two."""
    later = _events_of(pool).filter(pk__gt=reached)
    last = max(later.order_by("pk").values_list("pk", flat=True)[:BATCH], default=None)
    while last is not None:
        inside = later.filter(pk__lte=last).values("match_id")
        furthest = later.filter(match_id__in=inside).order_by("-pk").values_list("pk", flat=True)[0]
        if furthest == last:
            break
        last = furthest
    return last


def _standing_after(owners: dict[int, Rating], event: int) -> dict[int, Rating]:
    """These ratings as they were after the event of this number, of whichever owner."""
    upto = RatingEvent.objects.filter(owner=OuterRef("pk"), pk__lte=event).order_by("-pk")
    counted = upto.filter(counts=True)
    found = _rows_of(owners).annotate(
        last=Subquery(upto.values("pk")[:1]), counted_at=Subquery(counted.values("made_at")[:1])
    )
    at = {row.pk: (row.last, row.counted_at) for row in found}
    numbers = RatingEvent.objects.in_bulk([last for last, _ in at.values() if last])
    for pk, row in owners.items():
        last, counted_at = at[pk]
        reset(row)
        if last:
            numbers_then = numbers[last]
            row.rating, row.deviation, row.volatility = (
                numbers_then.rating,
                numbers_then.deviation,
                numbers_then.volatility,
            )
        row.rated_at = counted_at
    return owners


def _replay(events: Sequence[RatingEvent], owners: dict[int, Rating]) -> None:
    """Let these events, whole matches in the order in which they counted, count anew."""
    by_match: dict[int, list[RatingEvent]] = {}
    for event in events:
        by_match.setdefault(event.match_id, []).append(event)
    for pair in by_match.values():
        pair.sort(key=lambda event: event.seat)
        rows = [owners[event.owner_id] for event in pair]
        for event, row in zip(pair, rows, strict=True):
            event.rating_before = row.rating
        if pair[0].counts:
            count(rows, [event.score for event in pair], pair[0].made_at)
        for event, row in zip(pair, rows, strict=True):
            event.rating, event.deviation = row.rating, row.deviation
            event.volatility = row.volatility


def _settle(owners: dict[int, Rating], last: int) -> None:
    """Write the numbers of those who have no event after that one; for others they are to come."""
    later = RatingEvent.objects.filter(owner=OuterRef("pk"), pk__gt=last)
    counting = Count("events", filter=Q(events__counts=True))
    matches = _rows_of(owners).exclude(Exists(later)).annotate(n=counting).values_list("pk", "n")
    settled = []
    for pk, counted in matches:
        owners[pk].matches = counted
        settled.append(owners[pk])
    Rating.objects.bulk_update(settled, NUMBERS, batch_size=100)


def _rows_of(owner_ids: Iterable[int]) -> QuerySet[Rating]:
    return Rating.objects.filter(pk__in=list(owner_ids))


def _events_of(pool: Pool) -> QuerySet[RatingEvent]:
    fields = {f"owner__{name}": value for name, value in pool._asdict().items()}
    return RatingEvent.objects.filter(**fields)

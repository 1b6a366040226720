"""What a user has been told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from engines.catalogue import GAMES
from games.common.rownames import called
from games.match.reading.selectors import (
    seats_by_key,
    seats_to_act_of,
    sits_with_others,
    with_users,
)
from games.notices.choices import wants
from games.notices.events import EVENT_OF, Channel, Kind
from games.notices.models import TO_THE_SECOND, Delivery, Notice
from queues import leases
from queues.prepared import PreparedCount

SOLO = tuple(meta.slug for meta in GAMES if meta.solo)

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match, Player


def unread_notices(user_id: int) -> int:
    """Return the number of unread lines of the bell: one a match, however much happened."""
    return _unread(user_id, timezone.now())


def _unread_lines(user_id: int, now: datetime) -> QuerySet[Notice, Any]:
    unread = _ringing(user_id, now).filter(read_at__isnull=True).order_by()
    # most are no turns, of which nothing else is to be asked: in one question the database would
    # join them all with the matches there are
    others = unread.exclude(kind=Notice.Kind.YOUR_TURN)
    turns = unread.filter(_is_worth_a_line(user_id), kind=Notice.Kind.YOUR_TURN)
    lines = (part.values(line=Coalesce("match_id", -F("pk"))) for part in (others, turns))
    one, other = lines
    return one.union(other)


_unread = PreparedCount(_unread_lines, int, datetime)


def _on_the_bell(user_id: int, now: datetime) -> QuerySet[Notice]:
    """All but the turns against bots, who answer at once, and what was seen at the board itself.

    A round that others of the site play is worth a line: who has left hears that it is over.
    """
    is_no_turn = ~Q(kind=Notice.Kind.YOUR_TURN)
    return _ringing(user_id, now).filter(is_no_turn | _is_worth_a_line(user_id))


def _is_worth_a_line(user_id: int) -> Q:
    """Return whether a turn was given by another person, or by a round of others."""
    return Q(match__game__in=SOLO) | sits_with_others(user_id, "match_id")


def _ringing(user_id: int, now: datetime) -> QuerySet[Notice]:
    is_over = Q(quiet_until__lte=now)
    rings = Q(quiet_until=None) | is_over & (Q(read_at=None) | Q(read_at__gt=F("quiet_until")))
    return Notice.objects.filter(rings, user_id=user_id, rings=True)


LOOKED_THROUGH = 4
"""So many notices are read for each line that is wanted: a match has several."""


class BellRow(NamedTuple):
    """As much of a notice as is looked through for the lines of the bell."""

    pk: int
    match_id: int | None
    kind: str
    made_at: datetime


def newest_lines(user_id: int, most: int, before: str = "") -> list[Notice]:
    """Return the lines of the bell, newest first: of each match only the latest news.

    A match that begins with the reader's turn says so; a turn that was answered is no news.
    *before* is the name of a line: those after it, with nothing of matches that stand above.
    """
    bell = _on_the_bell(user_id, timezone.now())
    last = _named(before, bell)
    news = _still_news(bell, user_id)
    lines: dict[object, BellRow] = {}
    for rows in _stretches(news, last, most * LOOKED_THROUGH):
        above = _shown_above(news, last, rows)
        for row in rows:
            if row.match_id in above:
                continue
            shown = lines.setdefault(row.match_id or f"notice {row.pk}", row)
            if shown.kind == Notice.Kind.MATCH_BEGAN and shown.made_at == row.made_at:
                lines[row.match_id or f"notice {row.pk}"] = row
        if len(lines) >= most:
            break
    wanted = [row.pk for row in lines.values()][:most]
    whole = notices_of(user_id).in_bulk(wanted)
    return [whole[pk] for pk in wanted if pk in whole]


def _still_news(bell: QuerySet[Notice], user_id: int) -> QuerySet[Notice]:
    """Return all of *bell* but the turns that wait for the user no more."""
    waiting = seats_to_act_of([user_id]).get(user_id, {})
    return bell.filter(Q(match=None) | Q(match_id__in=[*waiting]) | ~Q(kind__in=OF_TURNS))


def _stretches(
    news: QuerySet[Notice], last: Notice | BellRow | None, size: int
) -> Iterator[list[BellRow]]:
    """Yield the rows of *news* after *last*, so many at a time."""
    while True:
        older = news
        if last is not None:
            older = news.filter(made_at__lte=last.made_at)
            older = older.exclude(made_at=last.made_at, pk__gte=last.pk)
        rows = list(starmap(BellRow, older.values_list(*BellRow._fields)[:size]))
        yield rows
        if len(rows) < size:
            return
        last = rows[-1]


def _shown_above(
    news: QuerySet[Notice], last: Notice | None, rows: Sequence[BellRow]
) -> set[int | None]:
    """Return the matches of *rows* of which there is news among the lines down to *last*."""
    if last is None:
        return set()
    above = news.filter(match_id__in={row.match_id for row in rows if row.match_id})
    above = above.filter(made_at__gte=last.made_at)
    above = above.exclude(made_at=last.made_at, pk__lt=last.pk)
    return set(above.order_by().values_list("match_id", flat=True).distinct())


OF_TURNS = [kind for kind, event in EVENT_OF.items() if event.slug in ("turn", "clock")]


def _was_answered(notice: Notice) -> bool:
    if notice.match is None or notice.kind not in OF_TURNS:
        return False
    seats = notice.match.players.all()
    return not any(one.is_to_act for one in seats if one.user_id == notice.user_id)


def notices_of(user_id: int) -> QuerySet[Notice]:
    """Return the user's notices, newest first: a lazy query, to be cut short."""
    everybody = Prefetch("match__players", with_users())
    mine = _on_the_bell(user_id, timezone.now())
    return mine.select_related("match", "person").prefetch_related(everybody)


SHOWN_IN_TAB = timedelta(minutes=1)
"""So long news is worth a line in an open tab; after that the bell has it."""


def latest_for_tab(user: User, at: str, now: datetime) -> Notice | None:
    """Return the latest news that an open tab of *user* tells, if there is any that is fresh.

    Not of the match *at*, whose page is before the reader, nor of bots, who answer at once.
    """
    everybody = Prefetch("match__players", with_users())
    fresh = Notice.objects.filter(user=user, read_at=None, made_at__gt=now - SHOWN_IN_TAB)
    fresh = fresh.select_related("match", "person").prefetch_related(everybody)
    for notice in fresh[:LOOKED_THROUGH]:
        match = notice.match
        if match is not None and (match.uid == at or _is_alone(notice)):
            continue
        if not _was_answered(notice) and wants(user, notice.kind, Channel.TAB):
            return notice
    return None


def _is_alone(notice: Notice) -> bool:
    assert notice.match is not None
    others = (one for one in notice.match.players.all() if one.user_id != notice.user_id)
    return not any(one.user_id for one in others)


def own_notice(user_id: int, name: str) -> Notice | None:
    """Return the notice of that name, if it is on the user's bell."""
    return _named(name, notices_of(user_id))


def _named(name: str, notices: QuerySet[Notice]) -> Notice | None:
    """Return the one of *notices* that has that name; None for none."""
    moment, _dash, row = name.partition("-")
    try:
        since = datetime.strptime(moment, TO_THE_SECOND).replace(tzinfo=UTC)
        until = since + timedelta(seconds=1)
    except (ValueError, OverflowError):
        return None
    return called(row, notices.filter(made_at__gte=since, made_at__lt=until))


MOST_BOARDS = 30
"""So many boards are told in one mail."""


def read_boards(deliveries: Iterable[Delivery]) -> None:
    """Read for each of *deliveries* that tells of boards the seats which wait for its reader.

    One more than are told, so that it can be said that there are more; all in one statement, and
    one for who plays there. Needs to be known which they are: `Delivery.waiting`.
    """
    shown = {
        one.pk: list(one.waiting.values())[: MOST_BOARDS + 1] if _tells_of_boards(one) else []
        for one in deliveries
    }
    seats = seats_by_key({pk for keys in shown.values() for pk in keys})
    for one in deliveries:
        one.boards = [seats[pk] for pk in shown[one.pk] if pk in seats]


def _tells_of_boards(delivery: Delivery) -> bool:
    return any(EVENT_OF[one.notice.kind].slug in ("turn", "clock") for one in delivery.together)


def waiting_boards(user_id: int) -> list[Player]:
    """The seats in which the user is to act, those with the least time left first; likewise."""
    keys = list(seats_to_act_of([user_id]).get(user_id, {}).values())[: MOST_BOARDS + 1]
    seats = seats_by_key(keys)
    return [seats[pk] for pk in keys]


SENT_SHOWN = 50
"""Lines of the ledger on a page."""

KEPT = timedelta(days=90)
"""How far back the ledger goes."""


def sent_to(user_id: int, before: str, now: datetime) -> list[Notice]:
    """Return the notices of the last 90 days, newest first; those older than that named *before*.

    One more than a page shows, so that it can be said that there are more.
    """
    notices = Notice.objects.filter(user_id=user_id, made_at__gt=now - KEPT)
    last = _named(before, notices)
    if last is not None:
        later = Q(made_at__lt=last.made_at) | Q(made_at=last.made_at, pk__lt=last.pk)
        notices = notices.filter(later, made_at__lte=last.made_at)
    everybody = Prefetch("match__players", with_users())
    rows = notices.select_related("match", "person").prefetch_related(everybody, "deliveries")
    return list(rows[: SENT_SHOWN + 1])


def ledger_of(match: Match) -> QuerySet[Notice]:
    """Return what the players of *match* were told, when they read it, and how it was delivered."""
    notices = Notice.objects.filter(match=match).select_related("user")
    return notices.prefetch_related("deliveries")


def oldest_delivery() -> float:
    """Return how many seconds the delivery is late that has waited longest."""
    return leases.seconds_late(Delivery.objects.filter(settled_at=None), now=timezone.now())


class Mails(NamedTuple):
    """The results of mails, as servers told them."""

    accepted: int
    failed: int
    bounced: int
    """Addresses that took no more."""


def mails_since(since: datetime) -> Mails:
    """Return what came of the mails settled after *since*, in two statements."""
    settled = Delivery.objects.filter(
        channel=Channel.MAIL, settled_at__isnull=False, bundle__isnull=True, settled_at__gte=since
    )
    rows = settled.order_by().values_list("outcome").annotate(Count("pk"))
    counts: dict[str, int] = dict(rows)
    stopped = Notice.objects.filter(kind=Kind.ADDRESS_STOPPED, made_at__gte=since)
    outcomes = Delivery.Outcome
    return Mails(
        counts.get(outcomes.SENT, 0), counts.get(outcomes.FAILED, 0), stopped.order_by().count()
    )

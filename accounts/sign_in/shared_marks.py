"""What two accounts share in how they come here: hints for moderators, which prove nothing.

Nothing is written down in clear: marks are digests, so they can be compared and not read. Of a
network address only its beginning counts, as a household or a school has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.common.events import address_of
from accounts.models import Trace, User

AGE = timedelta(days=90)
PREFIX = {4: 24, 6: 48}
"""How many bits of an address count, by its version."""

Kind = Trace.Kind
LEADING = (Kind.DEVICE, Kind.NETWORK)
"""What leads from one account to others; a browser's name is common to too many."""

COMMON = 10
"""A network of more accounts than this leads nowhere: a school, or a telephone company."""


class Shared(NamedTuple):
    """One mark that two accounts share."""

    kind: str
    seen_first: datetime
    seen_second: datetime
    """When each of the two was last seen with it."""
    accounts: int
    """How many accounts there are with it, these two included."""


def note(request: HttpRequest, user_id: int, now: datetime, *, device: str | None = None) -> None:
    """Write down how *user_id* comes here, and in which browser if its mark is known."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    marks = {
        Kind.DEVICE: device,
        Kind.NETWORK: network_of(address_of(request)),
        Kind.BROWSER: agent,
    }
    Trace.objects.bulk_create(
        [
            Trace(user_id=user_id, kind=kind, digest=_digest(kind, mark), since=now, seen_at=now)
            for kind, mark in marks.items()
            if mark
        ],
        update_conflicts=True,
        unique_fields=["user", "kind", "digest"],
        update_fields=["seen_at"],
    )


def network_of(address: str) -> str:
    """Return the beginning of a network address; empty for what is none."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ip_network((found, PREFIX[found.version]), strict=False))


def sharing_accounts(user_id: int, now: datetime) -> list[int]:
    """Return the accounts that a browser's cookie or a small network leads to, most shared first.

    In three queries.
    """
    own = [row for row in _own(user_id, now) if row.kind in LEADING]
    counts = _counts(own, now)
    few = {_key(row) for row in own if row.kind == Kind.DEVICE or counts[_key(row)] <= COMMON}
    same = Trace.objects.filter(digest__in={digest for _kind, digest in few})
    found = Counter(same.filter(seen_at__gte=now - AGE).values_list("user_id", flat=True))
    found.pop(user_id, None)
    return [pk for pk, _times in sorted(found.items(), key=lambda one: (-one[1], one[0]))]


def sharing_pairs(user_ids: Collection[int], now: datetime) -> set[frozenset[int]]:
    """Those pairs of the accounts whom a browser's cookie or a small network leads to one another.

    In two queries.
    """
    rows = Trace.objects.filter(user_id__in=user_ids, kind__in=LEADING, seen_at__gte=now - AGE)
    people: dict[tuple[str, str], list[Trace]] = {}
    for row in rows:
        people.setdefault(_key(row), []).append(row)
    shared = {key: found for key, found in people.items() if len(found) > 1}
    counts = _counts((found[0] for found in shared.values()), now)
    return {
        frozenset((one.user_id, other.user_id))
        for key, found in shared.items()
        if key[0] == Kind.DEVICE or counts[key] <= COMMON
        for one, other in combinations(found, 2)
    }


def shared_marks(
    pairs: Collection[tuple[int, int]], now: datetime
) -> dict[tuple[int, int], list[Shared]]:
    """Return what the two accounts of each pair share, rarest marks first, in two queries."""
    people = {user_id for pair in pairs for user_id in pair}
    own: dict[int, dict[tuple[str, str], Trace]] = {user_id: {} for user_id in people}
    for row in Trace.objects.filter(user_id__in=people, seen_at__gte=now - AGE).order_by("pk"):
        own[row.user_id][_key(row)] = row
    shared = {pair: own[pair[0]].keys() & own[pair[1]].keys() for pair in pairs}
    counts = _counts((own[one][key] for (one, _two), keys in shared.items() for key in keys), now)
    found = {
        (one, other): [
            Shared(key[0], own[one][key].seen_at, row.seen_at, counts[key])
            for key, row in own[other].items()
            if key in shared[one, other]
        ]
        for one, other in pairs
    }
    for marks in found.values():
        marks.sort(key=lambda mark: mark.accounts)
    return found


class Cohort(NamedTuple):
    """People who joined within one week."""

    joined: int
    came_back: int


def returned(now: datetime, *, after: timedelta) -> Cohort:
    """Return how many joined in the week that ended *after* ago, and used it so long after joining.

    Guests and programs are not counted. In one statement.
    """
    later = Trace.objects.filter(user=OuterRef("pk"), seen_at__gte=OuterRef("date_joined") + after)
    people = User.objects.filter(
        is_guest=False,
        is_program=False,
        date_joined__gte=now - after - timedelta(days=7),
        date_joined__lt=now - after,
    )
    found = people.aggregate(joined=Count("pk"), back=Count("pk", filter=Exists(later)))
    return Cohort(found["joined"], found["back"])


def _own(user_id: int, now: datetime) -> list[Trace]:
    return list(Trace.objects.filter(user_id=user_id, seen_at__gte=now - AGE))


def _counts(rows: Iterable[Trace], now: datetime) -> Counter[tuple[str, str]]:
    """Return how many accounts have the marks of *rows*: kind is part of what a digest is made
    of."""
    same = Trace.objects.filter(digest__in={row.digest for row in rows}, seen_at__gte=now - AGE)
    counted = same.values_list("kind", "digest").annotate(accounts=Count("pk"))
    return Counter({(kind, digest): accounts for kind, digest, accounts in counted})


def _key(row: Trace) -> tuple[str, str]:
    return row.kind, row.digest


def _digest(kind: str, mark: str) -> str:
    return salted_hmac(f"accounts.trace.{kind}", mark, algorithm="sha256").hexdigest()[:20]

"""How often a program may ask: per token, per user, and for moves per match.

Counted as `games.common.limits` does, in windows that begin together for all. The figures stand in
settings.API_LIMITS.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from allauth.core.internal.ratelimit import Rate, get_ip, parse_rates
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.common import events
from games.api.problems import Problem
from games.common.limits import wait_sentence


@dataclass(frozen=True, slots=True)
class Usage:
    """The state of one bucket after a request."""

    name: str
    quota: int
    window: int
    """Seconds."""
    left: int
    resets: int
    """In how many seconds it is full again."""


def spend(request: HttpRequest, bucket: str, subject: str = "") -> None:
    """Count one request in *bucket*, and remember for the answer how it stands.

    *subject* is what has a bucket of its own, as each match has for its moves. Raises Problem.
    """
    now = time.time()
    usages = _count(bucket, _owners(request, subject), now)
    if not usages:
        return
    tightest = min(usages, key=lambda usage: usage.left)
    request.api_usage = tightest  # type: ignore[attr-defined]
    if tightest.left < 0:
        refuse(request, bucket, max(u.resets for u in usages if u.left < 0))


def refuse(request: HttpRequest, bucket: str, seconds: int) -> None:
    """Raises the problem that says for how long to wait, and of what it was too much."""
    who = request.user.pk if request.user.is_authenticated else None
    events.note("limit-hit", request, user=who, what=bucket)
    raise Problem(429, "too-many", wait_sentence(seconds), key=bucket, seconds=seconds)


def _owners(request: HttpRequest, subject: str) -> dict[str, str]:
    """Who has a count, by what settings call it."""
    token = getattr(request, "api_token", None)
    owners = {}
    if token is not None:
        owners = {"key": f"token:{token.pk}", "user": f"user:{token.user_id}"}
        if subject:
            owners = {"key": f"user:{token.user_id}:{subject}"}
    try:
        owners["ip"] = f"ip:{get_ip(request)}"
    except PermissionDenied:  # no network behind it, or not as many proxies as we were told
        pass
    return owners


def _count(bucket: str, owners: dict[str, str], now: float) -> list[Usage]:
    rates = [rate for rate in parse_rates(settings.API_LIMITS.get(bucket)) if rate.per in owners]
    keys = {_key(bucket, rate, owners[rate.per], now): int(rate.duration) + 1 for rate in rates}
    counting: Any = cache  # config.cache: it counts, as Django's own do not
    counts: list[int] = counting.count(keys) if keys else []
    return [
        Usage(
            bucket,
            rate.amount,
            int(rate.duration),
            rate.amount - count,
            int(rate.duration - now % rate.duration) + 1,
        )
        for rate, count in zip(rates, counts, strict=True)
    ]


def _key(bucket: str, rate: Rate, who: str, now: float) -> str:
    return f"api:{bucket}:{rate}:{who}:{int(now // rate.duration)}"

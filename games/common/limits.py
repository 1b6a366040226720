"""How often one may do what changes something, per user and per address of the network; how often
whoever has no account may look at what takes work to show, per address; and how often anybody may
have what takes much.

The figures stand in settings.PLAY_LIMITS. They are counted in the cache, in windows that begin
together for all, so that a count is one number and one step, however busy an address is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from allauth.core.internal.ratelimit import Rate, get_ip, parse_rates
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from accounts.common import events
from accounts.sign_in.limits import too_many

OTHER = "other"
"""What is counted for a route that is not named here."""

ACTIONS = {
    **dict.fromkeys(("new", "start", "take", "rematch", "play-bot", "quick"), "begin"),
    **dict.fromkeys(("challenge", "seek"), "begin"),
    **dict.fromkeys(("start-stage", "skirmish", "daily", "fork-stage", "practise"), "begin"),
    "cancel": "cancel",
    "resign": "cancel",
    **dict.fromkeys(("move", "analysis-move"), "move"),
    "setup": "draft",
    "set-up": "draft",
    "mark": "mark",
    "note": "note",
    "analysis-board": "import",
    "analysis-worth": "worth",
}
"""What a POST to a route counts as, by the route's name."""

LOOKS = {
    **dict.fromkeys(("match", "board", "embed", "picture", "preview"), "look"),
    **dict.fromkeys(("known", "known-embed", "turning", "variations"), "look"),
    **dict.fromkeys(("analysis-board", "analysis-worth", "shared-analysis"), "look"),
}
"""What a GET of a visitor counts as, by the name of a route that takes work to show."""

HEAVY = {
    **dict.fromkeys(("record", "record-as-text"), "download"),
    "analysis": "analysis",
    "search": "search",
    "suggest": "suggest",
}
"""What a GET of anybody counts as, by the name of a route that goes through a whole match or
through names."""


class PlayLimits:
    """Answers 429 to whoever changes things more often than a person could want to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        action = _action(request)
        wait = spend(request, action) if action else 0
        if wait:
            events.note("limit-hit", request, user=request.user.pk, what=action)
        return _refusal(request, wait) if wait else None


def _action(request: HttpRequest) -> str:
    """Return what the request counts as; "" for nothing."""
    route = request.resolver_match
    if route is None or route.namespace != "games":
        return ""
    if request.method == "POST":
        return ACTIONS.get(route.url_name or "", OTHER)
    name = route.url_name or ""
    is_member = request.user.is_authenticated and not request.user.is_guest
    return HEAVY.get(name, "") or ("" if is_member else LOOKS.get(name, ""))


def spend(request: HttpRequest, action: str) -> int:
    """Count one *action*; after how many seconds to try again, 0 if it is within its limits."""
    now = time.time()
    asked = {
        _key(action, rate, who, now): rate
        for rate in _rates(action)
        if (who := _who(request, rate.per))
    }
    counting: Any = cache  # config.cache: it counts, as Django's own do not
    ages = {key: int(rate.duration) + 1 for key, rate in asked.items()}
    counts: list[int] = counting.count(ages)
    over = (rate for rate, count in zip(asked.values(), counts, strict=True) if count > rate.amount)
    return max((_left(rate, now) for rate in over), default=0)


def _rates(action: str) -> list[Rate]:
    return parse_rates(settings.PLAY_LIMITS.get(action))


def _key(action: str, rate: Rate, who: str, now: float) -> str:
    """Under which somebody's count of this window stands."""
    return f"play:{action}:{rate}:{who}:{int(now // rate.duration)}"


def _left(rate: Rate, now: float) -> int:
    """Seconds until the next window begins."""
    return int(rate.duration - now % rate.duration) + 1


def _who(request: HttpRequest, per: str) -> str:
    """Return whose count it is, for a "key" that of the address where there is no user; "" where
    there is nobody to count for."""
    if per != "ip" and request.user.is_authenticated:
        return f"user:{request.user.pk}"
    if per == "user":
        return ""
    try:
        return f"ip:{get_ip(request)}"
    except PermissionDenied:  # no network behind it, or not as many proxies as we were told
        return ""


def _refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    """A page, or for a script the sentence alone: the page it stands on goes on as it is."""
    if not request.headers.get("HX-Request"):
        return too_many(request, seconds)
    sentence = wait_sentence(seconds)
    response = HttpResponse(sentence, status=429, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(seconds)
    return response


def wait_sentence(seconds: int) -> str:
    """That it was too much at once, and when to try again."""
    return ngettext(
        "That was too fast. Try again in %(seconds)s second.",
        "That was too fast. Try again in %(seconds)s seconds.",
        seconds,
    ) % {"seconds": seconds}

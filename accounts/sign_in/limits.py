"""How often one may try: per account, per address of the network, and over the whole site.

The figures stand in settings.ACCOUNT_RATE_LIMITS; allauth counts them in the cache.
"""

from __future__ import annotations

import logging
import math
import time
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.common import events, names
from accounts.sign_in.devices import known_device
from accounts.sign_in.find_user import user_called

logger = logging.getLogger(__name__)

APP = "allauth.account"
WHOLE_SITE = "whole-site"

TURNED_AWAY, HOUR = "guests-turned-away", 60 * 60


def spend_sign_in(request: HttpRequest, login: str) -> RateLimitUsage:
    """Counts one guess at a password; roll it back when it was right.

    Raises ImmediateHttpResponse (429) when too many were wrong. A device on which the owner
    has signed in before has an allowance of its own, so guessing elsewhere cannot lock it out.
    """
    user = user_called(login)
    device = known_device(request, user.pk) if user is not None else None
    if device is not None:
        owner = f"device:{device}"
        return _spend(request, ("sign_in", owner), ("sign_in_hour", owner))
    account = f"user:{user.pk}" if user is not None else f"name:{names.name_key(login)}"
    return _spend(
        request,
        ("sign_in_ip", None),
        ("sign_in_site", WHOLE_SITE),
        ("sign_in", account),
        ("sign_in_hour", account),
    )


def spend(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Counts one *action*. Raises ImmediateHttpResponse (429) beyond its limits."""
    _spend(request, (action, key))


def spend_guest(request: HttpRequest) -> None:
    """Counts one new guest. Raises ImmediateHttpResponse (429) beyond the limits of its address
    and of the whole site; the operator hears of those once an hour.
    """
    if is_beyond(request, "guest_site", WHOLE_SITE):
        _tell_of_full_site()
    _spend(request, ("guest", None), ("guest_site", WHOLE_SITE))


def guests_turned_away() -> int:
    """Return how many visitors could not become guests within about an hour, the whole site
    being full."""
    return int(cache.get(TURNED_AWAY) or 0)


def _tell_of_full_site() -> None:
    counting: Any = cache  # config.cache: it counts, as Django's own do not
    if counting.count({TURNED_AWAY: HOUR}) == [1]:
        logger.error("new guests are turned away: more came within an hour than JINYA_MOST_GUESTS")


def note(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Counts one *action* that is allowed however many there were."""
    ratelimit.consume(request, app=APP, action=action, key=key)


def is_beyond(request: HttpRequest, action: str, key: str | None = None) -> bool:
    """Return whether as many were counted as the limit allows; counts none."""
    return ratelimit.consume(request, app=APP, action=action, key=key, dry_run=True) is None


def _spend(request: HttpRequest, *wanted: tuple[str, str | None]) -> RateLimitUsage:
    spent = RateLimitUsage(usage=[])
    for action, key in wanted:
        usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if usage is None:
            spent.rollback()
            raise ImmediateHttpResponse(too_many(request, seconds_of(action), action))
        spent.usage += usage.usage
    return spent


def seconds_of(action: str) -> int:
    """After how many seconds at most *action* is free again."""
    rates = ratelimit.get_rates(app=APP, action=action)
    return int(max((rate.duration for rate in rates), default=60))


def seconds_until_free(request: HttpRequest, action: str, key: str | None = None) -> int:
    """In how many seconds *action*, of which there were too many, is free again."""
    left = [0]
    for rate in ratelimit.get_rates(app=APP, action=action):
        name = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key)
        counted = cache.get(name, [])
        if len(counted) >= rate.amount:
            left.append(math.ceil(counted[rate.amount - 1] + rate.duration - time.time()))
    return max(left)


def too_many(request: HttpRequest, seconds: int, action: str = "") -> HttpResponse:
    """The page that says so, why, and when to come back."""
    who = request.user.pk if request.user.is_authenticated else None
    page = request.resolver_match.url_name if request.resolver_match else None
    events.note("limit-hit", request, user=who, what=page or "")
    context = {
        "minutes": -(-seconds // 60),
        "why": why_too_many(action),
        "may_register": not request.user.is_authenticated and action == "guest_site",
        "may_play": not request.user.is_authenticated and action in CROWDED,
        "may_sign_in": action in GUESSING,
    }
    response = render(request, "accounts/too_many.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


CROWDED = frozenset({"registered", "signup"})
"""Limits that a crowd behind one address meets, which nobody in it is to blame for."""
GUESSING = frozenset({"sign_in", "sign_in_hour", "sign_in_ip", "sign_in_site", "login"})


def why_too_many(action: str) -> str:
    """Return what is said of the limit of *action*; "" for one that needs no words."""
    if action in CROWDED:
        return _(
            "Many new accounts were made from your network in the last hour. To keep robots "
            "out, please wait a little before you make one. You did nothing wrong."
        )
    if action == "guest":
        return _(
            "Many new guests came from your network in the last hour. To keep robots out, "
            "please wait a little."
        )
    if action == "guest_site":
        return _(
            "Very many guests have come to this site within an hour. To keep robots out, new "
            "guests have to wait. You can make an account and play right now."
        )
    if action in GUESSING:
        return _("A wrong password was entered too many times.")
    return ""


# What allauth counts by itself, by the name of its page.
_ACTIONS = {
    "account_signup": "signup",
    "account_login": "login",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_email": "manage_email",
    "account_change_password": "change_password",
    "account_reauthenticate": "reauthenticate",
    "mfa_login_webauthn": "login",
    "mfa_reauthenticate": "reauthenticate",
}


def handler429(request: HttpRequest) -> HttpResponse:
    """Answers for allauth's own limits."""
    page = request.resolver_match.url_name if request.resolver_match else None
    action = _ACTIONS.get(page or "", "")
    return too_many(request, seconds_of(action or "login"), action)

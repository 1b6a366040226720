"""The page of a user's devices and calendar, and the calendar itself."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.zones import zone_or_utc
from accounts.models import User
from games.common.requests import member
from games.endpoints.presenters.ics import Due, calendar_text
from games.endpoints.selectors import feed_by_token, feed_of
from games.endpoints.services.calendar import close_feed, number_entries, renew_feed
from games.match.rests import running_clock
from games.match.selectors import seats_to_act


@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """Where the user is reached outside of the site; a POST changes that, by ``do``."""
    user, now = member(request), timezone.now()
    if request.method == "POST":
        said = _do(user, request.POST.get("do", ""), now)
        if said:
            messages.success(request, said)
            return redirect("games:devices")
        return _page(request, user, status=422)
    return _page(request, user)


def _do(user: User, asked: str, now: datetime) -> str:
    """Do what was asked; what to say of it, "" if that is nothing we know."""
    if asked == "calendar":
        is_new = feed_of(user.pk) is None
        renew_feed(user=user, now=now)
        if is_new:
            return _("Your calendar has an address now.")
        return _("Your calendar has a new address. The old one no longer works.")
    if asked == "close-calendar":
        close_feed(user=user)
        return _("Your calendar is closed. Its address no longer works.")
    return ""


def _page(request: HttpRequest, user: User, status: int = 200) -> HttpResponse:
    feed = feed_of(user.pk)
    context = {"feed": feed, "feed_url": feed and _address_of(feed.token)}
    return render(request, "devices/devices.html", context, status=status)


def _address_of(token: str) -> str:
    return settings.SITE_URL + reverse("games:calendar", args=[token])


# Calendar programs come without our cookies. The address is the secret, and opens nothing else.
@login_not_required
@require_safe
def calendar(request: HttpRequest, feed: str) -> HttpResponse:
    """The deadlines of whoever gave this address to their calendar, in their language and zone."""
    found = feed_by_token(feed)
    if found is None:
        raise Http404
    user, now = found.user, timezone.now()
    seats = seats_to_act(user.pk).select_related("match", "user").order_by("deadline", "pk")
    clocks = [(seat, running_clock(seat.match, seat, now)) for seat in seats]
    running = [(seat, clock) for seat, clock in clocks if clock is not None]
    numbers = number_entries(found, {seat.match_id: clock.deadline for seat, clock in running}, now)
    dues = [
        Due(seat.match.uid, seat.seat, seat.match.game, clock, numbers[seat.match_id])
        for seat, clock in running
    ]
    language, zone = user.language or settings.LANGUAGE_CODE, zone_or_utc(user.time_zone)
    state = repr([language, user.time_zone, [(due.uid, due.seat, due.sequence) for due in dues]])
    etag = f'W/"{salted_hmac(feed, state).hexdigest()}"'
    with translation.override(language), timezone.override(zone):
        text = calendar_text(dues, now)
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    return get_conditional_response(request, etag=etag, response=answer) or answer

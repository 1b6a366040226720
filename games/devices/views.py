"""The page of a user's devices and calendar, and the calendar itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common.access import public_page
from accounts.common.browsers import browser_name
from accounts.common.requests import whole_number
from accounts.common.zones import zone_or_utc
from accounts.models import User
from accounts.sign_in.sessions import sign_in_of
from games.common.requests import member
from games.devices.forms import WebhookForm
from games.endpoints.presenters.ics import Due, calendar_text
from games.endpoints.selectors import devices_of, feed_by_token, feed_of, webhook_of
from games.endpoints.services.calendar import changed_at, close_feed, number_entries, renew_feed
from games.endpoints.services.push import (
    BadDevice,
    Subscription,
    drop_device,
    is_offered,
    keep_device,
    note_seen,
)
from games.endpoints.services.signing import BadAddress, UnknownName
from games.endpoints.services.webhooks import (
    end_old_webhook_secret,
    remove_webhook,
    renew_webhook_secret,
    set_webhook,
    start_again,
)
from games.events.own import own_appointments
from games.match.clocks.timeoff import running_clock
from games.match.reading.selectors import seats_to_act
from games.notices.choices import set_reachable
from games.notices.events import Channel
from games.notices.services.reachability import look_for_devices
from queues.transactions import writing

LONGEST_ID = 18
SCHEME = re.compile("^https?:")


@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """Show where the user is reached outside of the site; a POST changes that, by ``do``."""
    user, now = member(request), timezone.now()
    if request.method != "POST":
        return _page(request, user)
    asked = request.POST.get("do", "")
    if asked == "webhook":
        return _set_webhook(request, user, now)
    if asked == "renew-secret":
        return _page(request, user, secret=renew_webhook_secret(user=user, now=now))
    if asked not in ACTIONS:
        return _page(request, user, status=422)
    messages.success(request, ACTIONS[asked](request, user, now))
    return redirect("games:devices")


def _set_webhook(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Keep the address; the one answer that shows its secret."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            with writing():
                secret = set_webhook(user=user, now=now, **form.cleaned_data)
                set_reachable(user.pk, Channel.WEBHOOK, is_there=True)
        except UnknownName:
            form.add_error("url", _("There is no host of this name. Please check the address."))
        except BadAddress:
            form.add_error("url", _("We can post to a public https address only."))
        else:
            return _page(request, user, secret=secret)
    return _page(request, user, status=422, form=form)


def _calendar(request: HttpRequest, user: User, now: datetime) -> str:
    is_new = feed_of(user.pk) is None
    renew_feed(user=user, now=now)
    if is_new:
        return _("Your calendar has an address now.")
    return _("Your calendar has a new address. The old one no longer works.")


def _close_calendar(request: HttpRequest, user: User, now: datetime) -> str:
    close_feed(user=user)
    return _("Your calendar is closed. Its address no longer works.")


def _drop_device(request: HttpRequest, user: User, now: datetime) -> str:
    with writing():
        drop_device(user=user, number=whole_number(request.POST.get("device"), LONGEST_ID))
        look_for_devices(user.pk)
    return _("That device is told nothing any more.")


def _remove_webhook(request: HttpRequest, user: User, now: datetime) -> str:
    with writing():
        remove_webhook(user=user)
        set_reachable(user.pk, Channel.WEBHOOK, is_there=False)
    return _("The webhook is gone.")


def _start_webhook(request: HttpRequest, user: User, now: datetime) -> str:
    with writing():
        start_again(user=user)
        set_reachable(user.pk, Channel.WEBHOOK, is_there=webhook_of(user.pk) is not None)
    return _("The webhook is on again.")


def _end_old_secret(request: HttpRequest, user: User, now: datetime) -> str:
    end_old_webhook_secret(user=user)
    return _("Posts are signed with the new secret alone.")


ACTIONS: dict[str, Callable[[HttpRequest, User, datetime], str]] = {
    "calendar": _calendar,
    "close-calendar": _close_calendar,
    "drop-device": _drop_device,
    "remove-webhook": _remove_webhook,
    "start-webhook": _start_webhook,
    "end-old-secret": _end_old_secret,
}


@require_POST
def push(request: HttpRequest) -> HttpResponse:
    """Act on what a page's script reports: its browser asks for pushes, wants no more, or still
    listens (410 if we have given it up). `instead` is where it listened before."""
    user, now, asked = member(request), timezone.now(), request.POST.get("do", "")
    endpoint = request.POST.get("endpoint", "")
    if asked == "seen":
        sign_in = sign_in_of(request.session)
        is_known = note_seen(user=user, sign_in=sign_in, endpoint=endpoint, now=now)
        return HttpResponse(status=204 if is_known else 410)
    with writing():
        if asked == "drop":
            drop_device(user=user, endpoint=endpoint)
        else:
            try:
                keep_device(
                    user=user,
                    sign_in=sign_in_of(request.session),
                    subscription=Subscription(
                        endpoint, request.POST.get("p256dh", ""), request.POST.get("auth", "")
                    ),
                    browser=browser_name(request.headers.get("User-Agent", "")),
                    now=now,
                )
            except BadDevice:
                return HttpResponse(status=422)
            if (before := request.POST.get("instead", endpoint)) != endpoint:
                drop_device(user=user, endpoint=before)
        look_for_devices(user.pk)
    return HttpResponse(status=204)


def _page(
    request: HttpRequest,
    user: User,
    status: int = 200,
    *,
    form: WebhookForm | None = None,
    secret: str = "",
) -> HttpResponse:
    feed, webhook = feed_of(user.pk), webhook_of(user.pk)
    feed_url = _address_of(feed.token) if feed is not None else ""
    context = {
        "feed": feed,
        "feed_url": feed_url,
        "webcal_url": feed_url and SCHEME.sub("webcal:", feed_url),
        "devices": devices_of(user.pk),
        "is_push_offered": is_offered(),
        "webhook": webhook,
        "has_old_secret": webhook is not None and len(webhook.secrets_at(timezone.now())) > 1,
        "webhook_form": form or WebhookForm(initial={"form": webhook and webhook.form}),
        "secret": secret,
    }
    return render(request, "devices/devices.html", context, status=status)


def _address_of(token: str) -> str:
    return settings.SITE_URL + reverse("games:calendar", args=[token])


# Calendar programs come without our cookies. The address is the secret, and opens nothing else.
@public_page
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
    with translation.override(language), timezone.override(zone):
        text = calendar_text(dues, own_appointments(user.pk), now)
    said = "".join(line for line in text.splitlines(keepends=True) if "DTSTAMP:" not in line)
    digest = salted_hmac(feed, said).hexdigest()
    etag, since = f'W/"{digest}"', int(changed_at(found, digest, now).timestamp())
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})
    answer["Last-Modified"] = http_date(since)
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    not_modified = get_conditional_response(
        request, etag=etag, last_modified=since, response=answer
    )
    return not_modified or answer

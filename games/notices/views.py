"""The bell, what is told how, what was sent; and stopping mail from the mail itself."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts.common.access import own_form, own_page, public_action, public_form
from accounts.models import User
from games.common.requests import member
from games.notices.channels import SENDERS
from games.notices.choices import (
    QUEUED,
    Reach,
    choose,
    choose_reach,
    choose_times,
    is_reachable,
    kept_cells,
    stopped_mail,
    try_address_again,
)
from games.notices.events import CHOSEN, Channel
from games.notices.forms import TimesForm, kept_times
from games.notices.presenters.ledger import present_sent
from games.notices.presenters.lines import notice_url, present_notice
from games.notices.presenters.matrix import matrix_of, reach_choices
from games.notices.selectors import SENT_SHOWN, latest_for_tab, newest_lines, own_notice, sent_to
from games.notices.services.bounces import stop_mail_to, without_addresses
from games.notices.services.gathering import redate
from games.notices.services.notifying import mark_all_read, mark_line_read
from games.notices.services.testing import NoWay, TooSoon, send_test
from games.notices.services.unsubscribing import UnknownLink, check_link, stop_mail

NOTICES_SHOWN = 50


# A mail program posts here without our cookies (RFC 8058). The signed token
# says whose mail of which kind is to stop, and can do nothing else.
@csrf_exempt
@public_form
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """A GET asks and changes nothing; a POST stops the mail, as often as it comes."""
    try:
        if request.method == "POST":
            stop_mail(token)
        else:
            check_link(token)
    except UnknownLink as error:
        raise Http404 from error
    return render(request, "notices/unsubscribe.html", {"done": request.method == "POST"})


HARD = {"hardbounce", "hard", "permanent"}
"""What mail services call an address that does not exist."""


# The mail service posts here, which has no cookies of ours: the secret says that it is the one.
@csrf_exempt
@public_action
def bounced(request: HttpRequest) -> HttpResponse:
    """A mail came back for good: no more news goes there. Other reports change nothing."""
    if not settings.BOUNCE_SECRET:
        raise Http404
    if not _is_mail_service(request):
        return HttpResponse(status=403)
    report = _report_in(request)
    if report is None:
        return HttpResponse(status=400)
    if report.kind.lower() in HARD:
        why = without_addresses(report.description or report.kind)
        stop_mail_to(report.address, why, timezone.now())
    return HttpResponse(status=204)


class _Report(NamedTuple):
    address: str
    kind: str
    description: str


def _report_in(request: HttpRequest) -> _Report | None:
    """What a mail service reports, under any of the names that services use; None for nonsense."""
    try:
        report = json.loads(request.body)
    except ValueError:
        return None
    if not isinstance(report, dict):
        return None
    report = {str(name).lower(): value for name, value in report.items()}
    address = report.get("email") or report.get("address") or report.get("recipient")
    if not isinstance(address, str) or not address:
        return None
    return _Report(address, str(report.get("type") or ""), str(report.get("description") or ""))


def _is_mail_service(request: HttpRequest) -> bool:
    """Return whether the request bears the secret, as a token or as the password of some name."""
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except ValueError:
            return False
    return constant_time_compare(given, settings.BOUNCE_SECRET)


@own_form
def notices(request: HttpRequest) -> HttpResponse:
    """The bell; a POST marks everything in it as read, or one ``line`` of it, and goes there."""
    assert request.user.pk is not None
    if request.method == "POST":
        return redirect(_marked_read(request.user.pk, request.POST.get("line", "")))
    before = request.GET.get("before", "")
    found = newest_lines(request.user.pk, NOTICES_SHOWN + 1, before)
    shown = found[:NOTICES_SHOWN]
    past = {"older": shown[-1].name if len(found) > len(shown) else "", "is_newest": not before}
    lines = [present_notice(notice) for notice in shown]
    return render(request, "notices/notices.html", {"notices": lines, "past": past})


@own_page
def latest_notice(request: HttpRequest) -> JsonResponse:
    """Return the latest news for an open tab, if any, but of the match it is ``at``."""
    notice = latest_for_tab(member(request), request.GET.get("at", ""), timezone.now())
    if notice is None:
        return JsonResponse({})
    line = present_notice(notice)
    key = round(notice.made_at.timestamp() * 1000)  # tabs tell nothing older than they have told
    return JsonResponse({"key": key, "text": line.text, "url": line.url})


def _marked_read(user_id: int, line: str) -> str:
    """Marks one line of the user's bell as read, or all; where to go from there."""
    if not line:
        mark_all_read(user_id, now=timezone.now())
        return reverse("games:notices")
    notice = own_notice(user_id, line)
    if notice is None:
        raise Http404
    mark_line_read(notice, now=timezone.now())
    return notice_url(notice)


@own_form
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Show which news goes by which channel; a POST sets it, by ``reach`` in one choice or cell by
    cell, or by ``do`` tries an address again."""
    user = member(request)
    if request.method != "POST":
        return _settings_page(request, TimesForm(initial=kept_times(user)), status=200)
    if request.POST.get("do") == "again":
        try_address_again(user.pk)
        messages.success(request, _("We send to your address again."))
        return redirect("games:notice-settings")
    if request.POST.get("reach") in Reach:
        choose_reach(user.pk, Reach(request.POST["reach"]))
        redate(user.pk, timezone.now())
        messages.success(request, _("Saved."))
        return redirect("games:notice-settings")
    form = TimesForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    fields = form.cleaned_data
    hidden = [cell for cell in kept_cells(user) if Channel(cell[1]) not in channels_shown()]
    choose(user.pk, [*form.ticked, *hidden])
    choose_times(
        user.pk,
        wait=fields["wait"],
        rhythm=fields["rhythm"],
        hour=fields["hour"],
        quiet=form.quiet,
        warn=fields["warn"],
    )
    redate(user.pk, timezone.now())
    messages.success(request, _("Saved."))
    return redirect("games:notice-settings")


def channels_shown() -> list[Channel]:
    """Return the channels of this site: those of the site itself, and those that have a sender."""
    return [one for one in CHOSEN if one in SENDERS or one not in QUEUED]


def _not_set_up(user: User) -> str:
    """Return the channels for which an address is still to be given on the page of devices."""
    missing = [one for one in channels_shown() if one != Channel.MAIL]
    return _(", ").join(str(one.label) for one in missing if not is_reachable(user, one))


def _settings_page(request: HttpRequest, form: TimesForm, *, status: int) -> HttpResponse:
    user = member(request)
    shown = channels_shown()
    ticked = form.data.getlist("cells") if isinstance(form.data, QueryDict) else None
    context = {
        "form": form,
        "rows": matrix_of(user, shown, ticked if form.is_bound else None),
        "channels": [str(channel.label) for channel in shown],
        "unreachable": _not_set_up(user),
        "stopped": stopped_mail(user),
        "reaches": reach_choices(user),
    }
    return render(request, "notices/settings.html", context, status=status)


@own_form
def ledger(request: HttpRequest) -> HttpResponse:
    """Show what was sent to the reader in 90 days; a POST sends a test by one ``channel``."""
    user, now = member(request), timezone.now()
    if request.method == "POST":
        level, sentence = _sent_test(user, request.POST.get("channel", ""), now)
        messages.add_message(request, level, sentence)
        return redirect("games:ledger")
    rows = sent_to(user.pk, request.GET.get("before", ""), now)
    context = {
        "sent": [present_sent(notice) for notice in rows[:SENT_SHOWN]],
        "before": rows[SENT_SHOWN - 1].name if len(rows) > SENT_SHOWN else None,
        "channels": [
            (one.value, str(one.label), is_reachable(user, one)) for one in channels_shown()
        ],
        "unreachable": _not_set_up(user),
    }
    return render(request, "notices/ledger.html", context)


def _sent_test(user: User, channel: str, now: datetime) -> tuple[int, str]:
    """Send a test; how that went, in a sentence."""
    if channel not in [one.value for one in channels_shown()]:
        return messages.ERROR, _("There is no such channel.")
    try:
        send_test(user=user, channel=Channel(channel), now=now)
    except NoWay:
        return messages.ERROR, _("There is nowhere to send to yet: see the settings.")
    except TooSoon:
        return messages.ERROR, _("A test is on its way. Please wait half a minute.")
    return messages.SUCCESS, _("A test is on its way. What comes of it is shown here.")

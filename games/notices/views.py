"""The bell; and stopping mail from the mail itself: a signed link, a button, no sign-in."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notices.presenters.lines import notice_url, present_notice
from games.notices.selectors import newest_lines, own_notice
from games.notices.services.notifying import mark_all_read, mark_line_read
from games.notices.services.unsubscribing import UnknownLink, check_link, stop_mail

NOTICES_SHOWN = 100


# A mail program posts here without our cookies (RFC 8058). The signed token
# says whose mail of which kind is to stop, and can do nothing else.
@csrf_exempt
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
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


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The bell; a POST marks everything in it as read, or one ``line`` of it, and goes there."""
    assert request.user.pk is not None
    if request.method == "POST":
        return redirect(_marked_read(request.user.pk, request.POST.get("line", "")))
    lines = [present_notice(notice) for notice in newest_lines(request.user.pk, NOTICES_SHOWN)]
    return render(request, "notices/notices.html", {"notices": lines})


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

"""Stopping mail from the mail itself: a signed link, a button, no sign-in."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.unsubscribing import UnknownLink, check_link, stop_mail


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
    return render(request, "games/unsubscribe.html", {"done": request.method == "POST"})

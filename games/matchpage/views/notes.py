"""Private notes on a match."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.exceptions import GamesError
from games.matchpage.views.matches import found, refused
from games.notes.selectors import note_of
from games.notes.services import LONGEST_NOTE, keep_note


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@found
def note(request: HttpRequest, uid: str) -> HttpResponse:
    """Read and keep one's notes: a page of its own, or the part that the match page shows."""
    if request.method != "POST":
        return _shown(request, uid, note_of(uid, request.user))
    text = request.POST.get("text", "")
    try:
        keep_note(uid=uid, user=request.user, text=text)
    except GamesError as error:
        return refused(request, uid, error)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, uid, note_of(uid, request.user), said=_("Saved."))
    return redirect("games:note", uid)


def _shown(request: HttpRequest, uid: str, text: str, *, said: str = "") -> HttpResponse:
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    context = {
        "is_part": is_part,
        "text": text,
        "longest": LONGEST_NOTE,
        "said": said,
        "url": reverse("games:note", args=[uid]),
        "match_url": reverse("games:match", args=[uid]),
    }
    template = "notes/part.html" if is_part else "notes/page.html"
    return render(request, template, context)

"""Private notes on a match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.common.access import public_form
from games.common.exceptions import NoteWithoutPlace
from games.match.reading.selectors import match_by_uid
from games.matchpage.views.matches import answers_refusals
from games.notes.presenters import plies_before, remarks_of
from games.notes.selectors import notes_on
from games.notes.services import LAST_PLY, LONGEST_NOTE, keep_note


@public_form
@answers_refusals
def note(request: HttpRequest, uid: str) -> HttpResponse:
    """Read and keep one's notes, on the match or, by the field ``move``, to one of its moves: a
    page of its own, or the part that the match page shows."""
    if request.method != "POST":
        return _shown(request, uid)
    text, move = request.POST.get("text", ""), request.POST.get("move", "")
    keep_note(uid=uid, user=request.user, text=text, ply=_ply(uid, move))
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, uid, said=_("Saved."), move=move)
    return redirect("games:note", uid)


def _ply(uid: str, move: str) -> int | None:
    """The ply of the board after that move; None without one. Raises NoteWithoutPlace."""
    if not move:
        return None
    if not (move.isascii() and move.isdigit() and len(move) < 6):
        raise NoteWithoutPlace
    return int(move) + plies_before(match_by_uid(uid).game)


def _shown(request: HttpRequest, uid: str, *, said: str = "", move: str = "") -> HttpResponse:
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    notes, match_url = notes_on(uid, request.user), reverse("games:match", args=[uid])
    first = plies_before(notes.game)
    context = {
        "is_part": is_part,
        "text": notes.text,
        "remarks": remarks_of(notes, match_url),
        "first": first,
        "last": LAST_PLY - first,
        "move": move,
        "longest": LONGEST_NOTE,
        "said": said,
        "url": reverse("games:note", args=[uid]),
        "all_url": reverse("games:notes"),
        "match_url": match_url,
    }
    template = "notes/part.html" if is_part else "notes/page.html"
    return render(request, template, context)

"""The knowledge sheet of a game that hides kinds, and the guess marks a player makes on it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.common.exceptions import GamesError
from games.knowledge import services as marks
from games.knowledge.presenters import present_knowledge
from games.knowledge.selectors import knowledge_facts
from games.matchpage.asked import read_eyes, read_ply
from games.matchpage.views.matches import done, found, preferences, refused


@login_not_required
@require_safe
@found
def knowledge(request: HttpRequest, uid: str) -> HttpResponse:
    """What its player may know, or what a side could know in a match that is over: a page of its
    own, or the part that the match page shows."""
    facts = knowledge_facts(
        uid, request.user, after_ply=read_ply(request.GET), eyes=read_eyes(request.GET)
    )
    page = present_knowledge(
        facts,
        piece=request.GET.get("piece", ""),
        piece_set=preferences(request).piece_set,
    )
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    template = "knowledge/sheet.html" if is_part else "knowledge/page.html"
    return render(request, template, {"sheet": page, "is_part": is_part})


@login_not_required
@require_POST
@found
def mark(request: HttpRequest, uid: str) -> HttpResponse:
    """Note a guess or take it back: then the board again, or without a script the sheet."""
    piece, kind = request.POST.get("piece", ""), request.POST.get("kind", "")
    try:
        marks.mark_piece(uid=uid, user=request.user, piece=piece, kind=kind, now=timezone.now())
    except GamesError as error:
        return refused(request, uid, error)
    if request.htmx:  # type: ignore[attr-defined]
        return done(request, uid)
    return redirect(f"{reverse('games:knowledge', args=[uid])}?{urlencode({'piece': piece})}")

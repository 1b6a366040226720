"""The knowledge sheet of a game that hides kinds, and the guess marks a player makes on it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import public_action, public_page
from games.knowledge import services as marks
from games.knowledge.presenters import present_knowledge
from games.knowledge.selectors import knowledge_facts
from games.matchpage.query import read_eyes, read_ply
from games.matchpage.views.matches import answers_refusals, done, found, preferences


@public_page
@found
def knowledge(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with the knowledge sheet of a player, or of a side once the match is over: as a page,
    or as the part that the match page shows."""
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


@public_action
@answers_refusals
def mark(request: HttpRequest, uid: str) -> HttpResponse:
    """Note a guess or take it back: then the board again, or without a script the sheet."""
    piece, kind = request.POST.get("piece", ""), request.POST.get("kind", "")
    marks.mark_piece(uid=uid, user=request.user, piece=piece, kind=kind, now=timezone.now())
    if request.htmx:  # type: ignore[attr-defined]
        return done(request, uid)
    return redirect(f"{reverse('games:knowledge', args=[uid])}?{urlencode({'piece': piece})}")

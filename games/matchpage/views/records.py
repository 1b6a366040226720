"""Downloads: what was committed to at the start, and the whole record after the end."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.common.exceptions import GamesError
from games.matchpage.views.matches import found, refused
from games.record.presenters import commitments_text, json_parts, text_parts
from games.record.selectors import MatchRecord, match_commitments, match_record

TEXT = "text/plain; charset=utf-8"


@login_not_required
@require_safe
@found
def record(request: HttpRequest, uid: str) -> HttpResponse:
    """The record as JSON; without one, the board and why not."""
    try:
        facts = match_record(uid, request.user)
    except GamesError as error:
        return refused(request, uid, error)
    return _download(json_parts(facts), "application/json", _name(facts, "json"))


@login_not_required
@require_safe
@found
def record_as_text(request: HttpRequest, uid: str) -> HttpResponse:
    """The record to read; without one, the board and why not."""
    try:
        facts = match_record(uid, request.user)
    except GamesError as error:
        return refused(request, uid, error)
    return _download(text_parts(facts), TEXT, _name(facts, "txt"))


@login_not_required
@require_safe
@found
def commitments(request: HttpRequest, uid: str) -> HttpResponse:
    """The digests shown since play began; 404 where nothing is hidden, or not yet."""
    pieces = match_commitments(uid, request.user)
    if not pieces:
        raise Http404
    return _download([commitments_text(uid, pieces)], TEXT, f"jinya-{uid}-commitments.txt")


def _name(facts: MatchRecord, ending: str) -> str:
    return f"jinya-{facts.game}-{facts.uid}.{ending}"


def _download(parts: Iterable[str], kind: str, name: str) -> HttpResponse:
    """The file. It is put together in parts, and sent whole: whoever reads slowly is not to hold
    one of the few places in which pages are made."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(parts, content_type=kind, headers=headers)

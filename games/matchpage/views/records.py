"""Downloads: what was committed to at the start, and the whole record after the end."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse

from accounts.common.access import public_page
from games.matchpage.views.matches import answers_refusals, found
from games.record.presenters import (
    commitments_text,
    has_pgn,
    json_parts,
    pgn_parts,
    text_json_parts,
    text_parts,
)
from games.record.selectors import MatchRecord, match_commitments, match_record

TEXT, JSON = "text/plain; charset=utf-8", "application/json"
PGN = "application/vnd.chess-pgn"


@public_page
@answers_refusals
def record(request: HttpRequest, uid: str) -> HttpResponse:
    """The record as JSON; without one, the board and why not."""
    facts = match_record(uid, request.user)
    return _download(json_parts(facts), JSON, _name(facts, "json"))


@public_page
@answers_refusals
def record_as_text(request: HttpRequest, uid: str) -> HttpResponse:
    """The record to read, the same text as JSON, or PGN; without one, the board and why not."""
    facts = match_record(uid, request.user)
    if request.GET.get("form") == "json":
        return _download(text_json_parts(facts), JSON, _name(facts, "txt.json"))
    if request.GET.get("form") == "pgn" and has_pgn(facts.game):
        return _download(pgn_parts(facts), f"{PGN}; charset=utf-8", _name(facts, "pgn"))
    return _download(text_parts(facts), TEXT, _name(facts, "txt"))


@public_page
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

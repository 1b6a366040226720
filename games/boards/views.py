"""The rules of the games."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.common.access import public_page
from engines.catalogue import GAMES, meta_for
from games.boards.cards import card_for, is_taught
from games.boards.rules import chapter_of, parts_of, spoken_of


@public_page
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, in the reader's language."""
    try:
        meta_for(slug)
    except LookupError as error:
        raise Http404 from error
    language = get_language() or "en"
    chapter = chapter_of(slug, language, request)
    context = {
        "game": card_for(slug),
        "others": [card_for(meta.slug) for meta in GAMES if meta.slug != slug],
        "is_taught": is_taught(slug),
        "pieces_template": f"boards/{slug}/pieces.html",
        "parts": [(anchor, SafeString(title)) for anchor, title, _text in parts_of(chapter)],
        "rules_html": chapter,
        "spoken": spoken_of(chapter),
    }
    return render(request, "boards/rules.html", context)


@public_page
def trial(request: HttpRequest, slug: str) -> HttpResponse:
    """A page on which one piece of a game is tried out; what cannot be shown is said to be so."""
    try:
        card = card_for(slug)
    except LookupError as error:
        raise Http404 from error
    if card.trial is None:
        raise Http404
    shown = card.trial.context(request.GET.dict())
    sprite = card.sprite(getattr(request.user, "piece_set", ""))
    status = 400 if shown["error"] else 200
    return render(
        request, card.trial.template, {"game": card, "sprite": sprite, **shown}, status=status
    )


@public_page
def all_rules(request: HttpRequest) -> HttpResponse:
    """Every game, with the way to its rules."""
    games = [card_for(meta.slug) for meta in GAMES]
    return render(request, "boards/all_rules.html", {"games": games})

"""The home page, the rules, the bell."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from engines.catalogue import GAMES, meta_for
from games.presenters.catalogue import game_card
from games.presenters.notices import present_notice
from games.presenters.shows import show_card
from games.selectors.bells import notices_of
from games.selectors.shows import running_shows
from games.services.telling import mark_all_read

NOTICES_SHOWN = 100
SHOWS = 3


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Jinya is, for whoever comes by; people with an account go to their desk."""
    if request.user.is_authenticated:
        return redirect("games:desk")
    games = [game_card(meta.slug) for meta in GAMES]
    shows = [show_card(show) for show in running_shows(most=SHOWS)]
    return render(request, "games/home.html", {"games": games, "shows": shows})


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where programs that read no page look for the icon: it lies with our other files."""
    return redirect(static("img/favicon.ico"))


@login_not_required
@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one game, in the reader's language."""
    try:
        meta_for(slug)
    except LookupError as error:
        raise Http404 from error
    language = (get_language() or "en")[:2]
    chapter = select_template(
        [f"games/rules/{slug}.{language}.html", f"games/rules/{slug}.en.html"]
    )
    context = {
        "game": game_card(slug),
        "others": [game_card(meta.slug) for meta in GAMES if meta.slug != slug],
        "pieces_template": f"components/{slug}_pieces.html",
        "rules_html": chapter.render({}, request),
    }
    return render(request, "games/rules.html", context)


@login_not_required
@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Every game, with the way to its rules."""
    games = [game_card(meta.slug) for meta in GAMES]
    return render(request, "games/all_rules.html", {"games": games})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """The bell; a POST marks everything in it as read."""
    assert request.user.pk is not None
    if request.method == "POST":
        mark_all_read(request.user.pk, now=timezone.now())
        return redirect("games:notices")
    lines = [present_notice(notice) for notice in notices_of(request.user.pk)[:NOTICES_SHOWN]]
    return render(request, "games/notices.html", {"notices": lines})

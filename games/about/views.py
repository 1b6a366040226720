"""Privacy, terms, imprint and cookies; and what robots are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.common.access import public_page
from engines.catalogue import GAMES
from games.about.presenters import cookie_rows, kept_rows, own_blocks

TITLES: dict[str, Promise] = {
    "privacy": _("Privacy"),
    "terms": _("Terms"),
    "imprint": _("Imprint"),
    "cookies": _("Cookies"),
    "accessibility": _("Accessibility"),
}


@public_page
def text(request: HttpRequest, page: str) -> HttpResponse:
    """One of the texts, in the reader's language or the one asked for by ``?in=``."""
    operator = settings.OPERATOR
    languages = [code for code, _name in settings.LANGUAGES if is_written(page, code)]
    own = [code for code, _name in settings.LANGUAGES if f"{page}.{code}" in operator.texts]
    there = own or languages
    asked = request.GET.get("in") or get_language()
    language = asked if asked in there else operator.language or there[0]
    if language not in there:
        language = there[0]
    context: dict[str, Any] = {
        "title": TITLES[page],
        "page": page,
        "text_language": language,
        "others": [code for code in there if code != language],
        "decides": operator.language if operator.language in there else "",
        "own": own_blocks(operator.texts.get(f"{page}.{language}", "")),
    }
    with override(language):
        context |= {
            "chapter": f"about/{page}.{language}.html",
            "kept": kept_rows(),
            "cookies": cookie_rows(),
            "minimum_age": settings.MINIMUM_AGE,
            "has_push": bool(settings.VAPID_KEY),
        }
    return render(request, "about/text.html", context)


def is_written(page: str, language: str) -> bool:
    """Return whether the site itself has the text in *language*."""
    return Path(settings.BASE_DIR, "templates", "about", f"{page}.{language}.html").exists()


PRIVATE = (
    *("/admin/", "/accounts/", "/desk/", "/archive/", "/notices/", "/settings/", "/my-data/"),
    *("/people/", "/set-ups/", "/challenges/", "/reports/", "/standing/", "/vacation/"),
    *("/take/", "/unsubscribe/", "/metrics"),
)
"""Beginnings of addresses that are of no use to search engines."""

PREVIEWERS = (
    *("Twitterbot", "facebookexternalhit", "Slackbot-LinkExpanding", "Discordbot"),
    *("LinkedInBot", "TelegramBot", "WhatsApp"),
)
"""What fetches a page once, when somebody passes its link on."""


@public_page
def robots(_request: HttpRequest) -> HttpResponse:
    """Search engines read the rules and no person's page; boards are too many to be read."""
    private = [f"Disallow: {path}" for path in PRIVATE]
    lines = [
        *(f"User-agent: {name}" for name in PREVIEWERS),
        *private,
        "",
        "User-agent: *",
        *private,
        "Disallow: /matches/",
        "Disallow: /*?",
        "",
        f"Sitemap: {settings.SITE_URL}{reverse('games:sitemap')}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public_page
def sitemap(_request: HttpRequest) -> HttpResponse:
    """The pages that say something to a stranger."""
    names = ("home", "lobby", "news", "statistics", "ratings", "campaign", "all-rules")
    paths = [reverse(f"games:{name}") for name in (*names, "fair-play", *TITLES)]
    paths += [reverse("games:rules", args=[meta.slug]) for meta in GAMES]
    places = "".join(f"<url><loc>{escape(settings.SITE_URL + path)}</loc></url>" for path in paths)
    xml = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>\n'
    )
    return HttpResponse(xml, content_type="application/xml; charset=utf-8")

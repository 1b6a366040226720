"""The chapter of a game in the rules, and its parts."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.template.loader import select_template

from games.boards.cards import card_for

PART = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>(.*?)(?=<h2 |\Z)', re.DOTALL)


def chapter_of(slug: str, language: str, request: HttpRequest | None = None) -> str:
    """Return the rules of a game as HTML, in *language* or else in English."""
    names = [f"boards/{slug}/rules.{each}.html" for each in (language, "en")]
    return select_template(names).render({**card_for(slug).chapter()}, request)


def parts_of(chapter: str) -> list[tuple[str, str, str]]:
    """Return the anchor, the title and the text of each part, as HTML."""
    return PART.findall(chapter)

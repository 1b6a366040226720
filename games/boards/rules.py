"""The chapter of a game in the rules, and its parts."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.template.loader import select_template
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.boards.cards import card_for

PART = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>(.*?)(?=<h2 |\Z)', re.DOTALL)


MARKED = re.compile(r'<div class="prose" lang="(\w+)"')


def chapter_of(slug: str, language: str, request: HttpRequest | None = None) -> str:
    """Return the rules of a game as HTML, in *language* or else in English, and marked so."""
    own, english = (f"boards/{slug}/rules.{each}.html" for each in (language, "en"))
    template = select_template([own, english])
    if template.template.name == own:
        return template.render({**card_for(slug).chapter()}, request)
    with override("en"):
        chapter = template.render({**card_for(slug).chapter()}, request)
    marked = chapter.replace('<div class="prose">', '<div class="prose" lang="en" dir="ltr">', 1)
    return SafeString(marked)


def parts_of(chapter: str) -> list[tuple[str, str, str]]:
    """Return the anchor, the title and the text of each part, as HTML."""
    return PART.findall(chapter)


def spoken_of(chapter: str) -> str:
    """Return the language that the chapter is marked to be in; empty for the reader's."""
    marked = MARKED.match(chapter)
    return marked[1] if marked else ""

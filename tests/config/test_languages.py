"""Every language is whole: no page falls back on English."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from engines.catalogue import GAMES
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person

pytestmark = pytest.mark.django_db

ENGLISH = re.compile(r"[A-Za-z][a-z]+(?:,? [A-Za-z]?[a-z]+){2,}")
"""Three words in a row."""
LICENCES = {"Affero General Public License", "Open Font License"}
SILENT = {"script", "style", "code", "pre", "kbd", "bdi", "title", "svg", "option"}
OPEN = (
    *("home", "lobby", "new", "learn", "puzzles", "watch", "events", "clubs", "ratings"),
    *("campaign", "skirmish", "all-rules", "fair-play", "privacy", "terms", "imprint", "cookies"),
    *("accessibility", "barrier"),
)
OF_MEMBERS = (
    *("desk", "archive", "notices", "notice-settings", "set-ups", "my-data", "devices", "vacation"),
    *("people", "reports", "analyses", "new-event", "new-club"),
)


class Speech(HTMLParser):
    """What a page says, but for code, names, and what is marked as of another language."""

    def __init__(self, html: str, language: str) -> None:
        super().__init__()
        self.language, self.said = language, list[str]()
        self.silent = list[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = dict(attrs).get("lang") or self.language
        is_silent = tag in SILENT or spoken != self.language
        if tag == self.silent[0] if self.silent else is_silent:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag == self.silent[0]:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def english_on(path: str, language: str, user: object = None) -> list[str]:
    """The English on a page that is asked for in *language*."""
    with translation.override(language):
        page = browser(user, headers={"Accept-Language": language}).get(path)
    html = page.content.decode()
    if page.status_code != 200 or f'<html lang="{language}"' not in html:
        return [f"{page.status_code}: {html[:60]}"]
    said = " ".join(" ".join(Speech(html, language).said).split())
    return [words for words in ENGLISH.findall(said) if words not in LICENCES]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_pages_say_nothing_in_english(language: str) -> None:
    member = person()
    match = match_between(member, person())
    paths = [reverse(f"games:{name}") for name in OPEN]
    paths += [reverse("games:rules", args=[meta.slug]) for meta in GAMES]
    found = {path: english_on(path, language) for path in paths}
    own = [*(reverse(f"games:{name}") for name in OF_MEMBERS), f"/matches/{match.uid}/"]
    own += [reverse("accounts:settings"), reverse("accounts:security")]
    found |= {path: english_on(path, language, member) for path in own}
    assert {path: said for path, said in found.items() if said} == {}

"""The pages of the site, by what they are called and by the other words people look for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engines.catalogue import GAMES
from games.boards.cards import card_for, is_taught
from games.boards.rules import chapter_of, parts_of

FOUND = 8
"""How many pages, and how many parts of rules, are shown."""

ROUND = 60
"""So many letters are shown before and after what was found."""

Words = Any
"""A text, or one that is translated when it is read."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page, or a part of one."""

    title: str
    url: str
    also: str
    """What else it is found by: words, or the text of a part of the rules."""


ROUTES: tuple[tuple[str, Words, Words], ...] = (
    (
        "games:lobby",
        pgettext_lazy("navigation", "Play"),
        pgettext_lazy("search", "lobby seeks opponents"),
    ),
    ("games:new", _("New match"), pgettext_lazy("search", "play a bot, invite a friend by link")),
    ("games:desk", _("My matches"), pgettext_lazy("search", "my turn, games in progress")),
    ("games:archive", _("Archive"), pgettext_lazy("search", "my finished games, history")),
    (
        "games:watch",
        pgettext_lazy("matches", "Watch"),
        pgettext_lazy("search", "spectate live games"),
    ),
    ("games:learn", _("Learn"), pgettext_lazy("search", "lessons, course, beginners")),
    ("games:puzzles", _("Puzzles"), pgettext_lazy("search", "tactics, training")),
    ("games:daily-puzzle", _("Puzzle of the day"), pgettext_lazy("search", "daily")),
    ("games:all-rules", _("Rules"), pgettext_lazy("search", "how to play")),
    ("games:analyses", _("Analysis"), pgettext_lazy("search", "analysis board, study")),
    (
        "games:events",
        _("Community"),
        pgettext_lazy("search", "events, tournaments, leagues, ladders"),
    ),
    ("games:news", _("News"), pgettext_lazy("search", "announcements, what is new")),
    ("games:statistics", _("Statistics"), pgettext_lazy("search", "numbers, how many")),
    ("games:clubs", _("Clubs"), pgettext_lazy("search", "teams, groups")),
    ("games:people", _("People"), pgettext_lazy("search", "players, friends, following, blocked")),
    ("games:ratings", _("Leaderboards"), pgettext_lazy("search", "ranking, best players, rating")),
    ("games:campaign", _("Campaign"), pgettext_lazy("search", "stages, solo")),
    ("games:skirmish", _("Skirmish"), pgettext_lazy("search", "solo, own map")),
    ("games:daily", _("Daily challenge"), pgettext_lazy("search", "solo, map of the day")),
    ("games:set-ups", _("My set-ups"), pgettext_lazy("search", "formations, armies")),
    ("games:notes", _("Your notes"), pgettext_lazy("search", "private notes")),
    (
        "accounts:settings",
        _("Settings"),
        pgettext_lazy("search", "sound, pieces, language, dark, time zone"),
    ),
    ("games:notice-settings", _("Notices"), pgettext_lazy("search", "e-mail, mail, push, alerts")),
    ("games:ledger", _("Sent to you"), pgettext_lazy("search", "mails, delivery")),
    (
        "games:devices",
        _("Devices and calendar"),
        pgettext_lazy("search", "push, phone, calendar, webhook"),
    ),
    ("games:vacation", _("Vacation"), pgettext_lazy("search", "holiday, pause, nights off")),
    (
        "accounts:security",
        _("Sign-in"),
        pgettext_lazy("search", "password, passkey, two-factor, sign-ins"),
    ),
    ("account_email", _("E-mail"), pgettext_lazy("search", "change e-mail")),
    ("accounts:tokens", _("Apps and access tokens"), pgettext_lazy("search", "API, programs")),
    (
        "games:children",
        _("Children and classes"),
        pgettext_lazy("search", "kids, school, parents, teachers"),
    ),
    ("games:bots", _("Bot accounts"), pgettext_lazy("search", "API, engine")),
    (
        "games:my-data",
        _("Your data"),
        pgettext_lazy("search", "export, download, delete account, close account"),
    ),
    ("api:guide", _("For programs"), pgettext_lazy("search", "API, developers")),
    (
        "games:fair-play",
        _("Fair play"),
        pgettext_lazy("search", "cheating, conduct, rules of the site"),
    ),
    ("games:reports", _("Your reports"), pgettext_lazy("search", "report, complaint")),
    ("games:privacy", _("Privacy"), pgettext_lazy("search", "data protection")),
    ("games:terms", _("Terms"), pgettext_lazy("search", "conditions")),
    ("games:cookies", _("Cookies"), ""),
    (
        "games:accessibility",
        _("Accessibility"),
        pgettext_lazy("search", "screen reader, keyboard, zoom, contrast, barrier"),
    ),
    ("games:imprint", _("Imprint"), pgettext_lazy("search", "contact, operator, source")),
)
"""Pages by their routes, with their titles and what else they are looked for by."""


def pages_like(text: str) -> list[Place]:
    """The pages in whose titles or other words all words of *text* begin some; by title first."""
    return _found(text, _pages())


def rules_like(text: str) -> list[Place]:
    """The parts of the rules in which all words of *text* begin some, each with the letters around
    the first; by title first."""
    words = [_beginning(word) for word in folded(text).split()]
    found = _found(text, _chapters(get_language() or "en"))
    return [Place(one.title, one.url, _around(one.also, words)) for one in found]


def _found(text: str, places: Iterable[Place]) -> list[Place]:
    words = [_beginning(word) for word in folded(text).split()]
    if not words:
        return []
    titled, others = [], []
    for place in places:
        title, everything = folded(place.title), folded(f"{place.title} {place.also}")
        if all(word.search(title) for word in words):
            titled.append(place)
        elif all(word.search(everything) for word in words):
            others.append(place)
    return [*titled, *others][:FOUND]


def _beginning(word: str) -> re.Pattern[str]:
    """Finds the beginnings of words; any place in a text whose words are not divided."""
    return re.compile(
        rf"\b{re.escape(word)}" if word.isascii() and word.isalnum() else re.escape(word)
    )


def folded(text: str) -> str:
    """*text* as it is compared: without case, and with letters of one width."""
    return unicodedata.normalize("NFKC", text).casefold()


def _pages() -> Iterator[Place]:
    for game in (meta.slug for meta in GAMES):
        card = card_for(game)
        name, also = str(card.name), f"{card.kanji} {card.pinyin}"
        rules = _("Rules of %(game)s") % {"game": name}
        yield Place(rules, reverse("games:rules", args=[game]), also)
        if is_taught(game):
            learn = _("Learn %(game)s") % {"game": name}
            yield Place(learn, reverse("games:course", args=[game]), also)
    for route, title, also in ROUTES:
        yield Place(str(title), reverse(route), str(also))


TAG = re.compile(r"<svg.*?</svg>|<[^>]*>", re.DOTALL)


@lru_cache(maxsize=8)
def _chapters(language: str) -> tuple[Place, ...]:
    """Every part of the rules of every game, as text, in a language that has them."""
    found = []
    for game in (meta.slug for meta in GAMES):
        for anchor, title, text in parts_of(chapter_of(game, language)):
            name = f"{card_for(game).name}: {_plain(title)}"
            url = f"{reverse('games:rules', args=[game])}#{anchor}"
            found.append(Place(name, url, _plain(text)))
    return tuple(found)


def _plain(source: str) -> str:
    return " ".join(unescape(TAG.sub(" ", source)).split())


def _around(text: str, words: list[re.Pattern[str]]) -> str:
    """The letters around the first of *words* in *text*; its beginning, where none occurs."""
    hits = [hit.start() for word in words if (hit := word.search(text.casefold()))]
    at = min(hits, default=0)
    first = text.rfind(" ", 0, max(at - ROUND, 0)) + 1 if at > ROUND else 0
    shown = text[first : at + ROUND]
    return f"{'…' if first else ''}{shown}{'…' if first + len(shown) < len(text) else ''}"

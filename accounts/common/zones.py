"""Time zones: which there are, what they are called in the reader's language, how one is found.

The list is that of the tz database: a zone for each country, more where clocks differ. Cities and
countries are named by CLDR, by way of Babel.
"""

from __future__ import annotations

import importlib.resources
import re
import unicodedata
import zoneinfo
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache

from babel import Locale
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, to_locale

from accounts.common.cookies import ZONE, cookie_name

FALLBACK = "UTC"
LONGEST_TYPED = 200
QUARTER = 15 * 60
"""Seconds: no clock is changed but at such a minute."""
MOST_NAMED = 5
"""How many zones are named to whoever typed what fits several."""


class NoSuchZone(ValueError):
    """Nothing is called so; or several zones are, and some of them are *like* it."""

    def __init__(self, like: tuple[str, ...] = ()) -> None:
        super().__init__(like)
        self.like = like


@dataclass(frozen=True, slots=True)
class ListedZone:
    """A zone as it stands in the list."""

    key: str
    text: str
    """City, country and present offset, in the reader's language: what is shown and sent."""
    also: str
    """What else it is found by: its key, and its names in the other languages."""


@cache
def known_zones() -> frozenset[str]:
    """Every zone a browser may report, old spellings included."""
    return frozenset(zoneinfo.available_timezones()) - {"Factory", "localtime"}


def is_zone(name: str) -> bool:
    return name in known_zones()


def zone_or_utc(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone of this name; UTC when there is none (any more)."""
    return zoneinfo.ZoneInfo(name if is_zone(name) else FALLBACK)


def zone_of_browser(request: HttpRequest) -> zoneinfo.ZoneInfo:
    """Return the zone a visitor's browser has told; UTC while it has not."""
    return zone_or_utc(request.COOKIES.get(cookie_name(ZONE), FALLBACK))


def offset_text(moment: datetime) -> str:
    """Return how far the clock that shows *moment* is from UTC: "UTC+09:00"."""
    digits = f"{moment:%z}"
    return f"UTC{digits[:3]}:{digits[3:5]}"


def zone_text(key: str) -> str:
    """City, country and present offset of a zone: "Tokyo, Japan (UTC+09:00)"."""
    there = timezone.now().astimezone(zone_or_utc(key))
    return f"{_names(_language()).get(canonical(key), key)} ({offset_text(there)})"


def zone_options() -> SafeString:
    """Return the zones to choose from as options, from west to east."""
    return _options(_language(), int(timezone.now().timestamp()) // QUARTER * QUARTER)


@lru_cache(maxsize=16)
def _options(language: str, since: int) -> SafeString:
    """Return the options of a language in the quarter of an hour that began at *since*."""
    rows = ((zone.text, zone.also) for zone in listed_zones(language, since))
    return format_html_join("", '<option value="{}" label="{}"></option>', rows)


def listed_zones(language: str, timestamp: float) -> list[ListedZone]:
    """Return the zones to choose from, from west to east, with their offsets at *timestamp*."""
    others = [_names(code) for code, _name in settings.LANGUAGES if code != language]
    rows = []
    for key, name in _names(language).items():
        there = datetime.fromtimestamp(timestamp, zoneinfo.ZoneInfo(key))
        also = " · ".join([key, *(names[key] for names in others)])
        listed = ListedZone(key, f"{name} ({offset_text(there)})", also)
        rows.append((there.utcoffset(), name, listed))
    return [listed for _offset, _name, listed in sorted(rows, key=lambda row: row[:2])]


def zone_called(text: str) -> str:
    """The key of the zone that *text* names, as the list does or by as much of it as is enough.

    The offset does not matter: it changes with the season. Raises NoSuchZone.
    """
    name = OFFSET.sub("", text[:LONGEST_TYPED]).strip()
    wanted = _folded(name)
    if not wanted:
        raise NoSuchZone
    for fits in (str.__eq__, _has_words, str.__contains__):
        like = [key for key, names in _search().items() if any(fits(one, wanted) for one in names)]
        if len(like) == 1:
            return like[0]
        if is_zone(name):
            return canonical(name)
        if like:
            raise NoSuchZone(tuple(zone_text(key) for key in like[:MOST_NAMED]))
    raise NoSuchZone


def canonical(key: str) -> str:
    """Return the spelling under which a zone stands in the list: Asia/Tokyo for Japan."""
    return _links().get(key, key)


# Names

OFFSET = re.compile(r"[(（]UTC[^)）]*[)）]\s*$")


def _language() -> str:
    """Return the language of the site the reader has."""
    return get_language() or settings.LANGUAGE_CODE


@cache
def _names(language: str) -> dict[str, str]:
    """City and country of every zone on the list: "Tokyo, Japan", 「東京（日本）」."""
    locale = Locale.parse(to_locale(language))
    names = {FALLBACK: str(locale.time_zones["Etc/UTC"]["long"]["standard"])}
    for key, country in _countries().items():
        names[key] = _named(_city(key, locale), locale.territories[country], language)
    return names


def _named(city: str, country: str, language: str) -> str:
    if city == country:
        return city
    return f"{city}（{country}）" if language.startswith(("ja", "zh")) else f"{city}, {country}"


def _city(key: str, locale: Locale) -> str:
    """The city of a zone: by CLDR, which often knows an older spelling alone, or by its key."""
    older = (link for link, target in _links().items() if target == key)
    named = (locale.time_zones.get(one, {}).get("city") for one in (key, *older))
    return next((str(city) for city in named if city), key.rpartition("/")[2].replace("_", " "))


@cache
def _search() -> dict[str, frozenset[str]]:
    """Under which names each zone is found, in every language of the site."""
    names: dict[str, set[str]] = defaultdict(set)
    for code, _name in settings.LANGUAGES:
        for key, name in _names(code).items():
            names[key] |= {_folded(name), _folded(key)}
    return {key: frozenset(found) for key, found in names.items()}


def _folded(text: str) -> str:
    """*text* without accents, case and what separates words: São_Paulo is "sao paulo"."""
    plain = unicodedata.normalize("NFKD", text.replace("_", " ").replace("/", " "))
    kept = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[(),]", " ", kept).casefold().split())


def _has_words(name: str, wanted: str) -> bool:
    return set(wanted.split()) <= set(name.split())


# The tz database


@cache
def _countries() -> dict[str, str]:
    """Return every zone of the tz database's own list, and its country in two letters."""
    rows = (line.split("\t") for line in _tz_file("zone.tab"))
    return {row[2]: row[0] for row in rows if is_zone(row[2])}


@cache
def _links() -> dict[str, str]:
    """Other spellings, and the zone on the list that each is one of."""
    rows = [line.split() for line in _tz_file("tzdata.zi") if line.startswith("L ")]
    targets = {link: target for _sign, target, link in rows}
    listed = _countries()
    links = {
        link: target for link, target in targets.items() if link not in listed and target in listed
    }
    return {**links, "Etc/UTC": FALLBACK}


def _tz_file(name: str) -> list[str]:
    text = (importlib.resources.files("tzdata") / "zoneinfo" / name).read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]

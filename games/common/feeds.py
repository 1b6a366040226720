"""Atom feeds (RFC 4287): the newest of something public, the same for everybody.

Programs fetch them for many readers and keep them by address, so the language stands in the
address (``?in=``, as for the legal texts): neither a cookie nor ``Accept-Language`` decides it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no place for, not even escaped."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed."""

    key: str
    """By which it is known among those of its feed, for good."""
    title: str
    lines: tuple[str, ...]
    path: str
    """Where it is read on the site."""
    at: datetime
    author: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """The content of a feed; its entries are few, the newest first."""

    title: str
    path: str
    """Its own address, by which it is known for good."""
    page: str
    """Where the same is read on the site."""
    since: datetime
    """When it was last changed, where it has no entry."""
    entries: Sequence[Entry]


class _Atom(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """Return when the newest entry is from; never the present, which would change always."""
        since: datetime = self.feed["since"]
        return max((item["updateddate"] for item in self.items), default=since)


def feed_answer(
    request: HttpRequest, read: Callable[[], Feed], *, max_age: int = 0
) -> HttpResponse:
    """Return what *read* makes in the language asked for; 304 for whoever has it already.

    It is compared by its tag alone: what is hidden or withdrawn leaves a feed without a date.
    It may be kept without asking for *max_age* seconds.
    """
    asked = request.GET.get("in", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        text = _atom(language, read())
    etag = f'W/"{sha256(text.encode()).hexdigest()[:32]}"'
    answer = HttpResponse(text, content_type=Atom1Feed.content_type, headers={"ETag": etag})
    answer["Content-Language"] = language
    if max_age:
        answer["Cache-Control"] = f"max-age={max_age}"
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _atom(language: str, feed: Feed) -> str:
    name = f"tag:{urlsplit(settings.SITE_URL).hostname},2026:{feed.path}{language}"
    site = settings.OPERATOR.site
    atom = _Atom(
        title=_writable(f"{feed.title} · {site}"),
        link=settings.SITE_URL + feed.page,
        description="",
        language=language,
        author_name=_writable(site),
        feed_url=f"{settings.SITE_URL}{feed.path}?in={language}",
        feed_guid=name,
        since=_to_the_second(feed.since),
    )
    for entry in feed.entries:
        at = _to_the_second(entry.at)
        atom.add_item(
            title=_writable(entry.title),
            link=settings.SITE_URL + entry.path,
            description="<br>".join(escape(_writable(line)) for line in entry.lines),
            author_name=_writable(entry.author) or None,
            pubdate=at,
            updateddate=at,
            unique_id=f"{name}/{entry.key}",
        )
    return str(atom.writeString("utf-8"))


def _writable(text: str) -> str:
    return UNWRITABLE.sub("\ufffd", text)


def _to_the_second(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)

"""News that are shown, in the reader's language or the nearest that there is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache

from games.news.models import NewsItem

MOST = 20
"""So many are shown; older ones are read by staff alone."""
KEPT = "news"
A_MINUTE = 60  # seconds
IS_NEW = timedelta(days=14)
NEAREST = {"zh-hant": "zh-hans", "zh-hans": "zh-hant"}
"""What is read instead of a language in which nothing is written; then English, then any."""


class News(NamedTuple):
    """One piece of news in one language."""

    key: str
    shown_at: datetime
    language: str
    title: str
    text: str


Written = list[tuple[str, str, dict[str, tuple[str, str]]]]
"""Keys, times as text, and title and text by language: what can be kept as JSON."""


def newest_news(language: str, now: datetime) -> list[News]:
    """Return the newest items, newest first, each in *language* or the nearest there is."""
    return [
        News(key, shown_at, own, *texts[own])
        for key, time, texts in _written(now)
        if (shown_at := datetime.fromisoformat(time)) <= now
        for own in [_nearest(language, texts)]
    ]


def fresh_news(language: str, now: datetime) -> News | None:
    """Return the newest item, unless it is older than two weeks."""
    return next(
        (one for one in newest_news(language, now)[:1] if now - one.shown_at < IS_NEW), None
    )


def _nearest(language: str, texts: dict[str, tuple[str, str]]) -> str:
    wanted = (language, NEAREST.get(language, ""), "en", *texts)
    return next(one for one in wanted if one in texts)


def _written(now: datetime) -> Written:
    """Return the newest items in all their languages; kept for a minute, as every visitor asks."""
    found: Written | None = cache.get(KEPT)
    if found is None:
        rows = NewsItem.objects.filter(shown_at__lte=now, texts__isnull=False).distinct()
        found = [
            (
                str(item.pk),
                item.shown_at.isoformat(),
                {text.language: (text.title, text.text) for text in item.texts.all()},
            )
            for item in rows.order_by("-shown_at", "-pk").prefetch_related("texts")[:MOST]
        ]
        cache.set(KEPT, found, A_MINUTE)
    return found

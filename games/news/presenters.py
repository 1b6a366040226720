"""News as a feed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.common.feeds import Entry, Feed
from games.news.selectors import News

NEVER = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without entries was last changed."""


def news_feed(news: Sequence[News]) -> Feed:
    """The site news, newest first."""
    page = reverse("games:news")
    return Feed(
        title=_("News"),
        path=reverse("games:news-feed"),
        page=page,
        since=NEVER,
        entries=[
            Entry(
                key=one.key,
                title=one.title,
                lines=tuple(one.text.splitlines()),
                path=f"{page}#news-{one.key}",
                at=one.shown_at,
            )
            for one in news
        ],
    )

"""The page of the news, and their feed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from accounts.common.access import public_page
from games.common.feeds import Feed, feed_answer
from games.news.presenters import news_feed as feed_of
from games.news.selectors import newest_news

FEED_KEPT = 600
"""Seconds for which the feed may be kept without asking."""


@public_page
def news(request: HttpRequest) -> HttpResponse:
    """Answer with what staff have told everybody, newest first."""
    found = newest_news(get_language() or "en", timezone.now())
    return render(request, "news/news.html", {"news": found})


@public_page
def news_feed(request: HttpRequest) -> HttpResponse:
    """The same for feed readers, in the language asked for by ``?in=``."""

    def read() -> Feed:
        return feed_of(newest_news(get_language() or "en", timezone.now()))

    return feed_answer(request, read, max_age=FEED_KEPT)

"""What the site is and tells everybody: its games, its news, its numbers, and its description."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Router

from games.api.authorization import door
from games.api.presenters import house_json, news_json, statistics_json
from games.api.schemas import HouseOut, NewsListOut, StatisticsOut
from games.news.selectors import newest_news
from games.statistics.selectors import published_figures

router = Router(tags=["House"])


@router.get("/games", url_name="games", summary="Games and clocks", **door(None, HouseOut))
def games(request: HttpRequest) -> HouseOut:
    """The games of the site, with their options and clocks."""
    return house_json()


@router.get("/news", url_name="news", summary="Site news", **door(None, NewsListOut))
def news(request: HttpRequest) -> NewsListOut:
    """The newest twenty, newest first, each in your language or the nearest there is."""
    return news_json(newest_news(get_language() or "en", timezone.now()))


@router.get("/statistics", url_name="statistics", summary="Statistics", **door(None, StatisticsOut))
def statistics(request: HttpRequest) -> StatisticsOut:
    """The last 52 whole weeks; a number is null where there are fewer than five."""
    return statistics_json(published_figures(timezone.now()))

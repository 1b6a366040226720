"""The newest site news, for the page of the sign-in."""

from __future__ import annotations

from django import template
from django.utils import timezone
from django.utils.translation import get_language

from games.news.selectors import News, fresh_news

register = template.Library()


@register.simple_tag
def newest_news() -> News | None:
    """Return the newest item, if it is not older than two weeks."""
    return fresh_news(get_language() or "en", timezone.now())

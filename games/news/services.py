"""What follows when staff have written."""

from __future__ import annotations

from django.core.cache import cache

from games.news.selectors import KEPT


def show_anew() -> None:
    """Have the next reader read what is written now."""
    cache.delete(KEPT)

"""Where pages are."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=4096)
def address(name: str, *args: str | int) -> str:
    """As Django's ``{% url %}``. The page of a match asks for a dozen on every turn."""
    return reverse(name, args=args)

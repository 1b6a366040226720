"""How many connections of a token wait at once, counted for all processes of the site together.

Each holds a place in the cache; who has died gives it back by not saying so any more.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache

MOST_OF_TOKEN = 5
"""How many connections of one token wait at once."""
STANDS = 45
"""Seconds for which a place is held unless it is held on to."""


def take(token: int) -> str:
    """A place for one more connection of the token; "" where it has as many as it may."""
    places = (f"api:waits:{token}:{number}" for number in range(MOST_OF_TOKEN))
    return next((place for place in places if cache.add(place, 1, STANDS)), "")


def hold(places: Iterable[str]) -> None:
    """Hold on to places, also to those that the cache has forgotten."""
    for place in places:
        cache.set(place, 1, STANDS)


def free(place: str) -> None:
    """Give a place back."""
    cache.delete(place)

"""What is said in the reader's language, looked up once and not for every page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.utils.translation import get_language

T = TypeVar("T")


def once_a_language(make: Callable[[], T]) -> Callable[[], T]:
    """*make*, whose answer is kept for each language; nobody may change it.

    A page of a game speaks of its pieces in five places, and looks up some hundred words for each.
    """
    kept: dict[str | None, T] = {}

    @wraps(make, updated=())
    def spoken() -> T:
        language = get_language()
        if language not in kept:
            kept[language] = make()
        return kept[language]

    return spoken

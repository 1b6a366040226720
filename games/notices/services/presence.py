"""Who is at a board right now: told by its page, ended when the socket of the page closes.

It is kept in the cache, so every process knows it. What is not certain counts as away: the cache
cannot be asked, one of two pages was closed, nothing was pressed for two minutes.
"""

from __future__ import annotations

from django.core.cache import cache

AT_BOARD = 120
"""Seconds after the last sign of somebody there. Pages give one a minute while they are used."""


def note_present(uid: str, user_id: int) -> None:
    """The user has the board of match *uid* before their eyes."""
    cache.set(_key(uid, user_id), 1, AT_BOARD)


def note_left(uid: str, user_id: int) -> None:
    """A page the user had of match *uid* is gone."""
    cache.delete(_key(uid, user_id))


def is_present(uid: str, user_id: int) -> bool:
    """Return whether the user looks at the board of match *uid*, for all we know."""
    return cache.get(_key(uid, user_id)) is not None


def _key(uid: str, user_id: int) -> str:
    return f"at-board:{uid}:{user_id}"

"""Lines that are too long for an address: kept for two days under what they are, and no longer.

They are counts' neighbours in the cache and no rows: nobody has them listed, and what is pasted
twice is kept once. How often somebody may import stands among the limits of play.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import NamedTuple

from django.core.cache import cache

from games.reviews.exceptions import ImportGone

AGE = 48 * 3600  # seconds


class KeptLine(NamedTuple):
    """A position and moves from there."""

    position: str
    options: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]


def keep(game: str, position: str, options: Iterable[tuple[str, str]], moves: Iterable[str]) -> str:
    """Keep a line; what it is found by."""
    stored = [game, position, list(map(list, options)), list(moves)]
    name = hashlib.sha256(json.dumps(stored).encode()).hexdigest()[:20]
    cache.set(_key(name), stored, AGE)
    return name


def kept_line(name: str, game: str) -> KeptLine:
    """Return the line kept under that name; raises ImportGone."""
    stored = (
        cache.get(_key(name)) if name.isascii() and name.isalnum() and len(name) == 20 else None
    )
    if stored is None or stored[0] != game:
        raise ImportGone
    _game, position, options, moves = stored
    return KeptLine(position, tuple((one, value) for one, value in options), tuple(moves))


def _key(name: str) -> str:
    return f"line:{name}"

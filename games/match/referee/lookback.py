"""Positions that somebody has looked back at, so that who steps through a match replays it once.

A position is kept under a digest of all it follows from: the terms, the seed and every ply.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

STRIDE = 200
"""Of a replay the position after every so many plies is kept, besides the one asked for."""

MOST = 128
"""Positions that are kept, of all matches: a few MiB."""

_lock = Lock()
_kept: OrderedDict[tuple[Any, bytes], Any] = OrderedDict()


def keep(engine: Any, digest: bytes, position: Any) -> None:
    """Remember the *position* that *digest* stands for by the rules of *engine*."""
    with _lock:
        _kept[engine, digest] = position
        _kept.move_to_end((engine, digest))
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def latest(engine: Any, digests: Sequence[bytes]) -> tuple[int, Any]:
    """The last of *digests* whose position is kept, counted from 1, and that position.

    0 and None where none is.
    """
    for count in range(len(digests), 0, -1):
        position = _kept.get((engine, digests[count - 1]))
        if position is not None:
            return count, position
    return 0, None

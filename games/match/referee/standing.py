"""Where the running matches of a game stand, as digests: nobody analyses what is being played.

For games that hide nothing alone. A match is looked at again when its versions have changed.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Any

from engines.registry import engine_for
from games.match.sealed import SealedPosition
from games.match.status import Status

MOST = 20_000
"""Matches whose digest is kept: a few MiB."""

_lock = Lock()
_kept: OrderedDict[int, tuple[str, bytes]] = OrderedDict()


def digest_of(engine: Any, position: Any) -> bytes:
    """What stands for *position* without its history."""
    return hashlib.sha256(engine.codec.write(position).encode()).digest()


def standing(game: str) -> frozenset[bytes]:
    """The digests of the positions that running matches of *game* stand at."""
    running = SealedPosition.objects.filter(match__status=Status.ACTIVE, match__game=game)
    now = {
        pk: f"{plies} {versions}"
        for pk, plies, versions in running.values_list("pk", "plies", "versions")
    }
    changed = [pk for pk, state in now.items() if _kept.get(pk, ("", b""))[0] != state]
    for row in running.filter(pk__in=changed).select_related("match"):
        engine: Any = engine_for(game, row.match.rules_version)
        position = engine.codec.load_position(row.data, row.schema)
        _keep(row.pk, f"{row.plies} {row.versions}", digest_of(engine, position))
    return frozenset(_kept[pk][1] for pk in now if pk in _kept)


def _keep(match_id: int, state: str, digest: bytes) -> None:
    with _lock:
        _kept[match_id] = state, digest
        _kept.move_to_end(match_id)
        while len(_kept) > MOST:
            _kept.popitem(last=False)

"""Positions that were opened a moment ago, so that a turn does not play a match through again.

Positions are immutable, and one is handed out only for the very data it was made from: whatever
another process, a rolled back transaction or a rewind has made of the row is loaded anew.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from engines.core.engine import GrowingCodec
from engines.core.jsontypes import JsonObject
from games.match.referee import snapshots

MOST = 64
"""Matches whose position is kept: those that are being played at the moment, a few MiB."""

_lock = Lock()
_kept: OrderedDict[int, tuple[Any, int, JsonObject, Any]] = OrderedDict()


def keep(match_id: int, engine: Any, schema: int, data: JsonObject, position: Any) -> None:
    """Remember the *position* that *data* stands for."""
    with _lock:
        _kept[match_id] = engine, schema, data, position
        _kept.move_to_end(match_id)
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def position_of(match_id: int, engine: Any, schema: int, data: JsonObject) -> Any:
    """Return the position that *data* stands for, loaded by *engine* unless it was kept."""
    found = _kept.get(match_id)
    if found is None or found[:2] != (engine, schema):
        found = None
    elif found[2] == data:
        return found[3]
    position = _played_on(engine, found, data) if found else None
    if position is None:
        position = _loaded(match_id, engine, schema, data)
    keep(match_id, engine, schema, data, position)
    return position


def _loaded(match_id: int, engine: Any, schema: int, data: JsonObject) -> Any:
    codec = engine.codec
    if snapshots.is_kept(engine) and schema == codec.schema:
        return snapshots.position_after(match_id, codec, data)
    return codec.load_position(data, schema)


def _played_on(engine: Any, kept: tuple[Any, int, JsonObject, Any], data: JsonObject) -> Any:
    """The position that *data* stands for, from what was *kept*: only what others have played
    since is played again. None where that is not how its game is stored, or it does not go on."""
    codec = engine.codec
    return codec.continued(kept[3], kept[2], data) if isinstance(codec, GrowingCodec) else None

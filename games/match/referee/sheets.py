"""Knowledge sheets, worked out once for each view: two requests never work on one match together.

How long a sheet takes is bounded by the engines, in counted steps.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from engines.core.engine import KindHidingEngine
from engines.core.jsontypes import JsonObject

MOST = 64
"""Sheets that are kept: those of the matches that are looked at the moment, a few MiB."""

_at_work = tuple(Lock() for _ in range(32))
"""A match has one of these, by its number."""
_lock = Lock()
_kept: OrderedDict[tuple[int, Any], JsonObject] = OrderedDict()


def knowledge_of(match_id: int, engine: KindHidingEngine[Any, Any, Any], view: Any) -> JsonObject:
    """Return what follows from *view*, which is one of that match's; it is not to be changed."""
    with _at_work[match_id % len(_at_work)]:
        found = _kept.get((match_id, view))
        if found is None:
            found = engine.knowledge(view).as_json()
            _keep((match_id, view), found)
        return found


def _keep(key: tuple[int, Any], sheet: JsonObject) -> None:
    with _lock:
        _kept[key] = sheet
        while len(_kept) > MOST:
            _kept.popitem(last=False)

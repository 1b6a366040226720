"""Positions kept with a match that can go on for ever, so that no part of it is far to come to.

The referee writes one every so many plies, and for matches from before that as they are looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from engines.core.engine import EndlessCodec
from engines.core.jsontypes import JsonObject
from games.match.sealed import SealedSnapshot
from queues.transactions import writing_once

EVERY = 100
"""After every so many plies a position is kept: no more than that are ever played again."""


def is_kept(engine: Any) -> bool:
    """Return whether positions of its game are kept."""
    return _is_endless(engine)


@lru_cache
def _is_endless(engine: Any) -> bool:
    return isinstance(engine.codec, EndlessCodec)


def position_after(match_id: int, codec: Any, data: JsonObject, plies: int | None = None) -> Any:
    """Return the position that *data* stands for, or the one after so many of its moves."""
    made_in_all = len(_moves(data))
    last = made_in_all if plies is None else min(plies, made_in_all)
    kept = _latest(match_id, data, last) if last >= EVERY else None
    here, made = codec.resumed(data, kept.data if kept else None), []
    for number in range((kept.number if kept else 0) + EVERY, last + 1, EVERY):
        here = codec.played_on(here, data, number)
        made.append(_row(match_id, data, number, codec.dump_snapshot(here)))
    _keep(made)
    return codec.played_on(here, data, plies)


def keep(match_id: int, codec: Any, data: JsonObject, position: Any, plies: int) -> None:
    """Keep the *position* after the last of *plies*, if it is one of those that are."""
    if plies and plies % EVERY == 0 and plies == len(_moves(data)):
        _keep([_row(match_id, data, plies, codec.dump_snapshot(position))])


def are_right(match_id: int, codec: Any, data: JsonObject) -> bool:
    """Return whether those that hold are what the moves lead to."""
    here = codec.resumed(data, None)
    for row in SealedSnapshot.objects.filter(match=match_id).order_by("number"):
        if row.follows == _digest(data, row.number):
            here = codec.played_on(here, data, row.number)
            if row.data != codec.dump_snapshot(here):
                return False
    return True


def drop(match_id: int, after: int) -> None:
    """Forget those after that ply, which are taken back."""
    SealedSnapshot.objects.filter(match=match_id, number__gt=after).delete()


def _latest(match_id: int, data: JsonObject, plies: int) -> SealedSnapshot | None:
    """Return the last one that holds, at that ply or before it."""
    rows = SealedSnapshot.objects.filter(match=match_id, number__lte=plies).order_by("-number")
    row = rows.first()
    return row if row is not None and row.follows == _digest(data, row.number) else None


def _row(match_id: int, data: JsonObject, number: int, snapshot: JsonObject) -> SealedSnapshot:
    follows = _digest(data, number)
    return SealedSnapshot(match_id=match_id, number=number, follows=follows, data=snapshot)


def _keep(rows: Sequence[SealedSnapshot]) -> None:
    if rows:
        with writing_once():
            SealedSnapshot.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["match", "number"],
                update_fields=["follows", "data"],
            )


def _digest(data: JsonObject, number: int) -> str:
    """Return what stands for where the match began, and for its first moves."""
    text = " ".join((str(data["start"]), *_moves(data)[:number]))
    return hashlib.sha256(text.encode()).hexdigest()


def _moves(data: JsonObject) -> Sequence[str]:
    moves = data["moves"]
    assert isinstance(moves, list)
    return cast("list[str]", moves)

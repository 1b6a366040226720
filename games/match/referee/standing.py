"""Where running matches stand, as digests: nobody analyses what is being played.

For games that hide nothing and that two play. Every position has its digest with it while the match
goes on (`SealedPosition.stands`), so a look is one statement by an index, whatever stands there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.jsontypes import JsonObject
from engines.core.seats import Viewer
from engines.registry import engine_for
from games.match.referee.kept import position_of
from games.match.sealed import SealedPosition
from games.match.status import Status

RANKS_OF_A_MOVE = 2
"""A move changes where it begins and where it ends, and so no more ranks of a text than that."""


def is_open(game: str) -> bool:
    """Whether *game* hides nothing and two play it; LookupError for one we do not host."""
    meta = meta_for(game)
    return not meta.hides_information and not meta.solo


def text_of(engine: Any, position: Any) -> str:
    """A position without its history."""
    return str(engine.codec.write(position))


def digest_of(engine: Any, position: Any) -> str:
    """What stands for *position* without its history."""
    return hashlib.sha256(text_of(engine, position).encode()).hexdigest()


def stands(engine: Any, position: Any) -> str | None:
    """What a running match that stands at *position* is found by; None where none is looked for."""
    meta = engine.meta
    if meta.hides_information or meta.solo or engine.outcome(position) is not None:
        return None
    return digest_of(engine, position)


def stands_as_stored(game: str, version: int, schema: int, data: JsonObject) -> str | None:
    """The same of a position as it is stored."""
    engine: Any = engine_for(game, version)
    return stands(engine, engine.codec.load_position(data, schema))


def standing_among(digests: Collection[str]) -> frozenset[str]:
    """Those of *digests* at which a running match stands."""
    running = SealedPosition.objects.filter(stands__in=digests, match__status=Status.ACTIVE)
    return frozenset(str(one) for one in running.values_list("stands", flat=True).distinct())


def are_one_past_own(user_id: int, game: str, positions: Iterable[Any]) -> bool:
    """Whether one of *positions* is a move past where a running match of that user stands.

    The start of the game is anybody's, so a match in which nobody has moved does not count.
    """
    own = SealedPosition.objects.filter(
        match__status=Status.ACTIVE, match__game=game, match__players__user_id=user_id, plies__gt=0
    ).select_related("match")
    asked = list(positions)
    for row in own:
        engine: Any = engine_for(game, row.match.rules_version)
        here = position_of(row.match_id, engine, row.schema, row.data)
        text = text_of(engine, here)
        near = [one for one in asked if _are_near(text, text_of(engine, one))]
        digests = {digest_of(engine, one) for one in near}
        if digests and any(after in digests for after in _after(engine, here)):
            return True
    return False


def _are_near(one: str, other: str) -> bool:
    """Whether one move could lead from one text to the other; ranks are parted by strokes."""
    ranks, others = (text.partition(" ")[0].split("/") for text in (one, other))
    changed = sum(rank != then for rank, then in zip(ranks, others, strict=False))
    return 1 <= changed <= RANKS_OF_A_MOVE


def _after(engine: Any, position: Any) -> Iterator[str]:
    """What stands for the positions that one move leads to."""
    mover = min(engine.to_act(position))
    for move in engine.legal_moves(engine.view(position, Viewer.of(mover))):
        yield digest_of(engine, engine.play(position, mover, move, Dice(b"", "look")).position)

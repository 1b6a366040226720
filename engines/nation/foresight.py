"""How a match would end if the player went on from here with foresight."""

from __future__ import annotations

from engines.core.engine import PlayedOn
from engines.nation.lookahead import styled_move
from engines.nation.measuring import played_on
from engines.nation.moves import Move
from engines.nation.plans import EVERYTHING, STYLES, STYLES_OF_WAR
from engines.nation.world import Snapshot

WAYS = STYLES + STYLES_OF_WAR
"""The ways to go on that are compared."""


def foresee(now: Snapshot, way: int) -> PlayedOn[Move]:
    """Return the match played on from *now*, the player's seat in the way of that number.

    Points are by how much power the player leads the strongest rival in the end; a nation that is
    out has no power.
    """
    style = WAYS[way]
    first = None
    if not now.over and now.turn == now.player:
        first = styled_move(now, EVERYTHING, style)
    end = played_on(now, lambda here: styled_move(here, EVERYTHING, style)).end
    *rivals, own = (0 if nation.out else nation.power for nation in end.nations)
    return PlayedOn(own - max(rivals, default=0), now.round, first)

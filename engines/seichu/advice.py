"""The moves of a seat as its page shows them: true ones, and bluffs in two shades (§5.3).

All of it follows from the seat's own kinds and from where pieces stand. A drop
mate is never named: that would tell where the enemy king is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.core.advice import Advice
from engines.seichu.fouls import MOVEMENT, authors_fouls
from engines.seichu.movement import kinds_reaching
from engines.seichu.moves import Drop, Move, Step
from engines.seichu.pieces import KIND_OF
from engines.seichu.squares import HAND
from engines.seichu.view import SeichuView


def advice_on(view: SeichuView, moves: Iterable[Move]) -> Iterator[Advice[Move]]:
    """Yield the steps and drops among *moves*, which are open to the viewer, in their order."""
    for move in moves:
        if isinstance(move, Step | Drop):
            fouls = tuple(_fouls(view, move))
            yield Advice(move, fouls, MOVEMENT not in fouls or _some_kind_moves_so(view, move))


def has_foul(view: SeichuView, move: Move) -> bool:
    """Return whether *move* is a foul that its author, the viewer, can see."""
    return isinstance(move, Step | Drop) and any(_fouls(view, move))


def _fouls(view: SeichuView, move: Step | Drop) -> Iterator[str]:
    if view.seat is None:
        raise ValueError("no seat of this match")
    if isinstance(move, Drop):
        return authors_fouls(view.board, view.seat, HAND, move.target, move.kind)
    kind = KIND_OF[view.board[move.origin]]
    return authors_fouls(view.board, view.seat, move.origin, move.target, kind)


def _some_kind_moves_so(view: SeichuView, move: Step | Drop) -> bool:
    return (
        isinstance(move, Step)
        and view.seat is not None
        and bool(kinds_reaching(view.board, view.seat, move.origin, move.target))
    )

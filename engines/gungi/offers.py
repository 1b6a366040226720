"""The legal moves in groups, as a board wants them: from where, to where, and in which ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.gungi.hands import front_rank
from engines.gungi.moves import DONE, Move
from engines.gungi.pieces import KIND_LETTERS
from engines.gungi.rulings import legal_moves
from engines.gungi.squares import SQUARE_NAMES
from engines.gungi.view import GungiView

Ways = dict[str, tuple[Move, ...]]
"""For each target square, what can be done there: go, capture, stack, then each betrayal."""


@dataclass(frozen=True, slots=True)
class Offers:
    """Everything the viewer may do now; all empty unless it is the viewer's turn."""

    moves: dict[str, Ways] = field(default_factory=dict)
    """By the square that is left."""
    from_hand: dict[str, Ways] = field(default_factory=dict)
    """Drops, or placements while sides are set up, by the lower-case letter of the kind."""
    can_be_done: bool = False
    """Whether the viewer may declare setting up done."""
    front: int | None = None
    """The rank, 1 to 9, beyond which the viewer may not drop; None while sides are set up."""


def offers(view: GungiView) -> Offers:
    """The legal moves of *view*, grouped."""
    moves = list(legal_moves(view))
    if not moves:
        return Offers()
    placed = [move for move in moves if move.act != DONE]
    front = None if view.placing else front_rank(list(view.stacks), view.seat or 0)
    return Offers(
        moves=_grouped(move for move in placed if not move.is_from_hand),
        from_hand=_grouped(move for move in placed if move.is_from_hand),
        can_be_done=len(placed) < len(moves),
        front=None if front is None else front + 1,
    )


def _grouped(moves: Iterable[Move]) -> dict[str, Ways]:
    found: dict[str, dict[str, list[Move]]] = {}
    for move in moves:
        names = KIND_LETTERS if move.is_from_hand else SQUARE_NAMES
        ways = found.setdefault(names[move.origin], {})
        ways.setdefault(SQUARE_NAMES[move.target], []).append(move)
    return {
        origin: {target: tuple(sorted(those, key=_order)) for target, those in ways.items()}
        for origin, ways in found.items()
    }


def _order(move: Move) -> tuple[int, int, tuple[int, ...]]:
    return move.act, len(move.levels), move.levels

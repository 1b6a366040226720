"""What a seat may try, and why not: both follow from the view alone."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hidden import PLAY, SETUP, seat_on_turn
from engines.core.seats import Seat
from engines.gunjin import armies
from engines.gunjin.movement import moves_of, targets_of
from engines.gunjin.moves import Move, Placement, Step, step_of
from engines.gunjin.pieces import EMPTY, IS_MOVABLE, IS_OF, KIND_OF
from engines.gunjin.setup import is_army
from engines.gunjin.view import GunjinView

ILLEGAL_CODES = (
    "over",
    "already-placed",
    "not-your-turn",
    "place-first",
    "wrong-army",
    "empty-square",
    "not-your-piece",
    "piece-never-moves",
    "own-piece-there",
    "cannot-go-there",
)
"""Every code `check_move` refuses with, in the order it looks for them."""


def check_move(view: GunjinView, move: Move) -> None:
    """Raises IllegalMove, with the first code that applies, unless *move* is open to the viewer."""
    seat = seat_on_turn(view, places=isinstance(move, Placement))
    code = _refusal(view, seat, move)
    if code is not None:
        raise IllegalMove(code)


def legal_moves(view: GunjinView) -> Iterator[Step]:
    """Yield the steps open to the viewer, by origin square; placements are too many to list."""
    if view.phase == PLAY and view.seat is not None and view.seat in view.to_act:
        for origin, target in moves_of(view.board, view.seat):
            yield step_of(origin, target)


def house_placing(view: GunjinView, dice: Dice) -> Placement:
    """Return what the site places for the viewer: it follows from the army and the dice alone."""
    if view.phase != SETUP or view.seat is None or view.seat not in view.to_act:
        raise ValueError("not this seat's turn to place")
    return armies.varied(dice, view.armies[view.seat])


def sample_move(view: GunjinView, dice: Dice) -> Move:
    """A legal step, each as likely; in set-up any placement, or now and then a recommended one.

    ValueError unless the viewer is to act.
    """
    if view.phase == SETUP and view.seat is not None and view.seat in view.to_act:
        return armies.sample(dice, view.armies[view.seat])
    return dice.choice(list(legal_moves(view)))


def _refusal(view: GunjinView, seat: Seat, move: Move) -> str | None:
    if isinstance(move, Placement):
        return None if is_army(move.kinds, view.armies[seat]) else "wrong-army"
    return "place-first" if view.phase == SETUP else _refusal_of_step(view, seat, move)


def _refusal_of_step(view: GunjinView, seat: int, step: Step) -> str | None:
    piece = view.board[step.origin]
    if piece == EMPTY:
        return "empty-square"
    if not IS_OF[seat][piece]:
        return "not-your-piece"
    if not IS_MOVABLE[seat][piece]:
        return "piece-never-moves"
    if step.target in targets_of(view.board, seat, step.origin, KIND_OF[piece]):
        return None
    own_there = IS_OF[seat][view.board[step.target]] and step.target != step.origin
    return "own-piece-there" if own_there else "cannot-go-there"

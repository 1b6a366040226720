"""What a seat may try, and why not: both follow from the view alone."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.hidden import PLAY, SETUP, seat_on_turn
from engines.core.seats import Seat
from engines.seichu import armies
from engines.seichu.advice import has_foul
from engines.seichu.movement import targets_of
from engines.seichu.moves import Answer, Drop, Move, Placement, Step, drop_of, step_of
from engines.seichu.pieces import EMPTY, IS_OF, KING, piece_of
from engines.seichu.position import TURN
from engines.seichu.setup import hand_beside
from engines.seichu.squares import ALL_SQUARES, ON_LAST_RANK
from engines.seichu.view import SeichuView

ILLEGAL_CODES = (
    "over",
    "already-placed",
    "not-your-turn",
    "wrong-army",
    "king-in-hand",
    "place-first",
    "answer-first",
    "nothing-to-accept",
    "not-in-hand",
    "occupied-square",
    "empty-square",
    "not-your-piece",
    "own-piece-there",
    "no-trial",
)
"""Every code `check_move` refuses with, in the order it looks for them."""


def check_move(view: SeichuView, move: Move) -> None:
    """Raises IllegalMove, with the first code that applies, unless *move* is open to the viewer."""
    seat = seat_on_turn(view, places=isinstance(move, Placement))
    code = _refusal(view, seat, move)
    if code is not None:
        raise IllegalMove(code)


def legal_moves(view: SeichuView) -> Iterator[Move]:
    """Yield what is open to the viewer, true or not: steps by origin square, drops, then Doubt.

    Placements are too many to list.
    """
    if view.phase != PLAY or view.seat is None or view.seat not in view.to_act:
        return
    if view.asked != TURN:
        yield from Answer
        return
    yield from _steps(view, view.seat)
    empty = [square for square in ALL_SQUARES if view.board[square] == EMPTY]
    for kind in dict.fromkeys(view.hands[view.seat]):
        for target in empty:
            yield drop_of(kind, target)
    yield Answer.DOUBT


def house_placing(view: SeichuView, dice: Dice) -> Placement:
    """Return what the site places for the viewer: it follows from the army and the dice alone."""
    if view.phase != SETUP or view.seat is None or view.seat not in view.to_act:
        raise ValueError("not this seat's turn to place")
    return armies.varied(dice, view.armies[view.seat])


def sample_move(view: SeichuView, dice: Dice) -> Move:
    """Some legal move: mostly one without a foul, seldom a Doubt; in set-up any placement.

    ValueError unless the viewer is to act.
    """
    if view.phase == SETUP and view.seat is not None and view.seat in view.to_act:
        return armies.sample(dice, view.armies[view.seat])
    moves = list(legal_moves(view))
    if view.asked != TURN or not moves:
        return dice.choice(moves)
    if not dice.below(128):
        return Answer.DOUBT
    clean = [move for move in moves if move is not Answer.DOUBT and not has_foul(view, move)]
    return dice.choice(clean if clean and dice.below(8) else moves)


def _steps(view: SeichuView, seat: int) -> Iterator[Step]:
    own = IS_OF[seat]
    free = [target for target in ALL_SQUARES if not own[view.board[target]]]
    for origin, piece in enumerate(view.board):
        if own[piece]:
            for target in free:
                yield step_of(origin, target)
                if _is_trial(view, seat, origin, target):
                    yield step_of(origin, target, trial=True)


def _is_trial(view: SeichuView, seat: int, origin: int, target: int) -> bool:
    """Return whether a king step from *origin* to *target* can be declared a Trial (§6.2)."""
    return (
        ON_LAST_RANK[seat][target]
        and view.board[origin] == piece_of(seat, KING)
        and target in targets_of(view.board, seat, origin, KING)
    )


def _refusal(view: SeichuView, seat: Seat, move: Move) -> str | None:
    if isinstance(move, Placement):
        return _refusal_of_placement(view, seat, move)
    if view.phase == SETUP:
        return "place-first"
    if isinstance(move, Answer):
        is_empty = move is Answer.ACCEPT and view.asked == TURN
        return "nothing-to-accept" if is_empty else None
    if view.asked != TURN:
        return "answer-first"
    if isinstance(move, Drop):
        return _refusal_of_drop(view, seat, move)
    return _refusal_of_step(view, seat, move)


def _refusal_of_placement(view: SeichuView, seat: int, placement: Placement) -> str | None:
    hand = hand_beside(placement, view.armies[seat])
    if hand is None:
        return "wrong-army"
    return "king-in-hand" if KING in hand else None


def _refusal_of_drop(view: SeichuView, seat: int, drop: Drop) -> str | None:
    if drop.kind not in view.hands[seat]:
        return "not-in-hand"
    return "occupied-square" if view.board[drop.target] != EMPTY else None


def _refusal_of_step(view: SeichuView, seat: int, step: Step) -> str | None:
    piece = view.board[step.origin]
    if piece == EMPTY:
        return "empty-square"
    if not IS_OF[seat][piece]:
        return "not-your-piece"
    if IS_OF[seat][view.board[step.target]]:
        return "own-piece-there"
    if step.trial and not _is_trial(view, seat, step.origin, step.target):
        return "no-trial"
    return None

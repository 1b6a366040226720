"""What a seat may wait for in the other's turn (§7): moves, captures and answers are public, so all
of it can be read in the seat's own view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.core.conditions import Condition
from engines.core.errors import IllegalMove
from engines.core.hidden import PLAY
from engines.core.seats import Seat
from engines.seichu.pieces import EMPTY, HIDDEN, IS_OF, KING, piece_of
from engines.seichu.position import (
    ACCEPTED,
    CAPTURE_CHECK,
    DEFEAT_CHECK,
    DOUBTED,
    TURN,
    Played,
    last_ply,
)
from engines.seichu.squares import HAND, SQUARE_NAMES, SQUARES
from engines.seichu.view import SeichuView

TAKEN, MOVED, CAME, DROPPED = "taken", "moved", "came", "dropped"
"""An own piece is captured; an enemy piece leaves a square; one comes to an empty square, from the
board or from the hand; one is dropped anywhere."""

SAID_DOUBTED, SAID_ACCEPTED = "doubted", "accepted"
"""The capture of the piece that was moved last is Doubted, or not, and the match goes on."""

_ANSWERS = {SAID_DOUBTED: DOUBTED, SAID_ACCEPTED: ACCEPTED}


def conditions_in(view: SeichuView) -> Iterator[Condition]:
    """Yield what the viewing seat may wait for, by square; nothing while it is to act itself, nor
    where the other's answer ends the match."""
    if view.phase != PLAY or view.seat is None or view.seat in view.to_act:
        return
    if view.asked == TURN:
        yield from _on_squares(view, view.seat)
        if view.hands[1 - view.seat]:
            yield Condition(DROPPED)
    if view.asked == CAPTURE_CHECK or (view.asked == TURN and _may_be_asked(view)):
        yield from (Condition(what) for what in _ANSWERS)


def supposed(view: SeichuView, condition: Condition) -> SeichuView:
    """*view* with the viewing seat to act, as if *condition* had come true and nothing else were
    known of that turn. IllegalMove for one that cannot be waited for."""
    if condition not in conditions_in(view):
        raise IllegalMove("no-condition")
    assert view.seat is not None
    enemy = Seat(1 - view.seat)
    board, asked = list(view.board), TURN
    if condition.what == MOVED:
        board[SQUARES[condition.square]] = EMPTY
    elif condition.square:
        square = SQUARES[condition.square]
        asked = DEFEAT_CHECK if board[square] == piece_of(view.seat, KING) else TURN
        board[square] = HIDDEN[enemy]
    elif condition.what in _ANSWERS and view.asked == TURN:
        last = last_ply(view.record)
        assert last is not None
        board[last.target] = HIDDEN[enemy]
    to_act = frozenset({view.seat})
    return replace(view, board=tuple(board), asked=asked, to_act=to_act)


def came_true(view: SeichuView, condition: Condition, since: int) -> bool:
    """Return whether *condition* came true in the last *since* entries of the record, all of
    them the other's."""
    entries = view.record[len(view.record) - since :]
    return any(_is(condition, played) for played in entries)


def _is(condition: Condition, played: Played) -> bool:
    if not played.is_ply:
        return _ANSWERS.get(condition.what) == played.origin
    square = SQUARES.get(condition.square)
    match condition.what:
        case "taken":
            return bool(played.captured) and played.target == square
        case "moved":
            return played.origin == square
        case "came":
            return not played.captured and played.target == square
        case "dropped":
            return played.origin == HAND
    return False


def _on_squares(view: SeichuView, seat: Seat) -> Iterator[Condition]:
    for name, piece in zip(SQUARE_NAMES, view.board, strict=True):
        if IS_OF[seat][piece]:
            yield Condition(TAKEN, name)
        else:
            yield Condition(CAME if piece == EMPTY else MOVED, name)


def _may_be_asked(view: SeichuView) -> bool:
    """Return whether the viewing seat has just moved a piece on the board that is not its king:
    whoever captures it is asked whether that was a foul."""
    last = last_ply(view.record)
    assert view.seat is not None
    return (
        last is not None
        and last.origin != HAND
        and view.board[last.target] != piece_of(view.seat, KING)
    )

"""From one position to the next, and through a whole record of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.core.concessions import outcome_of_concession
from engines.core.recurrence import Seen, mark_of
from engines.core.seats import Seat
from engines.gungi.board import Hand, make
from engines.gungi.ending import REPETITIONS_TO_DRAW, outcome_at_once, outcome_of
from engines.gungi.hands import marshal_square, placing_codes
from engines.gungi.legality import is_safe_after, moves_made_with
from engines.gungi.moves import CAPTURE, DONE, PLACE, Move
from engines.gungi.pieces import BLACK, WHITE
from engines.gungi.position import Hands, Position, Start, key_of
from engines.gungi.stacks import piece_at


def begin(start: Start) -> Position:
    """A position with a fresh history.

    Repetition is judged after moves only, so it is over already just where the
    position itself decides.
    """
    seen = b"" if start.placing else mark_of(key_of(start.stacks, start.hands))
    return Position(start, start, seen=seen, outcome=outcome_at_once(start))


def advance(position: Position, move: Move) -> Position:
    """Return the position after *move*, which is legal."""
    before, after = position.now, step(position.now, move)
    seen = b""
    if not after.placing:
        key = mark_of(key_of(after.stacks, after.hands))
        seen = key if _is_for_good(before, after, move) else position.seen + key
    return judged(Position(after, position.start, (*position.moves, move), seen))


def concede(position: Position, seats: frozenset[Seat]) -> Position:
    """Return the position after *seats* dropped out; ValueError if they cannot."""
    return replace(position, outcome=outcome_of_concession(seats, before=position.outcome))


def replay(position: Position, moves: Sequence[Move]) -> Position:
    """Return the position that *moves* lead to; ValueError if one of them was not open.

    Faster than advancing move by move, because mates need no looking for on the
    way: after one, no move is open.
    """
    if not moves:
        return position
    here, seen = position.now, Seen(position.seen)
    for move in moves:
        if seen.times >= REPETITIONS_TO_DRAW:
            raise ValueError("a move was made after the end")
        _check_open(here, move)
        before, here = here, step(here, move)
        if not here.placing:
            is_new = _is_for_good(before, here, move)
            seen.add(key_of(here.stacks, here.hands), is_new=is_new)
    return judged(Position(here, position.start, (*position.moves, *moves), seen.marks))


def _is_for_good(before: Start, after: Start, move: Move) -> bool:
    """Return whether nothing before *move* can come up again: it captures, or takes from a hand."""
    return move.act == CAPTURE or before.hands != after.hands


def step(here: Start, move: Move) -> Start:
    """Return what a legal move changes, without asking whether it ends the match."""
    if here.placing:
        return _placed(here, move)
    stacks = list(here.stacks)
    make(stacks, here.to_move, move.code)
    return replace(
        here,
        stacks=tuple(stacks),
        hands=_paid(here, move),
        to_move=Seat(1 - here.to_move),
    )


def _placed(here: Start, move: Move) -> Start:
    """A piece placed, or setting up declared done, by itself with an empty hand (§7)."""
    seat, stacks, hands = here.to_move, list(here.stacks), here.hands
    if move.act == PLACE:
        make(stacks, seat, move.code)
        hands = _paid(here, move)
    placing = here.placing
    if move.act == DONE or not any(hands[seat]):
        placing = () if seat == WHITE else (WHITE,)
    to_move = BLACK if not placing else WHITE if placing == (WHITE,) else Seat(1 - seat)
    return Start(tuple(stacks), hands, to_move, here.rules, placing)


def _paid(here: Start, move: Move) -> Hands:
    """Return the hands once the mover's has given what *move* brings to the board."""
    kinds = [piece_at(here.stacks[move.target], level) & 15 for level in move.levels]
    if move.is_from_hand:
        kinds.append(move.origin)
    if not kinds:
        return here.hands
    left = list(here.hands[here.to_move])
    for kind in kinds:
        left[kind] -= 1
    mine: Hand = tuple(left)
    return (here.hands[0], mine) if here.to_move else (mine, here.hands[1])


def judged(position: Position) -> Position:
    """*position*, ended if it is over."""
    outcome = outcome_of(position.now, position.repetitions)
    return replace(position, outcome=outcome) if outcome else position


def _check_open(here: Start, move: Move) -> None:
    """ValueError if *move* was not open to the seat to move."""
    board, seat = here.board, here.to_move
    if here.placing:
        is_open = move.code in placing_codes(board, seat)
    elif move.act in (PLACE, DONE) or marshal_square(board.stacks, seat) < 0:
        is_open = False
    else:
        is_open = move.code in moves_made_with(board, seat, move.code)
        is_open = is_open and is_safe_after(board, seat, move.code)
    if not is_open:
        raise ValueError("a move was not open")

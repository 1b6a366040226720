"""From one position to the next, and through a whole record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.core.concessions import outcome_of_concession
from engines.core.hidden import Armies
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.seichu.doubts import fouls_in, proof_of
from engines.seichu.ending import draw_of, won
from engines.seichu.moves import Answer, Drop, Move, Placement, Step, drop_of, step_of
from engines.seichu.pieces import EMPTY, KIND_OF, KING, USUAL, piece_of
from engines.seichu.position import (
    ACCEPTED,
    CAPTURE_CHECK,
    DEFEAT_CHECK,
    DOUBTED,
    TURN,
    Board,
    Hands,
    Played,
    Position,
    last_ply,
)
from engines.seichu.setup import HOMES, hand_beside
from engines.seichu.squares import HAND


def begin(board: Board, hands: Hands, first: Seat | None, to_place: Armies = USUAL) -> Position:
    """A position with a fresh history: of the set-up, or of play."""
    seen = () if first is None else ((board, hands),)
    return Position(board, hands, first, board, hands, seen=seen, to_place=to_place)


def commit(position: Position, seat: Seat, placement: Placement) -> Position:
    """The position after *seat* has placed its pieces; with both placed, play begins (§3)."""
    board = HOMES.with_placed(position.start, seat, placement.kinds)
    hand = hand_beside(placement, position.to_place[seat]) or ()
    hands = _with_hand(position.start_hands, seat, hand)
    if all(HOMES.ready(board)):
        return begin(board, hands, Seat(0))
    return begin(board, hands, None, position.to_place)


def advance(position: Position, move: Move) -> Position:
    """Return the position after a legal step, drop or answer."""
    match move:
        case Step():
            return _after_step(position, move)
        case Drop():
            return _turn_passed(_after_drop(position, move))
        case Answer():
            return _after_answer(position, move)
    raise ValueError("no move of play")


def concede(position: Position, seats: frozenset[Seat]) -> Position:
    """The position after *seats* dropped out, in set-up or in play; ValueError if they cannot."""
    return _over(position, outcome_of_concession(seats, before=position.outcome))


def moves_of(position: Position) -> Iterator[Move]:
    """Yield everything played and said since play began, as moves."""
    drops, mover = tuple(map(iter, position.dropped)), int(position.first or 0)
    for played in position.record:
        if not played.is_ply:
            yield Answer.ACCEPT if played.origin == ACCEPTED else Answer.DOUBT
            continue
        if played.origin == HAND:
            yield drop_of(next(drops[mover]), played.target)
        else:
            yield step_of(played.origin, played.target, trial=played.trial)
        mover = 1 - mover


def retrace(start: Board, hands: Hands, first: Seat, moves: Iterable[Move]) -> Position:
    """Return the position that legal *moves* lead to from *start*."""
    here = begin(start, hands, first)
    for move in moves:
        here = advance(here, move)
    return here


def _after_step(position: Position, step: Step) -> Position:
    mover, origin, target = position.to_move, step.origin, step.target
    captured = KIND_OF[position.board[target]]
    board = list(position.board)
    board[target], board[origin] = board[origin], EMPTY
    hands = position.hands
    if captured not in (EMPTY, KING):
        hands = _with_hand(hands, mover, tuple(sorted((*hands[mover], captured))))
    played = Played(origin, target, captured, step.trial)
    after = _played(position, played, tuple(board), hands)
    if step.trial:
        return _over(after, won(Termination.TRIAL, mover))
    if captured == KING:
        return replace(after, asked=DEFEAT_CHECK)
    if captured and _came_there(position, target):
        return replace(after, asked=CAPTURE_CHECK)
    return _turn_passed(after)


def _after_drop(position: Position, drop: Drop) -> Position:
    mover, board = position.to_move, list(position.board)
    hand = list(position.hands[mover])
    board[drop.target] = piece_of(mover, drop.kind)
    hand.remove(drop.kind)
    dropped = _with_hand(position.dropped, mover, (*position.dropped[mover], drop.kind))
    hands = _with_hand(position.hands, mover, tuple(hand))
    after = _played(position, Played(HAND, drop.target), tuple(board), hands)
    return replace(after, dropped=dropped)


def _after_answer(position: Position, answer: Answer) -> Position:
    seat, enemy = position.answering, 1 - position.answering
    doubts = answer is Answer.DOUBT
    said = replace(position, record=(*position.record, Played(DOUBTED if doubts else ACCEPTED)))
    if doubts and proof_of(position):
        return _over(said, won(Termination.FOUL_PROVEN, seat))
    if position.asked == DEFEAT_CHECK:
        return _over(said, won(Termination.KING_CAPTURED, enemy))
    if position.asked == CAPTURE_CHECK:
        return _turn_passed(replace(said, asked=TURN))
    return _over(said, won(Termination.DOUBT_MISS, enemy))


def _played(position: Position, played: Played, board: Board, hands: Hands) -> Position:
    return replace(
        position,
        board=board,
        hands=hands,
        record=(*position.record, played),
        seen=(*position.seen, (board, hands)),
    )


def _turn_passed(position: Position) -> Position:
    outcome = draw_of(position)
    return _over(position, outcome) if outcome else position


def _over(position: Position, outcome: Outcome) -> Position:
    """The match is over, and with it everything comes to light."""
    return replace(position, asked=TURN, outcome=outcome, fouls=fouls_in(position))


def _came_there(position: Position, target: int) -> bool:
    """Return whether the piece on *target* made the last ply, and on the board."""
    last = last_ply(position.record)
    return last is not None and last.target == target and last.origin != HAND


def _with_hand(hands: Hands, seat: int, kinds: tuple[int, ...]) -> Hands:
    return (kinds, hands[1]) if seat == 0 else (hands[0], kinds)

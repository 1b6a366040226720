"""What a seat could have known, move by move: Doubts that were sure, kings that were sure to stand
somewhere, and what each Doubt and each capture put to the test. All of it follows from the view
before the move and its sheet."""

from __future__ import annotations

from collections import Counter

from engines.core.hindsight import Tried
from engines.core.knowledge import Knowledge, Suspect
from engines.seichu.movement import targets_of
from engines.seichu.moves import Answer, Move, Step
from engines.seichu.pieces import IS_OF, KIND_OF, KIND_OF_LETTER, KING, LETTERS, PAWN, mask_of
from engines.seichu.position import TURN
from engines.seichu.proofs import gives_up
from engines.seichu.rulings import legal_moves
from engines.seichu.squares import FILE_OF, SQUARE_NAMES, SQUARES
from engines.seichu.suspicion import is_sure
from engines.seichu.view import SeichuView

DOUBT, KING_CODE, TRIAL, CAPTURE = "doubt", "king", "trial", "capture"
SURE_WIN = "sure-win"
PROOFS = 4_000
"""In how many states a sure win is looked for after the match, as many as the bots have."""


def missed_by(view: SeichuView, sheet: Knowledge, move: Move | None) -> tuple[str, ...]:
    """Return what the viewer could have done for sure and did not do: a Doubt, taking the king, a
    Trial, or else a win within some moves.

    Whoever did one of them has missed none of the others, for each ends the match or the question.
    """
    seat = view.seat
    if seat is None or seat not in view.to_act or view.first is None:
        return ()
    found = {DOUBT: is_sure_doubt(view, sheet)}
    sure: set[Move] = {Answer.DOUBT} if found[DOUBT] else set()
    if view.asked == TURN:
        trials = {one for one in legal_moves(view) if isinstance(one, Step) and one.trial}
        kings = _king_takers(view, sheet)
        found |= {KING_CODE: bool(kings), TRIAL: bool(trials)}
        sure |= trials | kings
    if any(found.values()):
        return () if move in sure else tuple(code for code, is_there in found.items() if is_there)
    kinds = {SQUARES[one.square]: _mask(one) for one in _enemies(view, sheet) if one.square}
    return (SURE_WIN,) if gives_up(view, move, PROOFS, kinds) else ()


def is_sure_doubt(view: SeichuView, sheet: Knowledge) -> bool:
    """Return whether a Doubt now would be proven whatever is hidden, by one of its grounds
    alone: the move it is about, or two pawns that are sure to stand on a file."""
    kinds = {one.square: _mask(one) for one in sheet.suspects if one.square}
    if is_sure(view, kinds):
        return True
    pawns = (one for one in _enemies(view, sheet) if one.kinds == LETTERS[PAWN])
    files = Counter(FILE_OF[SQUARES[one.square]] for one in pawns if one.square)
    return view.asked == TURN and any(count > 1 for count in files.values())


def tried_by(view: SeichuView, sheet: Knowledge, move: Move, after: SeichuView) -> Tried | None:
    """Return the Doubt or the capture that *move* of the viewer was; None where it was neither."""
    if move is Answer.DOUBT:
        return _doubted(view, sheet, after)
    if isinstance(move, Step):
        return _taken(view, sheet, move, after)
    return None


def _doubted(view: SeichuView, sheet: Knowledge, after: SeichuView) -> Tried:
    is_proven = after.outcome is not None and view.seat in after.outcome.winners
    return Tried(
        what=DOUBT,
        piece=None,
        could_be={"proven": 0} if is_sure_doubt(view, sheet) else {"proven": 0, "not-proven": 0},
        cases=0,
        result="proven" if is_proven else "not-proven",
    )


def _taken(view: SeichuView, sheet: Knowledge, move: Step, after: SeichuView) -> Tried | None:
    enemies = _enemies(view, sheet)
    met = next((one for one in enemies if one.square == SQUARE_NAMES[move.target]), None)
    if met is None:
        return None
    could_be_king = [one for one in enemies if LETTERS[KING] in one.kinds]
    is_king = after.record[-1].captured == KING
    cases = max(len(could_be_king), 1)
    ways = {
        "king": int(met in could_be_king),
        "other": 0 if met.kinds == LETTERS[KING] else max(cases - 1, 1),
    }
    return Tried(
        what=CAPTURE,
        piece=met.piece,
        could_be={code: count for code, count in ways.items() if count},
        cases=cases,
        result="king" if is_king else "other",
    )


def _king_takers(view: SeichuView, sheet: Knowledge) -> set[Move]:
    """Return the true moves of the viewer that take a piece which must be the king."""
    squares = {
        SQUARES[one.square]
        for one in _enemies(view, sheet)
        if one.kinds == LETTERS[KING] and one.square
    }
    seat, board = int(view.seat or 0), view.board
    return {
        Step(origin, target)
        for origin, piece in enumerate(board)
        if IS_OF[seat][piece]
        for target in targets_of(board, seat, origin, KIND_OF[piece])
        if target in squares
    }


def _enemies(view: SeichuView, sheet: Knowledge) -> list[Suspect]:
    return [one for one in sheet.suspects if one.seat != view.seat and one.square]


def _mask(one: Suspect) -> int:
    return mask_of(KIND_OF_LETTER[letter] for letter in one.kinds)

"""What exact knowledge decides in a match of Seichu: fouls, Doubts, and where the king can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engines.core.dice import Dice
from engines.core.hidden import PLAY
from engines.core.jsontypes import JsonObject
from engines.core.knowledge import Knowledge
from engines.core.seats import Viewer
from engines.puzzles.found import DOUBT, FOUL, KING, Found
from engines.seichu.advice import advice_on
from engines.seichu.bots import GreedyBot
from engines.seichu.history import History, Picture, history_of
from engines.seichu.knowledge import knowledge_of
from engines.seichu.movement import kinds_reaching
from engines.seichu.moves import Answer, Drop, Move, Step
from engines.seichu.pieces import ALL, EMPTY, HIDDEN, KIND_OF_LETTER, kinds_in, letters_of, mask_of
from engines.seichu.position import CAPTURE_CHECK, TURN, Played, Position
from engines.seichu.rulings import legal_moves
from engines.seichu.squares import HAND, SQUARE_NAMES
from engines.seichu.view import SeichuView, view_of

SURE, TRUE, OPEN = "foul", "true", "open"
"""A move that was surely a foul, surely none, or of which nobody can know."""

APART = 6
"""Puzzles of one match are at least so many plies apart."""
EARLIEST = 8
MOST_KINGS, LEAST_OTHERS = 5, 1
"""The king can be at so few places, and there are some others at which it cannot."""
BLUFFS, ANYHOW = 25, 10
"""In how many of a hundred turns a foul is tried that is hard to see, and just any move."""

_BOT = GreedyBot()


def choose(view: SeichuView, dice: Dice, _ply: int) -> Move:
    """Return the move to play in matches that are searched: with bluffs, and never a Doubt."""
    if view.phase != PLAY:
        return _BOT.choose(view, dice)
    if view.asked != TURN:
        return Answer.ACCEPT
    drawn = dice.below(100)
    moves = [move for move in legal_moves(view) if isinstance(move, Step | Drop)]
    if drawn < BLUFFS:
        bluffs = [one.move for one in advice_on(view, moves) if one.fouls and one.could_be_true]
        if bluffs:
            return dice.choice(bluffs)
    if drawn < BLUFFS + ANYHOW:
        return dice.choice(moves)
    move = _BOT.choose(view, dice)
    return dice.choice(moves) if isinstance(move, Answer) else move


def find(positions: Sequence[Position]) -> Iterator[Found]:
    """Puzzles in a match, given its position before each ply."""
    last, turn = 0, 0
    for ply, position in enumerate(positions):
        if ply < EARLIEST or ply - last < APART:
            continue
        view = view_of(position, Viewer.of(min(position.to_act)))
        one = _at(view, ply, turn) if view.phase == PLAY else None
        if one is not None:
            last, turn = ply, turn + 1
            yield one


def _at(view: SeichuView, ply: int, turn: int) -> Found | None:
    sheet = knowledge_of(view)
    if not sheet.is_complete:
        return None
    if view.asked != TURN:
        return _doubt(view, sheet, ply)
    return _foul(view, sheet, ply) or (_king(view, sheet, ply) if turn % 2 else None)


class Judged(NamedTuple):
    """A move of the other side's, and what can be known of it."""

    verdict: str
    is_shown: bool
    """Whether everybody saw what the piece is."""
    kinds: int
    """What the piece can be (a mask)."""
    able: int
    """What moves so (a mask)."""
    origin: int
    target: int


def judged(view: SeichuView, sheet: Knowledge) -> Judged | None:
    """Return the facts on the move that a Doubt would be about; None for a drop, or before any.

    A step is a foul exactly where the piece does not move so (§5.1): a pawn that moves as pawns do
    stays on its file.
    """
    history = history_of(view)
    plies = [played for played in view.record if played.is_ply]
    back = 2 if view.asked == CAPTURE_CHECK else 1
    if len(plies) < back or plies[-back].origin == HAND:
        return None
    played = plies[-back]
    before, after = history.pictures[-back - 1], history.pictures[-back]
    piece = after.pieces[played.target]
    kinds = _possible(history, sheet, piece)
    able = _able(before, played)
    verdict = OPEN if kinds & able else SURE
    if not kinds & ~able:
        verdict = TRUE
    return Judged(verdict, piece in history.kinds, kinds, able, played.origin, played.target)


def _possible(history: History, sheet: Knowledge, piece: int) -> int:
    if piece in history.kinds:
        return 1 << history.kinds[piece]
    square = SQUARE_NAMES[history.square_of[piece]]
    kinds = next(one.kinds for one in sheet.suspects if one.square == square)
    return mask_of(KIND_OF_LETTER[letter] for letter in kinds)


def _able(before: Picture, played: Played) -> int:
    board = [EMPTY if seat < 0 else HIDDEN[seat] for seat in before.sides]
    return kinds_reaching(board, before.sides[played.origin], played.origin, played.target)


def _why(one: Judged) -> dict[str, Any]:
    return {
        "is": one.verdict,
        "kinds": letters_of(kinds_in(one.kinds)),
        "able": letters_of(kinds_in(one.able)),
        "from": SQUARE_NAMES[one.origin],
        "to": SQUARE_NAMES[one.target],
    }


def _foul(view: SeichuView, sheet: Knowledge, ply: int) -> Found | None:
    one = judged(view, sheet)
    if one is None or not one.able or one.kinds == ALL:
        return None
    count = len(kinds_in(one.kinds))
    if one.verdict == OPEN and (count > 4 or ply % 3):
        return None  # of these there are more than enough
    answer: JsonObject = _why(one)
    rating = 1150 + 90 * min(count, 5) + 100 * (one.verdict == OPEN)
    themes = ("foul", {SURE: "sure-foul", TRUE: "sure-true", OPEN: "unknown"}[one.verdict])
    at = SQUARE_NAMES[one.target]
    return Found(ply, int(view.seat or 0), FOUL, answer, rating, themes, at=at)


def _doubt(view: SeichuView, sheet: Knowledge, ply: int) -> Found | None:
    one = judged(view, sheet)
    if one is None or one.verdict == OPEN or not one.able:
        return None
    if one.is_shown and one.verdict == TRUE and ply % 6:
        return None  # of these there are more than enough
    count = len(kinds_in(one.kinds))
    answer: JsonObject = {**_why(one), "say": "doubt" if one.verdict == SURE else "accept"}
    themes = ("doubt", "sure-foul" if one.verdict == SURE else "sure-true")
    at = SQUARE_NAMES[one.target]
    return Found(ply, int(view.seat or 0), DOUBT, answer, 1050 + 110 * min(count, 5), themes, at=at)


def _king(view: SeichuView, sheet: Knowledge, ply: int) -> Found | None:
    there = [one for one in sheet.suspects if one.square]
    kings = [one.square for one in there if one.square and "K" in one.kinds]
    if not 1 <= len(kings) <= MOST_KINGS or len(there) - len(kings) < LEAST_OTHERS:
        return None
    narrowed = len(there) - len(kings)
    answer: JsonObject = {"squares": [*sorted(kings)]}
    themes = ("king", "one-place" if len(kings) == 1 else "few-places")
    rating = 1200 + 80 * narrowed + 60 * len(kings)
    return Found(ply, int(view.seat or 0), KING, answer, min(rating, 1900), themes)

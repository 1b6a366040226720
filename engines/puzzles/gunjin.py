"""What an unknown piece of Gunjin can be by all that a view tells, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.core.hidden import PLAY
from engines.core.jsontypes import Json, JsonObject
from engines.core.knowledge import Knowledge, Suspect
from engines.core.seats import Viewer
from engines.core.steps import OutOfSteps
from engines.gunjin.battle import ATTACKER, DEFENDER
from engines.gunjin.clues import Puzzle, puzzle_of
from engines.gunjin.deduction import narrow_by_battle
from engines.gunjin.history import Battle, history_of
from engines.gunjin.knowledge import knowledge_of
from engines.gunjin.pieces import (
    FIXED,
    KIND_OF,
    KIND_OF_LETTER,
    LETTERS,
    kinds_in,
    mask_of,
)
from engines.gunjin.position import Position
from engines.gunjin.solver import Solver
from engines.gunjin.squares import SQUARE_NAMES, SQUARES
from engines.gunjin.view import GunjinView, view_of
from engines.puzzles.found import KINDS, WHICH, Found

APART = 14
"""Puzzles of one match are at least so many plies apart."""
BATTLES = 4
"""So many battles there have to have been."""
MOST_KINDS = 4
"""With more kinds left there is too little to say."""
MOST_PLACES = 3
"""Where a kind can be on more pieces, there is too little to say as well."""
MOST_FACTS = 6
"""What takes more battles than that is work, and no puzzle."""
SOUGHT = "FXS"
"""The kinds that are asked for: flag, mine and spy."""


def find(positions: Sequence[Position]) -> Iterator[Found]:
    """Puzzles in a match, given its position before each ply."""
    last, asked = -APART, list[tuple[int, Sequence[Json]]]()
    for ply, position in enumerate(positions):
        if ply - last < APART or not position.record or not position.record[-1][2]:
            continue
        view = view_of(position, Viewer.of(min(position.to_act)))
        one = _at(view, ply, asked)
        if one is not None:
            last = ply
            asked.append((one.seat, _facts(one)))
            yield one


def _at(view: GunjinView, ply: int, asked: Sequence[tuple[int, Sequence[Json]]]) -> Found | None:
    if view.phase != PLAY or sum(bool(result) for _, _, result in view.record) < BATTLES:
        return None
    sheet = knowledge_of(view)
    if not sheet.is_complete:
        return None
    ways = (_which, _kinds) if len(asked) % 3 == 1 else (_kinds, _which)
    found = ways[0](view, sheet, ply) or ways[1](view, sheet, ply)
    if found is None or (found.seat, _facts(found)) in asked:
        return None  # once is enough
    is_easy = found.themes[0] == "facts-1"
    return None if is_easy and len(asked) % 3 else found


def _facts(one: Found) -> Sequence[Json]:
    facts = one.answer.get("facts", one.answer.get("squares"))
    return facts if isinstance(facts, list) else []


def _kinds(view: GunjinView, sheet: Knowledge, ply: int) -> Found | None:
    """Return the piece of which battles tell most."""
    standing = [one for one in sheet.suspects if one.square and len(one.kinds) <= MOST_KINDS]
    found = [asked for one in standing if (asked := _kinds_of(view, one, ply)) is not None]
    return max(found, key=lambda asked: asked.rating, default=None)  # the first of the hardest


def _kinds_of(view: GunjinView, one: Suspect, ply: int) -> Found | None:
    why = _why(view, one)
    facts = why and why["facts"]
    if why is None or not isinstance(facts, list) or not 1 <= len(facts) <= MOST_FACTS:
        return None
    hard = len(facts) + bool(why["counted"])
    answer: JsonObject = {"kinds": one.kinds, **why}
    themes = (f"facts-{hard}", "sure" if len(one.kinds) == 1 else "several")
    rating = 950 + 170 * hard + 40 * len(one.kinds)
    return Found(ply, int(view.seat or 0), KINDS, answer, rating, themes, at=one.square or "")


def _which(view: GunjinView, sheet: Knowledge, ply: int) -> Found | None:
    """Return where the flag, a mine or the spy can be: on few pieces, and not plain to see."""
    there = [one for one in sheet.suspects if one.square]
    found = (_which_of(view, there, letter, ply) for letter in SOUGHT)
    return next((asked for asked in found if asked is not None), None)


def _which_of(view: GunjinView, there: Sequence[Suspect], letter: str, ply: int) -> Found | None:
    can = [one for one in there if letter in one.kinds]
    open_kinds, bit = history_of(view).kinds, 1 << KIND_OF_LETTER[letter]
    others = (one for one in there if letter not in one.kinds)
    traps = sum(bool(open_kinds[SQUARES[one.piece]] & bit) for one in others)
    """Those whose own moves leave it open: battles or numbers rule it out."""
    if not 1 <= len(can) <= (MOST_PLACES if letter == "F" else 2) or not traps:
        return None
    squares: list[Json] = [*sorted(one.square or "" for one in can)]
    answer: JsonObject = {"squares": squares, "traps": traps}
    is_sure = letter in "FS" and can[0].kinds == letter and len(can) == 1
    theme = {"F": "flag", "X": "mine", "S": "spy"}[letter]
    themes = ("where", theme, *(("sure",) if is_sure else ()))
    rating = min(1100 + 60 * len(can) + 70 * traps, 2000)
    return Found(ply, int(view.seat or 0), WHICH, answer, rating, themes, at=letter)


# what it takes to see it


def _why(view: GunjinView, one: Suspect) -> JsonObject | None:
    """Battles without any of which the piece could be more; None where that takes too long."""
    history = history_of(view)
    puzzle = puzzle_of(view, history)
    piece = SQUARES[one.piece]
    known = mask_of(KIND_OF_LETTER[letter] for letter in one.kinds)
    needed = list(puzzle.battles)
    try:
        for battle in sorted(puzzle.battles, key=lambda one: piece in one.pieces):
            fewer = [kept for kept in needed if kept is not battle]
            if not _can_be_more(replace(puzzle, battles=tuple(fewer)), piece, known):
                needed = fewer
    except OutOfSteps:
        return None
    facts: list[Json] = [_fact_of(view, battle, history.battles) for battle in needed]
    return {
        "facts": facts,
        "moved": not puzzle.kinds[piece] & FIXED,
        "counted": _locally(puzzle, needed, piece) != known,
    }


def _can_be_more(puzzle: Puzzle, piece: int, known: int) -> bool:
    solver = Solver(puzzle)
    kinds = list(puzzle.kinds)
    if not solver.narrow(kinds):
        raise ValueError("no match looks like this")
    for kind in kinds_in(kinds[piece] & ~known):
        wanted = [*kinds[:piece], 1 << kind, *kinds[piece + 1 :]]
        if solver.solve(wanted, solver.some_guess()) is not None:
            return True
    return False


def _locally(puzzle: Puzzle, battles: Sequence[Battle], piece: int) -> int:
    """Return what the piece can be by these battles alone, however many there are of a kind."""
    kinds = list(puzzle.kinds)
    before: list[int] = []
    while before != kinds:
        before = list(kinds)
        for battle in battles:
            narrow_by_battle(kinds, battle)
    return kinds[piece]


def _fact_of(view: GunjinView, battle: Battle, battles: Sequence[Battle]) -> JsonObject:
    """A battle for the page: the step it was in, who met whom, and who was left."""
    steps = [number for number, step in enumerate(view.record, start=1) if step[2]]
    left = {ATTACKER: "attacker", DEFENDER: "defender"}.get(battle.result, "nobody")
    mine = {
        seat: piece
        for seat, piece in enumerate((battle.attacker, battle.defender))
        if KIND_OF[view.start[piece]]
    }
    side, own = next(iter(mine.items()))
    other = battle.defender if side == 0 else battle.attacker
    return {
        "step": steps[battles.index(battle)],
        "own": LETTERS[KIND_OF[view.start[own]]],
        "attacks": side == 0,
        "other": SQUARE_NAMES[other],
        "left": left,
    }

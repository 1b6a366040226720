"""What a seat could have known, move by move: what every battle could have come to, and wins that
were sure and not taken. All of it follows from the view before the move and its sheet."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.hindsight import Tried
from engines.core.knowledge import Knowledge
from engines.gunjin.battle import ATTACKER, DEFENDER, NOBODY, RESULTS, result_of
from engines.gunjin.movement import moves_of
from engines.gunjin.moves import Move, Step
from engines.gunjin.pieces import (
    EMPTY,
    FLAG,
    IS_OCCUPIER,
    KIND_OF,
    KIND_OF_LETTER,
    SEAT_OF,
    mask_of,
)
from engines.gunjin.proofs import gives_up
from engines.gunjin.squares import BEHIND, HEADQUARTERS, SQUARE_NAMES, SQUARES
from engines.gunjin.view import GunjinView

BATTLE, WIN, SURE_WIN = "battle", "win", "sure-win"
PROOFS = 8_000
"""In how many states a sure win is looked for after the match, as many as the bots have."""
CODES = {ATTACKER: "won", DEFENDER: "lost", NOBODY: "both-fell"}
"""How a battle is told, from the attacker's side."""


def missed_by(view: GunjinView, sheet: Knowledge, move: Move | None) -> tuple[str, ...]:
    """Return whether the viewer could have won for sure, by occupation at once or within some
    moves, and did something else."""
    seat = view.seat
    if seat is None or seat not in view.to_act or view.first is None:
        return ()
    wins = {
        Step(origin, target)
        for origin, target in moves_of(view.board, seat)
        if target == HEADQUARTERS[1 - seat] and IS_OCCUPIER[seat][view.board[origin]]
        if view.board[target] == EMPTY or _results(view, sheet, origin, target) == {ATTACKER}
    }
    if wins:
        return () if move in wins else (WIN,)
    kinds = {SQUARES[one.square]: _mask(one.kinds) for one in sheet.suspects if one.square}
    return (SURE_WIN,) if gives_up(view, move, PROOFS, kinds) else ()


def tried_by(view: GunjinView, sheet: Knowledge, move: Move, after: GunjinView) -> Tried | None:
    """Return the battle that *move* of the viewer was; None where there was none."""
    if not isinstance(move, Step) or not _is_enemy(view, move.target):
        return None
    by_kind = [set(ways) for ways in _ways(view, sheet, move.origin, move.target)]
    return Tried(
        what=BATTLE,
        piece=next(one.piece for one in sheet.suspects if _stands_on(one.square, move.target)),
        could_be={
            code: cases
            for way, code in CODES.items()
            if (cases := sum(way in ways for ways in by_kind))
        },
        cases=len(by_kind),
        result=CODES[after.record[-1][2]],
    )


def _results(view: GunjinView, sheet: Knowledge, origin: int, target: int) -> set[int]:
    return {result for ways in _ways(view, sheet, origin, target) for result in ways}


def _ways(view: GunjinView, sheet: Knowledge, origin: int, target: int) -> Iterator[list[int]]:
    """For each kind that the piece on *target* can be, how the battle can end.

    Of a flag and the piece behind it each is taken to be what it can be by itself: what is told
    to be sure is sure, and once in a while something sure is not told.
    """
    attacker = KIND_OF[view.board[origin]]
    for kind in _kinds(sheet, target):
        if kind == FLAG:
            yield [result_of(attacker, FLAG, behind) for behind in _behind(view, sheet, target)]
        else:
            yield [RESULTS[attacker][kind]]


def _behind(view: GunjinView, sheet: Knowledge, target: int) -> list[int]:
    """The kinds that can stand behind the enemy on *target*; none is `EMPTY`."""
    seat = SEAT_OF[view.board[target]]
    square = BEHIND[seat][target]
    if square < 0 or SEAT_OF[view.board[square]] != seat:
        return [EMPTY]
    return [kind for kind in _kinds(sheet, square) if kind != FLAG]


def _kinds(sheet: Knowledge, square: int) -> list[int]:
    for one in sheet.suspects:
        if _stands_on(one.square, square):
            return [KIND_OF_LETTER[letter] for letter in one.kinds]
    return []


def _mask(letters: str) -> int:
    return mask_of(KIND_OF_LETTER[letter] for letter in letters)


def _stands_on(name: str | None, square: int) -> bool:
    return name == SQUARE_NAMES[square]


def _is_enemy(view: GunjinView, square: int) -> bool:
    return view.seat is not None and SEAT_OF[view.board[square]] == 1 - view.seat

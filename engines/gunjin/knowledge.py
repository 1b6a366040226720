"""What a viewer can know of hidden pieces: exactly the kinds that some whole match accounts for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from engines.core.knowledge import Identity, Knowledge, Left, Suspect
from engines.core.seats import Seat
from engines.core.steps import OutOfSteps
from engines.gunjin.clues import Choice, Puzzle, puzzle_of
from engines.gunjin.deduction import is_explained
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.pieces import (
    EMPTY,
    KINDS,
    LETTERS,
    SEAT_OF,
    kinds_in,
    letter_of,
    letters_of,
)
from engines.gunjin.solver import Solver
from engines.gunjin.squares import SQUARE_NAMES
from engines.gunjin.view import GunjinView


def knowledge_of(view: GunjinView) -> Knowledge:
    """Everything that follows from *view* about the kinds it hides; nothing once all is open.

    What takes too many steps to rule out stays on the sheet, which says that it is not complete.
    """
    history = history_of(view)
    puzzle = puzzle_of(view, history)
    sheet = _Sheet(puzzle)
    square_of = history.square_of
    standing = {piece for piece, square in enumerate(square_of) if square != NOWHERE}
    suspects = [
        Suspect(
            SQUARE_NAMES[piece],
            SEAT_OF[view.start[piece]],
            SQUARE_NAMES[square_of[piece]] if piece in standing else None,
            letters_of(kinds_in(sheet.kinds[piece])),
        )
        for army in puzzle.armies
        for piece in army
        if piece < len(view.start)
    ]
    left = {
        SEAT_OF[view.start[army[0]]]: tuple(
            sheet.left(army, standing & set(army), kind, total[kind]) for kind in KINDS
        )
        for army, total in zip(puzzle.armies, puzzle.totals, strict=True)
    }
    return Knowledge(tuple(suspects), left, is_complete=sheet.is_complete)


def identities_in(view: GunjinView) -> tuple[Identity, ...]:
    """Return the pieces of *view* by start square, the fallen ones too."""
    square_of = history_of(view).square_of
    return tuple(
        Identity(
            SQUARE_NAMES[start],
            Seat(SEAT_OF[piece]),
            None if square_of[start] == NOWHERE else SQUARE_NAMES[square_of[start]],
            letter_of(piece),
        )
        for start, piece in enumerate(view.start)
        if piece != EMPTY
    )


def bounds_of(view: GunjinView) -> tuple[int, ...]:
    """For each start square the kinds that are not clearly impossible: quick, at times too many."""
    puzzle = puzzle_of(view, history_of(view))
    kinds = list(puzzle.kinds)
    Solver(puzzle).narrow(kinds)
    return tuple(kinds[: len(view.start)])


class _Sheet:
    """Solutions found so far, and what they and failed searches show."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.solver = Solver(puzzle)
        self.kinds = list(puzzle.kinds)
        """What each piece can be; exact once `_decide` is through."""
        self.is_complete = True
        self._shown = [0] * len(self.kinds)
        """The kinds (masks) that some solution has given each piece, or that take too long."""
        if not self.solver.narrow(self.kinds):
            raise ValueError("no match looks like this")
        self._decide()

    def left(self, army: Sequence[int], standing: set[int], kind: int, total: int) -> Left:
        """Return how many of *kind* among the *standing* pieces of *army*, which has *total*."""
        gone = set(army) - standing
        least = total - self._most(gone, standing, kind, total)
        return Left(LETTERS[kind], total, least, self._most(standing, gone, kind, total))

    def _most(self, pieces: set[int], others: set[int], kind: int, total: int) -> int:
        """The most of *kind* there can be among *pieces*, *others* being the rest of the army."""
        can_be = [piece for piece in pieces if self.kinds[piece] >> kind & 1]
        open_others = [piece for piece in sorted(others) if self.kinds[piece] >> kind & 1]
        sure = [piece for piece in open_others if self.kinds[piece] == 1 << kind]
        most = min(total - len(sure), len(can_be))
        try:
            while most > 1 and not self._has(most, kind, total, open_others):
                most -= 1
        except OutOfSteps:
            self.is_complete = False
        return most

    def _has(self, count: int, kind: int, total: int, others: Sequence[int]) -> bool:
        """Return whether all but *others* can have *count* of a *kind*, the rest of which they
        have."""
        for holders in combinations(others, total - count):
            here = list(self.kinds)
            for piece in others:
                here[piece] &= 1 << kind if piece in holders else ~(1 << kind)
            if self.solver.solve(here, self.solver.some_guess()):
                return True
        return False

    def _decide(self) -> None:
        """Show or refute every kind of every piece that is not beyond doubt.

        Once no battle and no choice is left open only the armies count, and of
        these `Solver.narrow` has made the most already.
        """
        entangled = self._entangled()
        while entangled and (question := self._question()):
            piece, kind = question
            if not self._show(piece, kind, entangled):
                self.kinds[piece] &= ~(1 << kind)
                self.solver.narrow(self.kinds)
                entangled = self._entangled()

    def _entangled(self) -> set[int]:
        """Return the pieces of clues that not every assignment to the armies fits."""
        battles = (b for b in self.puzzle.battles if not is_explained(self.kinds, b))
        fighters = {piece for battle in battles for piece in battle.pieces}
        choices = (choice for choice in self.puzzle.choices if not self._is_sure(choice))
        choosers = {piece for choice in choices for piece, _ in choice}
        return fighters | choosers

    def _is_sure(self, choice: Choice) -> bool:
        if any(not self.kinds[piece] & ~able for piece, able in choice):
            return True
        otherwise = list(self.kinds)
        for piece, able in choice:
            otherwise[piece] &= ~able
        return not self.solver.narrow(otherwise)

    def _question(self) -> tuple[int, int] | None:
        """A piece and a kind of which nobody has said yet whether it can be."""
        for army in self.puzzle.armies:
            for piece in army:
                unsaid = self.kinds[piece] & ~self._shown[piece]
                if unsaid:
                    return piece, unsaid.bit_length() - 1
        return None

    def _show(self, piece: int, kind: int, entangled: set[int]) -> bool:
        """Return whether there is a solution with this; if so all that it shows is noted.

        True where it takes too long to say.
        """
        kinds = [*self.kinds[:piece], 1 << kind, *self.kinds[piece + 1 :]]
        try:
            found = self.solver.solve(kinds, self._telling_guess())
        except OutOfSteps:
            self.is_complete = False
            self._shown[piece] |= 1 << kind
            return True
        if found is None:
            return False
        for army in self.puzzle.armies:
            for other in army:
                self._shown[other] |= 1 << found[other]
            self._share(army, entangled)
        return True

    def _share(self, army: Sequence[int], entangled: set[int]) -> None:
        """Pieces that nothing tells apart can change places in any solution."""
        alike: dict[int, list[int]] = {}
        for piece in army:
            if piece not in entangled:
                alike.setdefault(self.kinds[piece], []).append(piece)
        for pieces in alike.values():
            shown = reduce(or_, (self._shown[piece] for piece in pieces))
            for piece in pieces:
                self._shown[piece] = shown

    def _telling_guess(self) -> list[int]:
        """Return what would answer many questions at once."""
        guess = self.solver.some_guess()
        for army in self.puzzle.armies:
            for piece in army:
                unsaid = kinds_in(self.kinds[piece] & ~self._shown[piece])
                if unsaid:
                    guess[piece] = unsaid[piece % len(unsaid)]
        return guess

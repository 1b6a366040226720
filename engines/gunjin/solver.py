"""An exact search for kinds that fit all clues of a puzzle.

Clues narrow each other down until nothing changes; what is left open is tried
out, one piece at a time. Nothing is given up early, so None means that there
is no solution; a search that takes too many steps ends in OutOfSteps instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core.dice import Dice
from engines.core.steps import Steps
from engines.gunjin.army import fit, narrow
from engines.gunjin.clues import Choice, Puzzle
from engines.gunjin.deduction import explains, narrow_by_battle, undecided
from engines.gunjin.history import Battle
from engines.gunjin.pieces import kinds_in
from engines.gunjin.setup import pieces_of

STEPS, STEPS_A_QUESTION = 200_000, 40_000
"""For all that is asked about one view: a quarter of a second. A step is a look
at a battle."""
STEPS_A_FIT = 40
"""What it counts to fit an army."""


class Solver:
    """Finds solutions of one puzzle: lists of kinds by piece."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.steps = Steps(STEPS, a_question=STEPS_A_QUESTION)
        self._fought: list[list[Battle]] = [[] for _ in puzzle.kinds]
        for battle in puzzle.battles:
            for piece in battle.pieces:
                self._fought[piece].append(battle)
        self._everybody = range(len(puzzle.kinds))
        self._trouble = dict.fromkeys(puzzle.battles, 1)
        """How often each battle has shown a dead end (and once to begin with)."""
        self._looks = 0
        """Steps that have not been counted yet: narrowing takes few, so it is never cut short."""

    def some_guess(self, dice: Dice | None = None) -> list[int]:
        """Full armies anyhow, or as the dice say, and what the viewer knows."""
        guess = [kinds.bit_length() - 1 if kinds else 0 for kinds in self.puzzle.kinds]
        for army, total in zip(self.puzzle.armies, self.puzzle.totals, strict=True):
            pieces = pieces_of(total)
            if dice:
                dice.shuffle(pieces)
            for piece, kind in zip(army, pieces, strict=True):
                guess[piece] = kind
        return guess

    def solve(
        self, kinds: Sequence[int], guess: Sequence[int], dice: Dice | None = None
    ) -> list[int] | None:
        """A solution within *kinds* (masks by piece) and not far from *guess*; None if none.

        Where it has to choose it takes what comes first, or what *dice* say.
        Raises OutOfSteps where it takes too long to say.
        """
        self.steps.begin_question()
        return self._search(list(kinds), list(guess), self._everybody, dice)

    def narrow(self, kinds: list[int], guess: list[int] | None = None) -> bool:
        """Take from *kinds* what clearly fits nowhere; false if that leaves nothing for a piece.

        What the armies tell is used up, battles are looked at one by one. A *guess* is made to
        fit the armies.
        """
        return self._narrow(kinds, guess or self.some_guess(), self._everybody)

    def _search(
        self, kinds: list[int], guess: list[int], changed: Iterable[int], dice: Dice | None
    ) -> list[int] | None:
        if not self._narrow(kinds, guess, changed):
            return None
        cases = self._cases(kinds, guess)
        if cases is None:
            return guess
        self.steps.take(self._looks)
        self._looks = 0
        piece, parts = cases
        if dice:
            dice.shuffle(parts)
        for part in parts:
            narrowed = [*kinds[:piece], part, *kinds[piece + 1 :]]
            found = self._search(narrowed, list(guess), (piece,), dice)
            if found is not None:
                return found
        return None

    def _cases(self, kinds: Sequence[int], guess: Sequence[int]) -> tuple[int, list[int]] | None:
        """The parts (masks) to split a piece's kinds into; None if *guess* fits every clue."""
        wrong = [battle for battle in self.puzzle.battles if not explains(guess, battle)]
        if wrong:
            piece = self._most_bound(kinds, wrong)
            return piece, [1 << kind for kind in kinds_in(kinds[piece])]
        for choice in self.puzzle.choices:
            if not any(able >> guess[piece] & 1 for piece, able in choice):
                return _split(kinds, choice)
        return None

    def _most_bound(self, kinds: Sequence[int], battles: Sequence[Battle]) -> int:
        """Of those in *battles* a piece with few kinds to try, and much trouble before.

        Where to look first decides whether a dead end shows after a handful
        of tries or after ten thousand (Boussemart and others 2004).
        """
        pieces = {piece for battle in battles for piece in undecided(kinds, battle)}
        return min(
            pieces, key=lambda piece: (kinds[piece].bit_count() / self._weight(piece), piece)
        )

    def _weight(self, piece: int) -> int:
        return sum(self._trouble[battle] for battle in self._fought[piece])

    def _narrow(self, kinds: list[int], guess: list[int], changed: Iterable[int]) -> bool:
        """Narrow *kinds* until nothing changes, and let *guess* fit the armies.

        Battles and armies take turns; each looks only at what the other has
        narrowed, for each leaves nothing to do for itself.
        """
        changed = set(changed)
        by_battles = set(changed)
        while self._narrow_by_battles(kinds, changed, by_battles):
            changed = set()
            for army, total in zip(self.puzzle.armies, self.puzzle.totals, strict=True):
                if not by_battles.isdisjoint(army):
                    self._looks += STEPS_A_FIT
                    holders = fit(army, total, kinds, guess)
                    if holders is None:
                        return False
                    changed.update(narrow(kinds, holders))
            if not changed:
                return True
            by_battles = set()
        return False

    def _narrow_by_battles(self, kinds: list[int], changed: set[int], narrowed: set[int]) -> bool:
        """Look at the battles of *changed* pieces; add to *narrowed* whom they tell more of."""
        waiting = [battle for piece in changed for battle in self._fought[piece]]
        while waiting:
            battle = waiting.pop()
            self._looks += 1
            before = [kinds[piece] for piece in battle.pieces]
            narrow_by_battle(kinds, battle)
            for piece, old in zip(battle.pieces, before, strict=True):
                if kinds[piece] != old:
                    if not kinds[piece]:
                        self._trouble[battle] += 1
                        return False
                    narrowed.add(piece)
                    waiting += self._fought[piece]
        return True


def _split(kinds: Sequence[int], choice: Choice) -> tuple[int, list[int]]:
    """Return the first piece that could still make the choice: either it does, or it does not."""
    for piece, able in choice:
        if kinds[piece] & able:
            return piece, [kinds[piece] & able, kinds[piece] & ~able]
    return 0, []

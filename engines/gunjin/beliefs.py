"""What hidden pieces probably are: worlds in which an army stands, and behaves, as people's do.

From a view alone: nothing here knows more than its viewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from engines.core.dice import Dice
from engines.core.hidden import Armies, Army
from engines.core.steps import OutOfSteps
from engines.gunjin import armies
from engines.gunjin.clues import Puzzle, puzzle_of
from engines.gunjin.conduct import SHARES, stage_of, way_of
from engines.gunjin.deduction import explains
from engines.gunjin.history import Battle, History
from engines.gunjin.pieces import EMPTY, KINDS, SEAT_OF, piece_of
from engines.gunjin.position import Board
from engines.gunjin.solver import Solver
from engines.gunjin.squares import ALL_SQUARES, SETUP_ORDER
from engines.gunjin.view import GunjinView

SET_UPS = 400
"""From so many set-ups the site learns where pieces stand."""
SET_IN_ITS_WAYS = 0.6
"""How much of that it expects of others; the rest may stand anywhere."""
ODD = 3
"""Percent for whoever behaves as none of its kind has been seen to (`conduct.SHARES`)."""
FIRST_SWAPS, SWAPS = 1_500, 80
"""Before the first world, and between one world and the next."""
_GRAINS = 1 << 20


@cache
def _habits(army: Army) -> tuple[tuple[float, ...], ...]:
    """For each place of a set-up of *army*, how likely each kind stands there."""
    size = sum(army)
    seen = [[0] * (len(KINDS) + 1) for _ in range(size)]
    for number in range(SET_UPS):
        for place, kind in enumerate(armies.varied(Dice(b"habits", str(number)), army).kinds):
            seen[place][kind] += 1
    return tuple(
        tuple(
            SET_IN_ITS_WAYS * count / SET_UPS + (1 - SET_IN_ITS_WAYS) * army[kind] / size
            for kind, count in enumerate(row)
        )
        for row in seen
    )


@cache
def _standing(both: Armies) -> tuple[tuple[float, ...], ...]:
    """For each square, how likely each kind began there; an even chance where nobody begins."""
    rows: list[tuple[float, ...]] = [(1.0,) * (len(KINDS) + 1)] * len(ALL_SQUARES)
    for seat, army in enumerate(both):
        for place, square in enumerate(SETUP_ORDER[seat]):
            rows[square] = _habits(army)[place]
    return tuple(rows)


class Belief:
    """Worlds that fit every clue, likely ones more often.

    They are drawn by swapping the kinds of two pieces at a time, back and forth as often as
    their likelihoods say (Metropolis).
    """

    def __init__(self, view: GunjinView, history: History, dice: Dice) -> None:
        self._view, self._dice = view, dice
        self._puzzle: Puzzle = puzzle_of(view, history)
        solver = Solver(self._puzzle)
        self._masks = list(self._puzzle.kinds)
        solver.narrow(self._masks)
        self._kinds = self._some(solver)
        self._fought: dict[int, list[Battle]] = {}
        for battle in self._puzzle.battles:
            for piece in battle.pieces:
                self._fought.setdefault(piece, []).append(battle)
        self._rows = self._likelihoods(history)

    def boards(self, count: int) -> Iterator[Board]:
        """*count* starting boards with every kind."""
        self._swap(FIRST_SWAPS)
        for _ in range(count):
            self._swap(SWAPS)
            yield tuple(
                piece_of(SEAT_OF[piece], kind) if piece else EMPTY
                for piece, kind in zip(self._view.start, self._kinds, strict=False)
            )

    def _some(self, solver: Solver) -> list[int]:
        """Some world to begin with; where that takes too long some battle in it may be odd."""
        guess = solver.some_guess(self._dice)
        try:
            found = solver.solve(self._puzzle.kinds, guess, self._dice)
        except OutOfSteps:
            solver.narrow(list(self._puzzle.kinds), guess)
            return guess
        if found is None:
            raise ValueError("no match looks like this")
        return list(found)

    def _likelihoods(self, history: History) -> list[Sequence[float]]:
        """For each piece, how likely where it began and what it has done is, by its kind."""
        attacks = [0] * len(ALL_SQUARES)
        for battle in history.battles:
            attacks[battle.attacker] += 1
        rows: list[Sequence[float]] = []
        for piece, standing in enumerate(_standing(self._view.armies)):
            last = history.fallen_at[piece] or len(self._view.record)
            way = way_of(history.steps[piece], attacks[piece])
            shares = SHARES[stage_of(last)][way]
            rows.append(
                [chance * (ODD + share) for chance, share in zip(standing, shares, strict=True)]
            )
        gone = len(self._masks) - len(rows)
        return [*rows, *([1.0] * (len(KINDS) + 1) for _ in range(gone))]

    def _swap(self, times: int) -> None:
        """Let pairs of pieces swap their kinds, as the likelihoods and the clues have it."""
        kinds, rows, masks, below = self._kinds, self._rows, self._masks, self._dice.below
        for army in self._puzzle.armies:
            count = len(army)
            for _ in range(times):
                one, other = army[below(count)], army[below(count)]
                mine, theirs = kinds[one], kinds[other]
                if mine == theirs or not (masks[one] >> theirs & masks[other] >> mine & 1):
                    continue
                before = rows[one][mine] * rows[other][theirs]
                after = rows[one][theirs] * rows[other][mine]
                if after < before and below(_GRAINS) >= after / before * _GRAINS:
                    continue
                kinds[one], kinds[other] = theirs, mine
                if not self._fits(one, other):
                    kinds[one], kinds[other] = mine, theirs

    def _fits(self, one: int, other: int) -> bool:
        """Return whether the clues about two pieces still hold."""
        for piece in (one, other):
            for battle in self._fought.get(piece, ()):
                if not explains(self._kinds, battle):
                    return False
        return all(
            any(able >> self._kinds[piece] & 1 for piece, able in choice)
            for choice in self._puzzle.choices
        )

"""A computer opponent that looks one ply ahead and reckons with what it cannot see."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.core.hidden import SETUP
from engines.gunjin import armies
from engines.gunjin.battle import ATTACKER, DEFENDER, NOBODY, RESULTS
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.movement import STEPS
from engines.gunjin.moves import Move, Step
from engines.gunjin.pieces import (
    ARMY,
    EMPTY,
    FLAG,
    HIDDEN,
    IS_OF,
    KIND_OF,
    OCCUPIERS,
    kinds_in,
)
from engines.gunjin.rulings import legal_moves
from engines.gunjin.squares import ALL_SQUARES, BEHIND, HEADQUARTERS
from engines.gunjin.view import GunjinView

WIN = 10_000.0
WORTH = (0, 120, 95, 85, 60, 55, 50, 24, 20, 16, 80, 60, 18, 40, 30, 40, 40)
"""What each kind is worth."""

MEMORY = 6
"""For how many of its own moves it remembers where it came from, so as not to walk in circles."""

Chances = list[tuple[int, float]]
"""Kinds that a piece may be, and how likely each is; they sum up to 1."""


def _distances(goal: int) -> tuple[int, ...]:
    """How many single steps over land each square is from *goal*."""
    found, edge = {goal: 0}, [goal]
    for square in edge:
        for target in STEPS[square]:
            if target not in found:
                found[target] = found[square] + 1
                edge.append(target)
    return tuple(found[square] for square in ALL_SQUARES)


DISTANCES = tuple(_distances(HEADQUARTERS[1 - seat]) for seat in (0, 1))
"""For each seat, how far each square is from the headquarters it attacks."""


class GreedyBot:
    """Hits where it expects to gain, walks to the enemy headquarters, and guards its own."""

    def choose(self, view: GunjinView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if the viewer is not to act."""
        if view.seat is None or view.seat not in view.to_act:
            raise ValueError("not this seat's turn")
        if view.phase == SETUP:
            return armies.varied(dice)
        steps = list(legal_moves(view))
        dice.shuffle(steps)
        return max(steps, key=_Reckoning(view, view.seat).promise)


class _Reckoning:
    """What the moves of one turn promise."""

    def __init__(self, view: GunjinView, seat: int) -> None:
        self.board = view.board
        self.seat = seat
        self.goal, self.home = HEADQUARTERS[1 - seat], HEADQUARTERS[seat]
        self.left_lately = {origin for origin, _, _ in view.record[-2 : -2 * MEMORY - 1 : -2]}
        self.restless = view.quiet / 10
        bounds, starts = bounds_of(view), history_of(view).square_of
        self.chances = {
            square: _chances(bounds[start])
            for start, square in enumerate(starts)
            if square != NOWHERE and view.start[start] == HIDDEN[1 - seat]
        }

    def promise(self, step: Step) -> float:
        """What to expect of a step, in units of `WORTH`."""
        kind = KIND_OF[self.board[step.origin]]
        won, lost, gain = self._battle(kind, step.target)
        arrives = 1 - lost
        if step.target == self.goal and OCCUPIERS >> kind & 1:
            return WIN * won + gain
        nearer = DISTANCES[self.seat][step.origin] - DISTANCES[self.seat][step.target]
        promise = gain + nearer * (2.0 if OCCUPIERS >> kind & 1 else 1.0) * (1 + self.restless)
        if self.board[step.target] != EMPTY:
            promise += 5 * self.restless
        promise += self._danger(kind, step.origin) - arrives * self._danger(kind, step.target)
        promise += self._relief(step, won)
        return promise - 4 * (step.target in self.left_lately)

    def _battle(self, kind: int, target: int) -> tuple[float, float, float]:
        """How likely the square is won, how likely the piece is lost, and the gain in worth."""
        if self.board[target] == EMPTY:
            return 1.0, 0.0, 0.0
        won = lost = gain = 0.0
        for defender, chance in self.chances[target]:
            for result, share in self._results(kind, defender, target):
                won += chance * share * (result == ATTACKER)
                lost += chance * share * (result != ATTACKER)
                gain += chance * share * WORTH[defender] * (result != DEFENDER)
        return won, lost, gain - lost * WORTH[kind]

    def _results(self, kind: int, defender: int, target: int) -> Chances:
        """The results against one kind; a flag's follow from what may be behind it."""
        if defender != FLAG:
            return [(RESULTS[kind][defender], 1.0)]
        supports = self.chances.get(BEHIND[1 - self.seat][target], [(0, 1.0)])
        return [(RESULTS[kind][support], chance) for support, chance in supports]

    def _danger(self, kind: int, square: int) -> float:
        """What the likeliest loss on a square costs: to the most dangerous enemy beside it."""
        losses = [
            sum(chance for attacker, chance in self.chances[near] if _beats(attacker, kind))
            for near in STEPS[square]
            if near in self.chances
        ]
        return 0.4 * WORTH[kind] * max(losses, default=0.0)

    def _relief(self, step: Step, won: float) -> float:
        """What it is worth to hit or to bar an enemy who stands before the headquarters."""
        threats = [near for near in STEPS[self.home] if near in self.chances]
        if not threats:
            return 0.0
        if step.origin == self.home:
            return -WIN / 10
        occupier = {near: self._is_occupier(near) for near in threats}
        if step.target in occupier:
            return WIN / 10 * won * occupier[step.target]
        shuts = step.target == self.home and not IS_OF[self.seat][self.board[self.home]]
        return WIN / 20 * max(occupier.values()) if shuts else 0.0

    def _is_occupier(self, square: int) -> float:
        return sum(chance for kind, chance in self.chances[square] if OCCUPIERS >> kind & 1)


def _beats(attacker: int, defender: int) -> bool:
    return RESULTS[attacker][defender] in (ATTACKER, NOBODY)


def _chances(kinds: int) -> Chances:
    """Each of *kinds* (a mask) as likely as there are pieces of it in an army."""
    total = sum(ARMY[kind] for kind in kinds_in(kinds))
    return [(kind, ARMY[kind] / total) for kind in kinds_in(kinds)]


BOTS: dict[str, Bot[GunjinView, Move]] = {"easy": GreedyBot()}
"""The opponents, by level."""

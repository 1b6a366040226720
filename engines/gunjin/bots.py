"""Computer opponents: one reckons with what it cannot see, the others search what it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

from engines.core.careless import Careless
from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.core.hidden import SETUP, Army
from engines.core.proofs import Proving
from engines.gunjin import armies
from engines.gunjin.battle import ATTACKER, DEFENDER, NOBODY, RESULTS
from engines.gunjin.foresight import DISTANCES, WIN, WORTH, World, likely_worlds, worlds
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.movement import STEPS
from engines.gunjin.moves import Move, Placement, Step
from engines.gunjin.pieces import (
    EMPTY,
    FLAG,
    HIDDEN,
    IS_OF,
    KIND_OF,
    OCCUPIERS,
    kinds_in,
)
from engines.gunjin.proofs import sure_win
from engines.gunjin.rulings import legal_moves, sample_move
from engines.gunjin.squares import BEHIND, HEADQUARTERS
from engines.gunjin.view import GunjinView

CARELESS = 30
"""In how many of a hundred turns the easy one does not think."""
OVERLOOKED = 0.3
"""How likely the other side is taken to overlook a threat, of which it does not see all."""

BOLD, FIRM = 8.0, -2.0
"""What a stride towards the enemy headquarters is worth besides, in units of `WORTH`, to the one
who attacks and to the one who stays."""
RASH = 60.0
"""What a hit at whatever stands there is worth to the easy one that charges."""

MEMORY = 6
"""For how many of its own moves it remembers where it came from, so as not to walk in circles."""

Chances = list[tuple[int, float]]
"""Kinds that a piece may be, and how likely each is; they sum up to 1."""


class GreedyBot:
    """Hits where it expects to gain, walks to the enemy headquarters, and guards its own."""

    def __init__(self, zeal: float = 0.0) -> None:
        """*zeal*: what it likes to hit."""
        self._zeal = zeal

    def choose(self, view: GunjinView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if the viewer is not to act."""
        seat = _acting(view)
        if view.phase == SETUP:
            return armies.varied(dice, view.armies[seat])
        return max(_shuffled(view, dice), key=_Reckoning(view, seat, self._zeal).promise)


class SearchStage(NamedTuple):
    """One round of thinking."""

    steps: int
    """So many of the steps that were best so far are looked at."""
    plies: int
    """How deep they are searched."""
    worlds: int
    """In how many worlds, at most."""


class SearchBot:
    """Sets up in its way, then searches worlds that would look the same: with each stage
    fewer steps, and deeper.
    """

    def __init__(
        self,
        stages: Sequence[SearchStage],
        effort: int,
        imagine: Callable[[GunjinView, Dice, int], Iterator[World]] = worlds,
        overlooked: float = 0.0,
        drive: float = 0.0,
        set_up: Callable[[Dice, Army], Placement] = armies.varied,
    ) -> None:
        """*overlooked*: how likely the other side is taken to overlook what threatens it; *drive*:
        what it likes to come nearer."""
        self._drive = drive
        self._set_up = set_up
        self._overlooked = overlooked
        self._stages = stages
        self._imagine = imagine
        self._effort = effort
        """After so many steps made in all worlds together, a stage begins no other world."""

    def choose(self, view: GunjinView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if the viewer is not to act."""
        seat = _acting(view)
        if view.phase == SETUP:
            return self._set_up(dice, view.armies[seat])
        steps, habits = _shuffled(view, dice), _Habits(view, seat, self._drive)
        imagined = list(self._imagine(view, dice, max(stage.worlds for stage in self._stages)))
        for stage in self._stages:
            promise = self._promises(steps[: stage.steps], stage, imagined, habits)
            steps = sorted(promise, key=promise.__getitem__, reverse=True)
        return steps[0]

    def _promises(
        self, steps: Sequence[Step], stage: SearchStage, imagined: Sequence[World], habits: _Habits
    ) -> dict[Step, float]:
        """Return what to expect of each step on average over the worlds, in units of `WORTH`."""
        if len(steps) == 1:
            return {steps[0]: 0.0}
        found: dict[Step, list[float]] = {step: [] for step in steps}
        for world in imagined[: stage.worlds]:
            for step in steps:
                found[step].append(
                    world.outlook((step.origin, step.target), stage.plies, self._overlooked)
                )
            if sum(each.made for each in imagined) > self._effort:
                break
        return {step: fmean(values) + habits.leaning(step) for step, values in found.items()}


def _acting(view: GunjinView) -> int:
    """Return the viewing seat; ValueError if it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        raise ValueError("not this seat's turn")
    return view.seat


def _shuffled(view: GunjinView, dice: Dice) -> list[Step]:
    steps = list(legal_moves(view))
    dice.shuffle(steps)
    return steps


class _Habits:
    """What speaks for a step whoever stands where: no walking in circles, and no peace for ever."""

    def __init__(self, view: GunjinView, seat: int, drive: float = 0.0) -> None:
        self._drive = drive
        self._board, self._distances = view.board, DISTANCES[seat]
        self._left_lately = {origin for origin, _, _ in view.record[-2 : -2 * MEMORY - 1 : -2]}
        self._restless = view.quiet / 10

    def leaning(self, step: Step) -> float:
        """In units of `WORTH`."""
        hit = 5.0 * (self._board[step.target] != EMPTY)
        push = (self._restless + self._drive) * self.stride(step) + self._restless * hit
        return push - 4 * (step.target in self._left_lately)

    def stride(self, step: Step) -> float:
        """Return what the way is worth by which a step comes nearer to the enemy headquarters."""
        nearer = self._distances[step.origin] - self._distances[step.target]
        return nearer * (2.0 if OCCUPIERS >> KIND_OF[self._board[step.origin]] & 1 else 1.0)


class _Reckoning:
    """What the moves of one turn promise."""

    def __init__(self, view: GunjinView, seat: int, zeal: float) -> None:
        self.board, self.zeal = view.board, zeal
        self.seat = seat
        self.goal, self.home = HEADQUARTERS[1 - seat], HEADQUARTERS[seat]
        self.habits = _Habits(view, seat)
        bounds, starts = bounds_of(view), history_of(view).square_of
        self.chances = {
            square: _chances(bounds[start], view.armies[1 - seat])
            for start, square in enumerate(starts)
            if square != NOWHERE and view.start[start] == HIDDEN[1 - seat]
        }

    def promise(self, step: Step) -> float:
        """Return what to expect of a step, in units of `WORTH`."""
        kind = KIND_OF[self.board[step.origin]]
        won, lost, gain = self._battle(kind, step.target)
        arrives = 1 - lost
        if step.target == self.goal and OCCUPIERS >> kind & 1:
            return WIN * won + gain
        promise = gain + self.habits.stride(step) + self.habits.leaning(step)
        promise += self.zeal * (self.board[step.target] != EMPTY)
        promise += self._danger(kind, step.origin) - arrives * self._danger(kind, step.target)
        return promise + self._relief(step, won)

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
        """Return the results against one kind; a flag's follow from what may be behind it."""
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
        """Return what it is worth to hit or to bar an enemy who stands before the headquarters."""
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


def _chances(kinds: int, army: Army) -> Chances:
    """Each of *kinds* (a mask) as likely as there are pieces of it in the army."""
    total = sum(army[kind] for kind in kinds_in(kinds))
    return [(kind, army[kind] / total) for kind in kinds_in(kinds)]


def _some_move(view: GunjinView, dice: Dice) -> Move | None:
    """Any step; None while armies are placed."""
    return None if view.phase == SETUP else sample_move(view, dice)


EVERY = 1_000
"""More steps than anybody ever has."""
PROOFS = 8_000
"""In how many states a sure win is looked for; they take less than two tenths of a second."""


def _proving(bot: SearchBot) -> Bot[GunjinView, Move]:
    return Proving(bot, partial(sure_win, nodes=PROOFS))


MEDIUM = SearchBot((SearchStage(EVERY, 2, 16), SearchStage(6, 3, 12)), effort=30_000)

STRONG = SearchBot(
    (SearchStage(EVERY, 2, 32), SearchStage(8, 3, 16)),
    effort=100_000,
    imagine=likely_worlds,
    overlooked=OVERLOOKED,
    set_up=armies.guarded,
)

MEDIUM_BOLD = SearchBot(
    (SearchStage(EVERY, 2, 16), SearchStage(6, 3, 12)), effort=30_000, drive=BOLD
)

STRONG_FIRM = SearchBot(
    (SearchStage(EVERY, 2, 32), SearchStage(8, 3, 16)),
    effort=100_000,
    imagine=likely_worlds,
    overlooked=OVERLOOKED,
    drive=FIRM,
    set_up=armies.guarded,
)

BOTS: dict[str, Bot[GunjinView, Move]] = {
    "easy": Careless(GreedyBot(), _some_move, CARELESS),
    "easy-bold": Careless(GreedyBot(RASH), _some_move, CARELESS),
    "medium": _proving(MEDIUM),
    "medium-bold": _proving(MEDIUM_BOLD),
    "strong": _proving(STRONG),
    "strong-firm": _proving(STRONG_FIRM),
}
"""The opponents, by level."""

"""Wins that are sure whatever is hidden: a search in which every hidden piece may be all it can be.

Each state holds everything that one side, the prover, cannot rule out. A win is proved only where
it comes about in every case, so it holds for whatever the other side has; that none is proved says
nothing. Effort is counted in states, never in seconds: the same arguments give the same answer on
any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.core.steps import OutOfSteps, Steps

MOST_MOVES = 4
"""Own moves in the longest win that is looked for. In so few no new position comes up often enough
for a draw; those of the past the rules of each game have to avoid."""

V = TypeVar("V")
S = TypeVar("S", bound=Hashable)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Rules(Protocol[S, M]):
    """A game as the prover knows it. A state serves for either side to move."""

    def fewest(self, here: S) -> int:
        """Return how many own moves a win takes at least, or 1: with fewer none is looked for."""

    def at_once(self, here: S) -> M | None:
        """Return a move of the prover that wins at once in every case; None if none is seen."""

    def moves(self, here: S) -> Iterable[M]:
        """Return the moves of the prover that are worth a try, the most promising first."""

    def after(self, here: S, move: M) -> Sequence[S] | None:
        """Return what *move* may come to, the other side being to move, but for the cases in which
        it has won; None where it may come to anything but that, or is not open."""

    def replies(self, here: S) -> Iterable[S | None]:
        """Return what every reply of the other side may come to, but for those that lose at once;
        None for one after which there may be no win."""


@dataclass(frozen=True, slots=True)
class SureWin(Generic[M_co]):
    """A win that does not depend on what is hidden."""

    move: M_co
    within: int
    """In how many own moves it is over at the latest; it is the fewest that can be proved."""


class Proving(Generic[V, M]):
    """Plays the wins that are sure, and else what another player plays."""

    def __init__(self, bot: Bot[V, M], search: Callable[[V], SureWin[M] | None]) -> None:
        self._bot, self._search = bot, search

    def choose(self, view: V, dice: Dice) -> M:
        """The move to play; ValueError if the viewer is not to act."""
        win = self._search(view)
        return win.move if win else self._bot.choose(view, dice)


class Prover(Generic[S, M]):
    """Looks for sure wins by iterative deepening, in so many states at most."""

    def __init__(self, rules: Rules[S, M], nodes: int) -> None:
        self._rules = rules
        self._steps = Steps(nodes)
        self._won: dict[S, SureWin[M]] = {}
        self._refuted: dict[S, int] = {}
        """In how many own moves there is no proof."""

    def find(self, here: S, most: int = MOST_MOVES) -> SureWin[M] | None:
        """The shortest sure win of the prover, who is to move; None if none was proved in time."""
        try:
            for within in range(1, most + 1):
                found = self._win(here, within)
                if found is not None:
                    return found
        except OutOfSteps:
            pass
        return None

    def gives_up(self, here: S, move: M | None, most: int = MOST_MOVES) -> bool:
        """Return whether the prover could win for sure, and *move* does not; None for no move.

        False where it takes too long to say.
        """
        if self.find(here, most) is None:
            return False
        try:
            return move is None or not self._forces(here, move, most)
        except OutOfSteps:
            return False

    def all_moves(self, here: S, within: int) -> list[M] | None:
        """The moves proved to win in so many own moves; None where that takes too long to say."""
        try:
            return [move for move in self._rules.moves(here) if self._forces(here, move, within)]
        except OutOfSteps:
            return None

    def _win(self, here: S, within: int, first: M | None = None) -> SureWin[M] | None:
        """*first*: what has won in a state like this."""
        found = self._won.get(here)
        if found is not None and found.within <= within:
            return found
        if self._refuted.get(here, 0) >= within:
            return None
        self._steps.take()
        if self._rules.fewest(here) > within:
            return None
        found = self._found(here, within, first)
        if found is None:
            self._refuted[here] = within
        else:
            self._won[here] = found
        return found

    def _found(self, here: S, within: int, first: M | None) -> SureWin[M] | None:
        move = self._rules.at_once(here)
        if move is not None:
            return SureWin(move, 1)
        if within == 1:
            return None
        if first is not None and self._forces(here, first, within):
            return SureWin(first, within)
        for move in self._rules.moves(here):
            if self._forces(here, move, within):
                return SureWin(move, within)
        return None

    def _forces(self, here: S, move: M, within: int) -> bool:
        after = self._rules.after(here, move)
        return after is not None and all(self._holds(there, within - 1) for there in after)

    def _holds(self, here: S, within: int) -> bool:
        """Return whether the prover wins in so many moves after any reply.

        Only where it would if the other side passed: what threatens nothing is not looked at.
        """
        threat = self._win(here, within) if within else None
        if threat is None:
            return False
        replies = self._rules.replies(here)
        return all(
            reply is not None and self._win(reply, within, threat.move) is not None
            for reply in replies
        )

"""What a coach finds in a position: one fact that holds, with the squares that it is about.

Games that hide nothing share the reckoning with exchanges; what is worth what is each game's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

PLAN_EVERY = 3
"""A plan is told at one of so many own moves: it is no news at each."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A fact about a position that follows from one seat's view of it."""

    code: str
    """Which sentence says it."""
    squares: tuple[str, ...]
    """What it is about, in the order in which the sentence names them."""
    kinds: str = ""
    """Letters of what a piece of unknown kind can be, where the sentence names them."""


class Duel(Protocol):
    """A board on which the moves of either side can be tried, whoever is to move."""

    def moves(self, seat: int) -> Sequence[int]:
        """The codes of the legal moves of *seat*."""

    def captures(self, seat: int) -> Sequence[int]:
        """Those of them that capture."""

    def ends(self, code: int) -> tuple[int, int]:
        """Return the origin and the target of a move; for a drop the origin is below 0."""

    def prize(self, seat: int, code: int) -> int:
        """The worth of what the move captures; 0 for none."""

    def make(self, seat: int, code: int) -> Any:
        """Make a move; returns what `unmake` wants back."""

    def unmake(self, code: int, before: Any) -> None:
        """Take back the move last made."""

    def is_mated(self, seat: int) -> bool:
        """Return whether *seat*, which is to move, has lost by mate."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A capture that pays."""

    code: int
    worth: int
    """What it wins when both go on capturing on that square as long as it pays."""
    is_free: bool
    """Whether nothing can capture back."""


def captures_on(duel: Duel, seat: int, square: int) -> list[int]:
    """The legal captures of *seat* on *square*."""
    return [code for code in duel.captures(seat) if duel.ends(code)[1] == square]


def gain_of(duel: Duel, seat: int, code: int) -> Gain:
    """Return the gain of a capture."""
    prize, square = duel.prize(seat, code), duel.ends(code)[1]
    before = duel.make(seat, code)
    back = captures_on(duel, 1 - seat, square)
    lost = max((gain_of(duel, 1 - seat, other).worth for other in back), default=0)
    duel.unmake(code, before)
    return Gain(code, prize - max(0, lost), not back)


def best_gain(duel: Duel, seat: int, least: int) -> Gain | None:
    """The capture that wins most, and at least so much; None if there is none."""
    dear = (code for code in duel.captures(seat) if duel.prize(seat, code) >= least)
    gains = [gain_of(duel, seat, code) for code in dear]
    best = max(gains, key=lambda gain: (gain.worth, gain.is_free, -gain.code), default=None)
    return best if best and best.worth >= least else None


def mating(duel: Duel, seat: int) -> int | None:
    """A move that mates at once; None if there is none."""
    for code in duel.moves(seat):
        before = duel.make(seat, code)
        mates = duel.is_mated(1 - seat)
        duel.unmake(code, before)
        if mates:
            return code
    return None


def is_safe_at(duel: Duel, seat: int, code: int) -> bool:
    """Return whether nothing can capture where a move goes."""
    before = duel.make(seat, code)
    safe = not captures_on(duel, 1 - seat, duel.ends(code)[1])
    duel.unmake(code, before)
    return safe


@dataclass(frozen=True, slots=True)
class Fact:
    """As `Hint`, with numbers of squares."""

    code: str
    squares: tuple[int, ...]


def urgent(duel: Duel, seat: int, *, last: int, least: int) -> Fact | None:
    """Return the most urgent fact for *seat*, which is to move and not in check: a mate, one that
    threatens, a gain or a loss; None for no such fact. *last* is the target of the other side's
    last move, *least* the smallest worth that counts."""
    mate = mating(duel, seat)
    if mate is not None:
        return Fact("mate", duel.ends(mate)[::-1])
    threat = mating(duel, 1 - seat)
    if threat is not None:
        return Fact("mate-threat", duel.ends(threat)[::-1])
    won, lost = best_gain(duel, seat, least), best_gain(duel, 1 - seat, least)
    if won and won.worth >= (lost.worth if lost else 0):
        origin, target = duel.ends(won.code)
        code = ("gift" if target == last else "free") if won.is_free else "exchange"
        return Fact(code, (target, origin))
    if lost:
        origin, target = duel.ends(lost.code)
        return Fact("hangs" if lost.is_free else "outnumbered", (target, origin))
    return None

"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.recurrence import times_seen
from engines.core.seats import Seat
from engines.gungi.board import Board, Hand
from engines.gungi.moves import Move
from engines.gungi.rulesets import BY_NAME

Stacks = tuple[int, ...]
"""81 stacks (see `stacks`), a1 first, rank by rank."""
Hands = tuple[Hand, Hand]


@dataclass(frozen=True, slots=True)
class Start:
    """The content of a position text: all of a position but how it came about."""

    stacks: Stacks
    hands: Hands
    to_move: Seat
    """Who moves next, or would if the match were not over."""
    rules: str
    """The name of the rule set."""
    placing: tuple[Seat, ...] = ()
    """The seats that are still setting up (§7); none once play has begun."""

    @property
    def board(self) -> Board:
        """A board of its own to work on."""
        return Board(list(self.stacks), self.hands, BY_NAME[self.rules])


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a match: what is where, whose turn it is, and how it came about."""

    now: Start
    start: Start
    """Where the record begins."""
    moves: tuple[Move, ...] = ()
    """The moves since."""
    seen: bytes = b""
    """Marks of the positions since the last that cannot come up again, and of that
    (`recurrence`); none while sides are set up."""
    outcome: Outcome | None = None

    @property
    def to_move(self) -> Seat:
        """The seat that moves next, or would if play went on."""
        return self.now.to_move

    @property
    def repetitions(self) -> int:
        """The number of occurrences of this position, this one too; 0 while sides are set up."""
        return times_seen(self.seen)


def key_of(stacks: Sequence[int], hands: Sequence[Hand]) -> bytes:
    """Stacks with owners and order, and both hands (§8.4), to be compared."""
    return array("H", stacks).tobytes() + bytes(hands[0]) + bytes(hands[1])

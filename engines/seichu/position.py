"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engines.core.hidden import Armies, seats_to_act, times_seen
from engines.core.outcome import Outcome
from engines.core.seats import Seat
from engines.seichu.fouls import Foul
from engines.seichu.pieces import USUAL
from engines.seichu.setup import HOMES

Board: TypeAlias = tuple[int, ...]
"""28 codes of pieces (see `pieces`), a1 first, rank by rank."""

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Kinds by seat: of a hand in their own order, of drops in the order they were made."""

ACCEPTED, DOUBTED = -2, -3
"""In place of an origin: no move, but what was said."""

TURN, CAPTURE_CHECK, DEFEAT_CHECK = "turn", "capture", "defeat"
"""What is asked for: a move, or an answer about the capture just made (§5.2)."""

BOARD_CHECK = "board"
"""What a Doubt instead of a move is called."""


class Played(NamedTuple):
    """One entry of the record: all that the public learns of it.

    *origin* is `squares.HAND` for a drop, and `ACCEPTED` or `DOUBTED` for
    what is no ply.
    """

    origin: int
    target: int = 0
    captured: int = 0
    """The kind that was taken; 0 for none."""
    trial: bool = False

    @property
    def is_ply(self) -> bool:
        """True if a piece was moved or dropped."""
        return self.origin > ACCEPTED


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Board and hands, what is asked of whom, and how the match came here."""

    start: Board
    """Where play began; during set-up, what has been placed so far."""
    start_hands: Hands
    first: Seat | None
    """Who made the first ply, or is to make it; None during set-up."""
    board: Board
    hands: Hands
    record: tuple[Played, ...] = ()
    """Everything played and said since `start`."""
    dropped: Hands = ((), ())
    """What each seat has dropped."""
    seen: tuple[tuple[Board, Hands], ...] = ()
    """Board and hands since play began, one for each ply; the last is this one's."""
    asked: str = TURN
    outcome: Outcome | None = None
    fouls: tuple[Foul, ...] = ()
    """Every foul of the match, once it is over."""
    to_place: Armies = USUAL
    """What each seat places during set-up: public."""

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must not tell kinds."""
        return f"<Seichu position after {self.plies} plies, {sorted(self.to_act)} to act>"

    @property
    def plies(self) -> int:
        """The number of moves and drops so far."""
        return max(len(self.seen) - 1, 0)

    @property
    def to_move(self) -> Seat:
        """The seat that makes the next ply, or would if play went on; meaningless in set-up."""
        return Seat(((self.first or 0) + self.plies) % 2)

    @property
    def answering(self) -> Seat:
        """The seat that is asked: the captor, the one whose king was taken, or the side to move."""
        return Seat(1 - self.to_move) if self.asked == CAPTURE_CHECK else self.to_move

    @property
    def ready(self) -> tuple[bool, ...]:
        """True for each seat that has placed its pieces; for both once play has begun."""
        return (True, True) if self.first is not None else HOMES.ready(self.start)

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that owe a move or an answer."""
        return seats_to_act(self.outcome, self.ready, self.answering)

    @property
    def repetitions(self) -> int:
        """The number of times board and hands were these with this seat to move (§6.4)."""
        return times_seen(self.seen, seats=2)


def last_ply(record: tuple[Played, ...]) -> Played | None:
    """Return the last move or drop, whatever was said after it."""
    return next((played for played in reversed(record) if played.is_ply), None)

"""One match, and pairs of them with the seats swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any, Protocol

from engines.core.dice import Dice
from engines.core.engine import GameEngine, Terms
from engines.core.seats import Seat, Viewer

Engine = GameEngine[Any, Any, Any]

LONGEST = 300
"""Plies after which a match is broken off; it counts as drawn then."""
RANDOM_PLIES = 4
"""Random plies with which a match without a set-up in secret begins, the same for both seats."""


class Player(Protocol):
    """A bot, or something that plays like one."""

    def choose(self, view: Any, dice: Dice) -> Any:
        """A move that is open to the seat of *view*."""


@dataclass
class Timed:
    """A player, and the processor time of its moves in seconds."""

    player: Player
    times: list[float] = field(default_factory=list)

    def choose(self, view: Any, dice: Dice) -> Any:
        """The player's own move."""
        began = process_time()
        move = self.player.choose(view, dice)
        self.times.append(process_time() - began)
        return move


@dataclass(frozen=True)
class Played:
    """How a match went for the first of two players."""

    points: float
    plies: int
    termination: str


def pairs(
    engine: Engine, first: Player, second: Player, seed: str, terms: Terms
) -> Iterator[Played]:
    """Matches without end: each opening twice, with the seats swapped and the same dice."""
    number = 0
    while True:
        for seat in (0, 1):
            players = [first, second] if seat == 0 else [second, first]
            yield played(engine, players, f"{seed}/{number}".encode(), terms, seat)
        number += 1


def played(
    engine: Engine, players: Sequence[Player], seed: bytes, terms: Terms, seat: int
) -> Played:
    """One match, as it went for the player in *seat*. Each move is checked to be open."""
    here, number = opening(engine, seed, terms), 0
    while engine.outcome(here) is None and number < LONGEST:
        number += 1
        mover = min(engine.to_act(here))
        view, label = engine.view(here, Viewer.of(mover)), str(number)
        move = players[mover].choose(view, Dice(seed, label))
        engine.check_move(view, move)
        here = engine.play(here, mover, move, Dice(seed, label)).position
    outcome = engine.outcome(here)
    if outcome is None:
        return Played(0.5, number, "broken off")
    points = float(seat in outcome.winners) if len(outcome.winners) == 1 else 0.5
    return Played(points, number, str(outcome.termination))


def opening(engine: Engine, seed: bytes, terms: Terms) -> Any:
    """The start after a few random plies, if sides are not set up; never the end of a match."""
    start = engine.start(terms, Dice(seed, "start")).position
    here = start
    for number in range(0 if engine.is_setting_up(start) else RANDOM_PLIES):
        seat: Seat = min(engine.to_act(here))
        dice = Dice(seed, f"opening {number}")
        move = engine.sample_move(engine.view(here, Viewer.of(seat)), dice)
        here = engine.play(here, seat, move, dice).position
        if engine.outcome(here) is not None:
            return start
    return here

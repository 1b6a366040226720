"""The table of steps, and how they are walked side by side."""

from __future__ import annotations

import itertools
import os
import secrets
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.running.houses import Door
from tests.walk.browser import Asked, Browser
from tests.walk.logs import logs_of, wrong_records

WAITS = 20.0
"""Seconds that a page may wait for the site, on a machine that does nothing else."""
OWN_LOAD = 1.5
"""What the walk and its site are in the load of the machine."""
SLOWEST = 6.0
"""Times as long: nothing is waited for longer."""
WIDTH = 8
"""Steps walked at once."""
PAUSE, LONGEST_PAUSE = 0.5, 2.0
"""Seconds between two looks at a page that waits."""


class House(Protocol):
    """What a walk needs to know of the site it leads through."""

    @property
    def doors(self) -> Sequence[Door]:
        """Those of its web processes."""

    @property
    def folder(self) -> Path:
        """Where its processes write, each into a file called *.log."""

    @property
    def env(self) -> Mapping[str, str]:
        """The environment of its processes."""


class Waited(AssertionError):
    """A page waited too long."""


@dataclass(frozen=True)
class Step:
    """Something that people do on the site."""

    name: str
    take: Callable[[Walk], object]
    seconds: int
    """About how long it takes: what takes longest begins first."""
    turn: int
    """Those of a turn are walked side by side, one turn after the other."""


STEPS: list[Step] = []


def step(
    name: str, seconds: int = 10, turn: int = 1
) -> Callable[[Callable[[Walk], object]], Callable[[Walk], object]]:
    """Put a function into the table."""

    def enter(take: Callable[[Walk], object]) -> Callable[[Walk], object]:
        STEPS.append(Step(name, take, seconds, turn))
        return take

    return enter


@dataclass
class Outcome:
    """What became of one step."""

    step: Step
    seconds: float = 0.0
    fault: str = ""
    asked: list[Asked] = field(default_factory=list)


@dataclass
class Walk:
    """What one step has of the site; each request is noted with the step that made it."""

    house: House
    outcome: Outcome
    numbers: Iterator[int]

    def browser(self) -> Browser:
        """A browser of nobody yet, from an address of its own where a proxy tells addresses."""
        number = next(self.numbers)
        door = self.house.doors[number % len(self.house.doors)]
        return Browser(door, self.outcome.asked.append, f"198.51.100.{number % 250 + 1}")

    def until(self, what: str, look: Callable[[], object], within: float = WAITS) -> None:
        """Look until there is something; raises Waited where a reader would have given up."""
        began, pause = time.monotonic(), PAUSE
        while not look():
            if self._is_too_long(time.monotonic() - began, within):
                raise Waited(f"{what}: not within {time.monotonic() - began:.0f} s")
            time.sleep(pause)
            pause = min(1.25 * pause, LONGEST_PAUSE)

    def _is_too_long(self, waited: float, within: float) -> bool:
        """Where the site has said that something is wrong, nothing is worth waiting longer for."""
        if waited <= within:
            return False
        return waited > within * slowness() or bool(wrong_records(logs_of(self.house.folder)))


def slowness() -> float:
    """How many times as long things take for what else the machine does now; 1 if idle."""
    others = os.getloadavg()[0] - OWN_LOAD
    return min(max(1.0, 2 * others / (os.cpu_count() or 1)), SLOWEST)


def walk(house: House, steps: Sequence[Step]) -> list[Outcome]:
    """Take all steps, several at once."""
    numbers = itertools.count(secrets.randbelow(1000))
    outcomes = [Outcome(each) for each in sorted(steps, key=lambda one: -one.seconds)]
    lock = threading.Lock()

    def take(outcome: Outcome) -> None:
        began = time.monotonic()
        try:
            outcome.step.take(Walk(house, outcome, numbers))
        except Exception as error:  # noqa: BLE001 - all others are walked as well
            outcome.fault = f"{type(error).__name__}: {error}\n{_where(error)}"
        outcome.seconds = time.monotonic() - began
        with lock:
            print(line_of(outcome), flush=True)

    for turn in sorted({each.turn for each in steps}):
        with ThreadPoolExecutor(WIDTH, thread_name_prefix="walk") as pool:
            list(pool.map(take, (one for one in outcomes if one.step.turn == turn)))
    return outcomes


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return "".join(
        f"    {frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.line}\n" for frame in frames
    )


def line_of(outcome: Outcome) -> str:
    """One line of the transcript."""
    said = f"{outcome.seconds:6.1f} s {len(outcome.asked):4d} requests  {outcome.step.name}"
    return f"{said}\n  FAILS: {outcome.fault}" if outcome.fault else said

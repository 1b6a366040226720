"""What happens in a season, one event after the other, in an order that its seed decides."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from tests.town.clock import Clock, lot

KEPT = 40
"""Events that a failure tells of."""


class Broken(AssertionError):
    """Something that must hold did not, after the last of the events."""


@dataclass(order=True)
class _Entry:
    when: datetime
    lot: float
    number: int
    name: str = field(compare=False)
    called: str = field(compare=False)
    act: Callable[[], object] = field(compare=False)


class Scheduler:
    """The heap of what is to come. Two events of one moment come in an order drawn by lot.

    Each event is called by its name and how often that has come before; lots are drawn for that,
    so that an event which is left out changes the lots of no other.
    """

    def __init__(self, clock: Clock, seed: int) -> None:
        self.clock, self.seed = clock, seed
        self.done = 0
        self.calling = ""
        """What the event that happens now is called."""
        self.last: deque[str] = deque(maxlen=KEPT)
        self.before: list[Callable[[str], object]] = []
        """Called before each event with what it is called."""
        self.after: list[Callable[[str], object]] = []
        """Called after each event with its name."""
        self._heap: list[_Entry] = []
        self._number, self._lots = 0, 0
        self._times: Counter[str] = Counter()
        self._trace = sha256()

    def at(self, when: datetime, name: str, act: Callable[[], object]) -> None:
        """Let *act* happen at *when*, or now if that is over; *name* tells of it."""
        self._number += 1
        self._times[name] += 1
        called = f"{name} {self._times[name]}"
        moment = max(when, self.clock.now)
        entry = _Entry(moment, lot(self.seed, called), self._number, name, called, act)
        heapq.heappush(self._heap, entry)

    def drop(self, names: str) -> None:
        """Let nothing happen of what is to come and is named so at its beginning."""
        self._heap = [entry for entry in self._heap if not entry.name.startswith(names)]
        heapq.heapify(self._heap)

    def lot(self) -> float:
        """A number between 0 and 1, drawn for the event that happens now."""
        self._lots += 1
        return lot(self.seed, self.calling, self._lots)

    def run(self, until: datetime, most: int | None = None) -> None:
        """Let everything happen that comes before *until*, but not more than *most* events in all.

        What an event raises goes through, with the event as the last of those that are kept.
        """
        while self._heap and self._heap[0].when < until and (most is None or self.done < most):
            entry = heapq.heappop(self._heap)
            if entry.when > self.clock.now:
                self.clock.move_to(entry.when)
            self.done += 1
            line = f"{self.done:7d}  {self.clock.now:%a %m-%d %H:%M:%S}  {entry.name}"
            self.last.append(line)
            self._trace.update(line.encode())
            self.calling, self._lots = entry.called, 0
            for prepare in self.before:
                prepare(entry.called)
            entry.act()
            for look in self.after:
                look(entry.name)
        if most is None or self.done < most:
            self.clock.move_to(max(until, self.clock.now))

    def trace(self) -> str:
        """A digest of all that has happened, by name and moment."""
        return self._trace.hexdigest()[:16]

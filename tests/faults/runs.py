"""What happened in a kill run."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from tests.faults.ledger import OK, REFUSED, UNKNOWN, Ledger

THINKING = "SELECT id, attempts FROM bots_botturn WHERE held_until IS NOT NULL"
OWED = "SELECT id, attempts FROM bots_botturn"

Attempt = tuple[int, int]
"""A bot's debt, and how often it has been taken on."""


@dataclass
class Run:
    """The clients' story, the kills, and what the audit found."""

    ledger: Ledger = field(default_factory=Ledger)
    kills: int = 0
    restarts: list[float] = field(default_factory=list)
    """Seconds from each start after a kill to the first answer."""
    left_behind: int = 0
    """Processes that outlived their killed parent by more than five seconds."""
    amid_thoughts: int = 0
    """Kills that found a bot thinking."""
    recoveries: list[float] = field(default_factory=list)
    """Seconds from the last kill that held a bot's turn up until it was played."""
    audit: dict[str, Any] = field(default_factory=dict)
    _interrupted: dict[int, float] = field(default_factory=dict)
    _thoughts: set[Attempt] = field(default_factory=set)

    def fresh(self, thinking: list[Attempt]) -> set[Attempt]:
        """Those of the thoughts that no earlier kill has ended."""
        return {*thinking} - self._thoughts

    def note_kill(self, thinking: list[Attempt], held_up: list[Attempt] | None = None) -> None:
        """A kill found these debts thought about, and held these up (else only the former)."""
        fresh = self.fresh(thinking)
        self.kills += 1
        self.amid_thoughts += bool(fresh)
        self._thoughts |= fresh
        debts = [debt for debt, _attempt in (fresh if held_up is None else held_up)]
        self._interrupted |= dict.fromkeys(debts, time.monotonic())

    def note_owed(self, owed: list[Attempt]) -> None:
        """These debts are owed now; an interrupted one that is not has been paid."""
        for debt in self._interrupted.keys() - {debt for debt, _attempt in owed}:
            self.recoveries.append(time.monotonic() - self._interrupted.pop(debt))

    @property
    def faults(self) -> list[str]:
        """Everything that is wrong, from both sides."""
        return [*self.ledger.faults, *self.audit["faults"]]

    def summary(self) -> list[tuple[str, str]]:
        """The figures, each with its name."""
        counted = self.ledger.counted()
        astray = sum(fault.startswith(OK) for fault in self.audit["faults"])
        return [
            ("kills", f"{self.kills}, of them amid a bot's thought: {self.amid_thoughts}"),
            ("turns acknowledged", f"{counted[OK]}"),
            ("lost or doubled of these", f"{astray}"),
            ("refused as they should be", f"{counted[REFUSED]}"),
            ("sent again for want of an answer", f"{self.ledger.lost_answers}"),
            ("never answered", f"{counted[UNKNOWN]}"),
            ("start to first answer", spread(self.restarts)),
            ("bots' turns waited for", spread(self.ledger.bot_waits)),
            ("those held up, since the kill", spread(self.recoveries)),
            ("bot turns still owed", f"{self.audit['owed']}"),
            ("processes left behind", f"{self.left_behind}"),
            ("in the log", f"{self.audit['plies']} plies of {self.audit['matches']} matches"),
            ("faults found", f"{len(self.faults)}"),
        ]


def spread(seconds: list[float]) -> str:
    """How many, the median and the worst."""
    if not seconds:
        return "none"
    median, worst = statistics.median(seconds), max(seconds)
    return f"{len(seconds)}, median {median:.2f} s, worst {worst:.2f} s"

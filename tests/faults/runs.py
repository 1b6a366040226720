"""What happened in a kill run."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Any, LiteralString

from tests.faults.ledger import OK, REFUSED, UNKNOWN, Ledger

Attempt = tuple[int, int]
"""A debt of the site, and how often it has been taken on."""


@dataclass(frozen=True)
class Debts:
    """What the site owes in a run, as queries of attempts."""

    amid: str
    """What a kill is to find the site in."""
    owed: LiteralString
    taken_on: LiteralString


OF_BOTS = Debts(
    "a bot's thought",
    "SELECT id, attempts FROM bots_botturn",
    "SELECT id, attempts FROM bots_botturn WHERE held_until IS NOT NULL",
)
OF_PLANS = Debts(
    "a planned move",
    "SELECT id, attempts FROM plans_plannedmove"
    " UNION ALL SELECT -id, attempts FROM plans_forcedmove WHERE key <> ''",
    "SELECT id, attempts FROM plans_plannedmove WHERE held_until IS NOT NULL"
    " UNION ALL SELECT -id, attempts FROM plans_forcedmove"
    " WHERE key <> '' AND held_until IS NOT NULL",
)


@dataclass
class Run:
    """The clients' story, the kills, and what the audit found."""

    debts: Debts = OF_BOTS
    ledger: Ledger = field(default_factory=Ledger)
    kills: int = 0
    restarts: list[float] = field(default_factory=list)
    """Seconds from each start after a kill to the first answer."""
    left_behind: int = 0
    """Processes that outlived their killed parent by more than five seconds."""
    amid: int = 0
    """Kills that found the site in the middle of one of its debts."""
    recoveries: list[float] = field(default_factory=list)
    """Seconds from the last kill that held a debt up until it was paid."""
    audit: dict[str, Any] = field(default_factory=dict)
    _interrupted: dict[int, float] = field(default_factory=dict)
    _begun: set[Attempt] = field(default_factory=set)

    def fresh(self, taken_on: list[Attempt]) -> set[Attempt]:
        """Those of the attempts that no earlier kill has ended."""
        return {*taken_on} - self._begun

    def note_kill(self, taken_on: list[Attempt], held_up: list[Attempt] | None = None) -> None:
        """A kill found these debts taken on, and held these up (else only the former)."""
        fresh = self.fresh(taken_on)
        self.kills += 1
        self.amid += bool(fresh)
        self._begun |= fresh
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
            ("kills", f"{self.kills}, of them amid {self.debts.amid}: {self.amid}"),
            ("turns acknowledged", f"{counted[OK]}"),
            ("lost or doubled of these", f"{astray}"),
            ("refused as they should be", f"{counted[REFUSED]}"),
            ("sent again for want of an answer", f"{self.ledger.lost_answers}"),
            ("never answered", f"{counted[UNKNOWN]}"),
            ("promised by the site", self._promised()),
            ("start to first answer", spread(self.restarts)),
            ("answers of the site waited for", spread(self.ledger.waits)),
            ("those held up, since the kill", spread(self.recoveries)),
            ("turns still owed", f"{self.audit['owed']}"),
            ("processes left behind", f"{self.left_behind}"),
            ("in the log", f"{self.audit['plies']} plies of {self.audit['matches']} matches"),
            ("faults found", f"{len(self.faults)}"),
        ]

    def _promised(self) -> str:
        promises = len(self.ledger.promises)
        astray = sum(fault.startswith("promised") for fault in self.audit["faults"])
        by_house = self.audit["by_house"]
        return f"{promises}, kept by the site: {by_house}, not once in the log: {astray}"


def spread(seconds: list[float]) -> str:
    """How many, the median and the worst."""
    if not seconds:
        return "none"
    median, worst = statistics.median(seconds), max(seconds)
    return f"{len(seconds)}, median {median:.2f} s, worst {worst:.2f} s"

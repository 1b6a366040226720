"""What each client sent and what it was told: the other side of the story the database tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"


@dataclass
class Entry:
    """One request to move, with a key of its own, however often it had to be sent."""

    uid: str
    seat: int
    seat_ply: int
    text: str
    key: str
    outcome: str = UNKNOWN
    """What the last answer said; unknown until there is one."""
    lost_answers: int = 0
    """How often the connection broke before an answer."""


@dataclass(frozen=True)
class Promise:
    """A move that the site is to make for a player, by a plan or because there is no other."""

    uid: str
    seat: int
    seat_ply: int
    text: str


@dataclass
class Ledger:
    """All requests of a run, and every answer that should never be given."""

    entries: list[Entry] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds between a person's confirmed move and the site's answer on the board."""
    bears_outages: bool = False
    """Whether the site may say for a while that it cannot answer (503)."""

    def invoke(self, uid: str, seat: int, seat_ply: int, text: str, key: str) -> Entry:
        """Write a request down before it is sent for the first time."""
        entry = Entry(uid, seat, seat_ply, text, key)
        self.entries.append(entry)
        return entry

    def counted(self) -> Counter[str]:
        """How many requests ended how."""
        return Counter(entry.outcome for entry in self.entries)

    @property
    def lost_answers(self) -> int:
        """How many times a request was sent and no answer came."""
        return sum(entry.lost_answers for entry in self.entries)

    def as_json(self) -> dict[str, Any]:
        """The requests and the promises, for the audit."""
        return {
            "entries": [asdict(entry) for entry in self.entries],
            "promises": [asdict(promise) for promise in self.promises],
        }

"""Seeds of seasons that have found a fault of ours, played again by `make prove`.

A change of habits changes what a seed leads to: each finds its fault where that is planted again
(`left-seek-is-offered-again`).
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.town.season import Plan


@dataclass(frozen=True)
class Kept:
    """One of them."""

    plan: Plan
    what: str
    """What was wrong."""


KEPT: tuple[Kept, ...] = (Kept(Plan(12, 6, 4), "a seek was offered to who had left its match"),)

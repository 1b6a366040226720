"""Seeds of seasons that have found a fault of ours, played again by `make prove`.

A change of habits changes what a seed leads to: each then is one season more.
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


KEPT: tuple[Kept, ...] = (
    Kept(Plan(3, 16, 7), "ratings made anew counted what a guest had played"),
    Kept(Plan(20, 12, 8), "only moves were looked for where pieces are hidden"),
    Kept(Plan(52, 14, 9), "a seek was offered to who had left its match"),
    Kept(Plan(54, 14, 9), "a day taken by itself left deadlines on other boards as they were"),
)

"""The five rule sets a match can be played by (§7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.gungi.meta import RULE_SETS
from engines.gungi.pieces import (
    ARCHER,
    CANNON,
    FULL_ARMY,
    KINDS,
    MUSKETEER,
    TACTICIAN,
)
from engines.gungi.tables import GUIDE, OFFICIAL, Movement

_INTRO = "3img3/1s2n2s1/d1fwdwf1d/9/9/9/D1FWDWF1D/1S2N2S1/3GMI3"
_BEGINNER = "3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1/3GMI3"
_EMPTY = "/".join(["9"] * 9)


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One of the rule sets, by all that they differ in."""

    name: str
    board: str
    """The ranks every match begins with; empty ones where the sides place freely (§7)."""
    limit: int
    """How tall a stack may become (§4.1)."""
    marshal_stacks: bool
    """Whether the marshal may be stacked on own pieces and on the enemy's (§4.5)."""
    movement: Movement
    army: Mapping[int, int]
    """How many of each kind a side has."""

    @property
    def is_placed_freely(self) -> bool:
        """True if the sides set themselves up (§7)."""
        return self.board == _EMPTY


def _without(*kinds: int) -> dict[int, int]:
    return {kind: 0 if kind in kinds else FULL_ARMY[kind] for kind in KINDS}


_ALL = (
    RuleSet("guide", _BEGINNER, 3, True, GUIDE, FULL_ARMY),
    RuleSet(
        "intro",
        _INTRO,
        2,
        False,
        OFFICIAL,
        _without(CANNON, MUSKETEER, ARCHER, TACTICIAN),
    ),
    RuleSet("beginner", _BEGINNER, 2, False, OFFICIAL, _without(CANNON, MUSKETEER, TACTICIAN)),
    RuleSet("intermediate", _EMPTY, 2, True, OFFICIAL, FULL_ARMY),
    RuleSet("advanced", _EMPTY, 3, True, OFFICIAL, FULL_ARMY),
)
BY_NAME = {rules.name: rules for rules in _ALL}
"""The rule sets by the value of the option ``rules``."""

assert tuple(BY_NAME) == RULE_SETS

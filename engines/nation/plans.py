"""Ways to play the player's seat with foresight (`lookahead`)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.nation.vocabulary import FAMILIES


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to play: the families of commands that are used, and whether there are battles."""

    name: str
    families: frozenset[str]
    fights: bool


EVERYTHING = Plan("everything", frozenset(FAMILIES), fights=True)
PLANS = (
    Plan("merchant", frozenset({"economy", "levy"}), fights=False),
    Plan("schemer", frozenset({"intrigue", "levy"}), fights=False),
    Plan("priest", frozenset({"rite", "levy"}), fights=False),
    Plan("usurer", frozenset({"economy", "intrigue", "levy"}), fights=False),
    Plan("prophet", frozenset({"economy", "rite", "levy"}), fights=False),
    Plan("warlord", frozenset({"levy", "drill"}), fights=True),
    Plan("conqueror", frozenset({"economy", "levy", "drill"}), fights=True),
    Plan("robber", frozenset({"levy", "intrigue", "rite"}), fights=True),
)
"""Everybody has the commands of the beginning besides."""


@dataclass(frozen=True, slots=True)
class Style:
    """The weights and the horizon by which actions are compared."""

    military: int
    """How much one of military counts against one of power, in thousandths."""
    horizon: int
    """How many turn ends are looked at."""
    war: int = 0
    """How much of what a battle would win now is counted for each round left, in thousandths."""


STYLES = (Style(0, 1), Style(0, 6), Style(150, 4), Style(1000, 2))
STYLES_OF_WAR = (Style(0, 3, 500), Style(200, 2, 1000))

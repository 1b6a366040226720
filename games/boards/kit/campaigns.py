"""A campaign: stages that are played alone, of which some open others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage in the reader's language."""

    id: str
    name: str
    flavour: str
    chapter: int
    rounds: int
    rivals: tuple[str, ...]
    requires: tuple[str, ...]
    """The stages that have to be cleared before."""
    unlocks: tuple[str, ...]
    """What clearing it adds, by name."""
    is_own: bool = False
    """Whether an operator has added it."""
    medals: tuple[int, ...] = ()
    """The leads for its medals, least first, in percent of the strongest rival's power."""


@dataclass(frozen=True, slots=True)
class Skirmish:
    """The choices that make a stage; the same ones make the same stage."""

    rivals: int
    rounds: int
    start: str
    difficulty: str
    seed: str
    """Of its map: at most `LONGEST_SEED` small letters and digits."""


LONGEST_SEED = 10
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of seeds that nobody has chosen: none looks like another."""


@dataclass(frozen=True, slots=True)
class SkirmishCard:
    """The options there are for a skirmish."""

    rivals: tuple[int, int]
    """The least and the most."""
    rounds: tuple[int, int]
    starts: Mapping[str, str]
    """What they are called, by value."""
    difficulties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StageEnd:
    """The end of a stage for its player."""

    stage: str
    power: int
    rounds: int
    lead: int = 0
    """Over the strongest rival, in thousandths of its power."""


class Campaign(Protocol):
    """The part of a game with stages that the map needs."""

    @property
    def option(self) -> str:
        """The option of the terms that names the stage."""

    def stages(self) -> Sequence[StageCard]:
        """Return every stage, in order."""

    def stage(self, name: str) -> StageCard | None:
        """Return the stage of that name, be it in the list or not; None for no stage."""

    def skirmish(self) -> SkirmishCard:
        """Return what can be chosen for a skirmish."""

    def skirmish_called(self, chosen: Skirmish) -> str:
        """Return the name of the stage that is made of these choices."""

    def choices_in(self, name: str) -> Skirmish | None:
        """Return the choices that the stage of that name is made of; None if it is no skirmish."""

    def daily_called(self, day: date, draw: Callable[[int], int]) -> str:
        """The name of the stage of a day; *draw* gives a number below the one it is given."""

    def is_daily(self, name: str) -> bool:
        """Return whether the stage of that name is that of a day."""

    def ended(self, view: Mapping[str, Any]) -> StageEnd:
        """Return how it stands for the player in a *view* of the match."""

    def ahead(self, view: Mapping[str, Any]) -> int:
        """By how much the player's power is above the strongest rival's; below 0 for behind."""

"""A campaign: stages that are played alone, of which some open others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
class Standing:
    """How a stage ended for its player."""

    stage: str
    power: int
    rounds: int


class Campaign(Protocol):
    """What the map asks of a game with stages."""

    @property
    def option(self) -> str:
        """The option of the terms that names the stage."""

    def stages(self) -> Sequence[StageCard]:
        """Every stage, in order."""

    def stage(self, name: str) -> StageCard | None:
        """The stage of that name, be it in the list or not; None for no stage."""

    def standing(self, view: Mapping[str, Any]) -> Standing:
        """How it stands for the player in a *view* of the match."""

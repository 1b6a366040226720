"""Nations and their units as values. Whoever changes a nation copies it first (`world`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class HeldState(NamedTuple):
    """A state that a nation or a unit has."""

    state: str
    stacks: int = 1
    turns: int | None = None
    """How many turn ends of its owner it still sees; None: it stays."""
    triggers: int | None = None
    """How often it still triggers; None: without limit."""


class Unit(NamedTuple):
    """A unit with what it can do now."""

    unit: str
    """Its kind, an id of the content."""
    max_hp: int
    hp: int
    attack: int
    skill: str
    states: tuple[HeldState, ...] = ()
    """In the order in which they were acquired."""
    fell: int = 0
    """In the graveyard the round in which it fell; 0 where that is not kept, or it stands."""


@dataclass(slots=True)
class Nation:
    """One nation. In a snapshot it is never changed."""

    id: str
    """``npc1`` and so on, or ``player``."""
    power: int
    out: bool = False
    places: list[Unit | None] = field(default_factory=lambda: [None] * 8)
    """By number of the place (`places.PLACES`)."""
    graveyard: tuple[Unit, ...] = ()
    """In the order in which they fell."""
    states: tuple[HeldState, ...] = ()
    cooldowns: dict[str, int] = field(default_factory=dict)
    """Command to the number of own turns until it can be used again; never 0."""

    def copy(self) -> Nation:
        """A nation that can be changed without changing this one."""
        return Nation(
            self.id,
            self.power,
            self.out,
            self.places[:],
            self.graveyard,
            self.states,
            self.cooldowns.copy(),
        )

    @property
    def living_front(self) -> int:
        """The places of the front where somebody lives, as bits."""
        vanguard, middle, back = self.places[0], self.places[1], self.places[2]
        return (
            (1 if vanguard is not None and vanguard.hp else 0)
            | (2 if middle is not None and middle.hp else 0)
            | (4 if back is not None and back.hp else 0)
        )

    @property
    def free_places(self) -> list[int]:
        """The empty places, in the order in which they are taken."""
        return [place for place, unit in enumerate(self.places) if unit is None]

    @property
    def living_places(self) -> list[int]:
        """The places where somebody lives, in order."""
        return [place for place, unit in enumerate(self.places) if unit is not None and unit.hp]

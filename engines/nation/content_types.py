"""The types of the content, once it has been read and checked (`schema`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Words(NamedTuple):
    """A text in both languages."""

    en: str
    ja: str


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One thing that a command, a skill, a state or a special action does."""

    do: str
    """A key of `effects.EFFECTS`."""
    on: str
    """Whom it reaches: one of `vocabulary.NATIONS` or `vocabulary.UNITS`."""
    rate: int = 0
    """Thousandths, of the value that is changed (or as `do` says)."""
    add: int = 0
    per: str = ""
    """What `add` is counted for: one of `vocabulary.COUNTS`."""
    unit: str = ""
    state: str = ""
    stacks: int = 1
    stat: str = ""
    skill: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """The fields that everything in the content has: an id, a name, and a line of flavour."""

    id: str
    name: Words
    flavour: Words


@dataclass(frozen=True, slots=True, eq=False)
class Skill(Described):
    """The way in which a unit attacks."""

    reach: int
    """The places aimed at, as bits."""
    factor: int
    """Of the attack, in thousandths: damage to units."""
    power: int
    """Of the attack, in thousandths: power stolen where all HP is lost."""
    unit_effects: tuple[Effect, ...]
    nation_effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """Something that a state does by itself at a moment of the match."""

    on: str
    whose: str
    """In whose turn: own, other, any."""
    role: str
    """In a battle, on which side: attack, defend, any."""
    first: int
    last: int
    """The rounds in which it does it."""
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Passive:
    """The changes by a state for as long as it is held; thousandths to add, per stack."""

    attack: int = 0
    training: int = 0
    military: int = 0
    actions: int = 0
    priority: int = 0
    ratio: int | None = None
    """An NPC's own ratio instead of its usual one."""
    war: int | None = None
    """An NPC's factor for war instead of its usual one."""
    special: str = ""
    """A special action that the holder may take."""
    commands: tuple[str, ...] = ()
    """Commands that the holder has besides its own."""


@dataclass(frozen=True, slots=True, eq=False)
class StateKind(Described):
    """A state that nations or units can have."""

    icon: str
    tone: str
    """``good`` or ``bad`` for its holder."""
    holder: str
    """``nation`` or ``unit``."""
    turns: int | None
    triggers: int | None
    stacks: int
    """At most so many."""
    excludes: frozenset[str]
    blocks: frozenset[str]
    passive: Passive
    hooks: Mapping[str, tuple[Hook, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class UnitKind(Described):
    """A unit as it is hired."""

    hp: int
    attack: int
    skill: str
    states: tuple[str, ...]
    """The innate ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Command(Described):
    """Something to do in the domestic phase."""

    family: str
    cost: int
    cooldown: int
    target: str
    """``none``, ``nation`` (another one) or ``unit`` (one's own)."""
    effects: tuple[Effect, ...]
    rooms: int
    """How many free places it needs."""
    revives: bool
    """Whether it needs somebody in the graveyard."""


@dataclass(frozen=True, slots=True, eq=False)
class Special(Described):
    """A special action, instead of a battle or training."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Npc(Described):
    """The way in which an NPC nation decides."""

    ratio: int
    """How much military counts for it against power, in thousandths."""
    war: int
    """It goes to war from so many times the player's military on, in thousandths."""
    commands: tuple[str, ...]
    front: str = ""
    """Whom it puts in front before it acts: one of `vocabulary.FRONTS`; empty: it never moves."""


@dataclass(frozen=True, slots=True, eq=False)
class StartingNation:
    """The possessions of a nation when a stage begins."""

    npc: str
    """Which NPC it is; empty for the player."""
    power: int
    places: Mapping[str, str]
    """Place letter to kind of unit."""
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hint:
    """One sentence to lead a newcomer, and the actions that it is about."""

    round: int
    text: Words


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """The conditions of an event; all that are given have to hold."""

    nation: str
    """Which nation is looked at."""
    least_power: int | None = None
    most_power: int | None = None
    least_military: int | None = None
    most_military: int | None = None
    out: str = ""
    """This nation is out."""
    command: str = ""
    """The nation looked at has given this command, and it is not ready again yet."""


@dataclass(frozen=True, slots=True, eq=False)
class StageEvent(Described):
    """Something that happens in rounds told beforehand."""

    rounds: tuple[int, ...]
    at: str
    """In which phase of the round: ``start`` or ``end``."""
    to: tuple[str, ...]
    """The nations that it happens to, by id."""
    when: Condition | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Stage(Described):
    """A stage of the campaign."""

    chapter: int
    rounds: int
    starting: tuple[StartingNation, ...]
    """In turn order, the player last."""
    requires: tuple[str, ...]
    """The stages that have to be cleared before."""
    unlocks: tuple[str, ...]
    """The commands one has after clearing it."""
    hints: tuple[Hint, ...]
    events: tuple[StageEvent, ...] = ()
    medals: tuple[int, ...] = ()
    """The leads for bronze, silver and gold, in percent of the strongest rival's power."""
    commands: tuple[str, ...] = ()
    """The player's, where they are not those of the way through the campaign."""


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """All of the content in one version. Two contents are equal only if they are the same."""

    version: int
    actions: int
    """Commands a turn."""
    training: int
    """How much training adds, in thousandths."""
    first_commands: tuple[str, ...]
    """The commands one has from the beginning."""
    skills: Mapping[str, Skill]
    states: Mapping[str, StateKind]
    units: Mapping[str, UnitKind]
    commands: Mapping[str, Command]
    specials: Mapping[str, Special]
    npcs: Mapping[str, Npc]
    stages: Mapping[str, Stage]
    hooked: frozenset[str]
    """The hooks that any state has."""
    abroad: frozenset[str]
    """Those of them that some state has in the turns of others."""
    dated_graves: bool = False
    """Whether it is kept in which round somebody fell."""
    commands_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Stage to the commands that the player has in it."""

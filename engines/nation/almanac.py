"""The content in words and numbers, for pages: generated from the data that the rules play by.

It hides nothing and plays nothing; all texts are in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from engines.nation.content_types import Content, Described, Effect, Stage, Words
from engines.nation.describe import (
    command_text,
    event_text,
    skill_text,
    special_text,
    state_text,
    unit_text,
)
from engines.nation.further import Further, offered
from engines.nation.library import NEWEST, shipped


@dataclass(frozen=True, slots=True)
class Entry:
    """Something of the content: what it is called, a line of flavour, and what it does."""

    id: str
    name: Words
    flavour: Words
    text: Words
    kind: str = ""
    """A command's family, or whether a state is good or bad."""
    cost: int = 0
    cooldown: int = 0
    target: str = ""
    sign: str = ""
    uses_graves: bool = False
    """Whether it does something with the fallen."""


@dataclass(frozen=True, slots=True)
class EventEntry:
    """Something that happens in rounds of a stage."""

    entry: Entry
    rounds: tuple[int, ...]
    at: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageEntry:
    """A stage of the campaign."""

    id: str
    name: Words
    flavour: Words
    chapter: int
    rounds: int
    rivals: tuple[str, ...]
    """The NPCs in turn order."""
    requires: tuple[str, ...]
    unlocks: tuple[str, ...]
    """The commands one has after clearing it."""
    events: Mapping[str, EventEntry]
    medals: tuple[int, ...]
    """The leads for bronze, silver and gold, in percent of the strongest rival's power."""


@dataclass(frozen=True, slots=True)
class Almanac:
    """All of it in one version, in the order of the content."""

    version: int
    commands: Mapping[str, Entry]
    skills: Mapping[str, Entry]
    states: Mapping[str, Entry]
    units: Mapping[str, Entry]
    specials: Mapping[str, Entry]
    npcs: Mapping[str, Entry]
    stages: Mapping[str, StageEntry]


@cache
def almanac(version: int = NEWEST) -> Almanac:
    """Return the content of that version; ValueError if there is none."""
    content = shipped(version)
    return Almanac(
        version=version,
        commands={
            one.id: replace(_entry(one, command_text(content, one)), kind=one.family, cost=one.cost,
                            cooldown=one.cooldown, target=one.target,
                            uses_graves=_uses_graves(one.effects))
            for one in content.commands.values()
        },
        skills={one.id: _entry(one, skill_text(content, one)) for one in content.skills.values()},
        states={
            one.id: replace(_entry(one, state_text(content, one)), kind=one.tone, sign=one.icon)
            for one in content.states.values()
        },
        units={one.id: _entry(one, unit_text(content, one)) for one in content.units.values()},
        specials={
            one.id: _entry(one, special_text(content, one)) for one in content.specials.values()
        },
        npcs={one.id: _entry(one, one.flavour) for one in content.npcs.values()},
        stages=_stages(content),
    )  # fmt: skip


def _entry(one: Described, text: Words) -> Entry:
    return Entry(one.id, one.name, one.flavour, text)


def _uses_graves(effects: tuple[Effect, ...]) -> bool:
    return any(effect.do == "revive" or effect.per == "grave" for effect in effects)


def _stages(content: Content) -> dict[str, StageEntry]:
    found = {one.id: _stage(content, one) for one in content.stages.values()}

    def made(name: str) -> StageEntry | None:
        return _stage(content, content.stages[name]) if name in content.stages else None

    return Further(found, made)


def _stage(content: Content, one: Stage) -> StageEntry:
    return StageEntry(
        id=one.id,
        name=one.name,
        flavour=one.flavour,
        chapter=one.chapter,
        rounds=one.rounds,
        rivals=tuple(nation.npc for nation in one.starting if nation.npc),
        requires=one.requires,
        unlocks=one.unlocks,
        events={
            event.id: EventEntry(
                _entry(event, event_text(content, one, event)), event.rounds, event.at, event.to
            )
            for event in one.events
        },
        medals=one.medals,
    )


def stages_of_house() -> tuple[str, ...]:
    """Return the names of the stages that the operator has added, in order."""
    return offered()

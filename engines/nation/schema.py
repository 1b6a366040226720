"""Reading the content: six files of tables become one `Content`, or a `ContentError`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engines.nation.content_types import (
    Command,
    Content,
    Described,
    Effect,
    Npc,
    Skill,
    Special,
    UnitKind,
)
from engines.nation.places import mask_of
from engines.nation.schema_effects import read_effects
from engines.nation.schema_fields import ID, ContentError, Entry
from engines.nation.schema_links import check_links
from engines.nation.schema_stages import read_stage
from engines.nation.schema_states import read_state
from engines.nation.vocabulary import (
    FAMILIES,
    FRONTS,
    TARGETS,
    UNITS,
)

T = TypeVar("T", bound=Described)
Tables = Mapping[str, Any]

MOST_ENTRIES = 300
FILES = ("rules", "skills", "states", "units", "commands", "specials", "npcs", "stages")


def read_content(version: int, files: Mapping[str, Tables]) -> Content:
    """The content of *files*, by name without ending; ContentError names the first mistake."""
    rules = Entry("rules.toml", "rules", files["rules"])
    states = _all("states", files, read_state)
    content = Content(
        version=version,
        actions=rules.number("actions", None, 1, 9),
        training=rules.number("training", None, 0, 1000),
        first_commands=rules.ids("commands"),
        dated_graves=rules.number("dated-graves", 0, 0, 1) == 1,
        skills=_all("skills", files, _skill),
        states=states,
        units=_all("units", files, _unit),
        commands=_all("commands", files, _command),
        specials=_all("specials", files, _special),
        npcs=_all("npcs", files, _npc),
        stages=_all("stages", files, read_stage),
        hooked=frozenset(hook for state in states.values() for hook in state.hooks),
        abroad=frozenset(
            name
            for state in states.values()
            for name, hooks in state.hooks.items()
            if any(hook.whose != "own" for hook in hooks)
        ),
    )
    rules.finish()
    return check_links(content)


def _all(file: str, files: Mapping[str, Tables], read: Callable[[str, Entry], T]) -> dict[str, T]:
    found: dict[str, T] = {}
    if len(files[file]) > MOST_ENTRIES:
        raise ContentError(f"{file}.toml", file, "", f"must be at most {MOST_ENTRIES} entries")
    for name, table in files[file].items():
        entry = Entry(f"{file}.toml", name, table)
        if ID.fullmatch(name) is None or len(name) > 24:
            raise ContentError(f"{file}.toml", name, "id", "must be small letters and hyphens")
        found[name] = read(name, entry)
        entry.finish()
    return found


def _skill(name: str, entry: Entry) -> Skill:
    reach = entry.text("reach")
    if reach not in ("F", "M", "B", "FM", "FB", "MB", "FMB"):
        raise entry.fail("reach", "must be places of the front, such as FM")
    return Skill(
        name,
        entry.words("name"),
        entry.words("flavour"),
        reach=mask_of(reach),
        factor=entry.number("factor", None, 0, 10_000),
        power=entry.number("power", None, 0, 10_000),
        unit_effects=read_effects(entry, "to-units", UNITS, in_battle=True),
        nation_effects=read_effects(entry, "to-nation", ("self", "foe"), in_battle=True),
    )


def _unit(name: str, entry: Entry) -> UnitKind:
    return UnitKind(
        name,
        entry.words("name"),
        entry.words("flavour"),
        hp=entry.number("hp", None, 1),
        attack=entry.number("attack", None),
        skill=entry.text("skill"),
        states=entry.ids("states"),
    )


def _command(name: str, entry: Entry) -> Command:
    target = entry.choice("target", TARGETS, "none")
    effects = read_effects(entry, "effects", _aimed(target))
    if not effects:
        raise entry.fail("effects", "is missing")
    cooldown = entry.number("cooldown", None, 0, 99)
    if not cooldown and any(effect.do == "actions" and effect.add > 0 for effect in effects):
        raise entry.fail("cooldown", "must be 1 or more for a command that adds commands")
    return Command(
        name,
        entry.words("name"),
        entry.words("flavour"),
        family=entry.choice("family", FAMILIES),
        cost=entry.number("cost", 0),
        cooldown=cooldown,
        target=target,
        effects=effects,
        rooms=_count(effects, "hire", "revive"),
        revives=_count(effects, "revive") > 0,
    )


def _aimed(target: str) -> tuple[str, ...]:
    own = ("self", "rivals", "front", "bench", "units")
    return {
        "none": own,
        "unit": (*own, "unit"),
        "nation": (*own, "foe", "foe-front", "foe-units"),
    }[target]


def _count(effects: tuple[Effect, ...], *kinds: str) -> int:
    return sum(effect.do in kinds for effect in effects)


def _special(name: str, entry: Entry) -> Special:
    effects = read_effects(entry, "effects", _aimed("none"))
    if not effects:
        raise entry.fail("effects", "is missing")
    return Special(name, entry.words("name"), entry.words("flavour"), effects=effects)


def _npc(name: str, entry: Entry) -> Npc:
    return Npc(
        name,
        entry.words("name"),
        entry.words("flavour"),
        ratio=entry.number("ratio", None, 0, 1000),
        war=entry.number("war", 2000, 0, 1_000_000),
        commands=entry.ids("commands"),
        front=entry.choice("front", FRONTS) if entry.has("front") else "",
    )

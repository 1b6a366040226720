"""Whatever the content names has to be there, and fit; and what follows from all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engines.nation.content_types import Content, Effect, Stage, StartingNation, StateKind
from engines.nation.schema_fields import ContentError
from engines.nation.vocabulary import NATIONS


def check_links(content: Content) -> Content:
    """*content* with the commands of each stage; ContentError for a name that leads nowhere."""
    for file, entry, field, found, there in _names(content):
        if found not in there:
            raise ContentError(file, entry, field, f"there is no {found!r}")
    for file, entry, field, effect in _effects(content):
        _check_holder(content, file, entry, field, effect)
    _check_innate(content)
    _check_order(content)
    return replace(
        content,
        commands_in={
            name: commands_on_the_way(content, stage) for name, stage in content.stages.items()
        },
    )


def check_stage(content: Content, stage: Stage) -> None:
    """ContentError unless *stage*, which is none of *content*, fits it."""
    for file, entry, field, found, there in _names_of_stage(content, stage):
        if found not in there:
            raise ContentError(file, entry, field, f"there is no {found!r}")
    for file, entry, field, effect in _effects_of_stage(stage):
        _check_holder(content, file, entry, field, effect)
    _check_innate_of_stage(content, stage)


Name = tuple[str, str, str, str, Collection[str]]


def _names(content: Content) -> Iterator[Name]:
    yield from (("rules.toml", "rules", "commands", one, content.commands)
                for one in content.first_commands)  # fmt: skip
    for file, entry, field, effect in _effects(content):
        if effect.unit:
            yield file, entry, f"{field}.unit", effect.unit, content.units
        if effect.state:
            yield file, entry, f"{field}.state", effect.state, content.states
        if effect.skill:
            yield file, entry, f"{field}.skill", effect.skill, content.skills
    yield from _names_of_states(content)
    yield from _names_of_nations(content)


def _names_of_states(content: Content) -> Iterator[Name]:
    for state in content.states.values():
        for field, others in (("excludes", state.excludes), ("blocks", state.blocks)):
            for other in sorted(others):
                yield "states.toml", state.id, field, other, content.states
        for command in state.passive.commands:
            yield "states.toml", state.id, "passive", command, content.commands
        if state.passive.special:
            yield "states.toml", state.id, "passive", state.passive.special, content.specials
    for unit in content.units.values():
        yield "units.toml", unit.id, "skill", unit.skill, content.skills
        for one in unit.states:
            yield "units.toml", unit.id, "states", one, content.states


def _names_of_nations(content: Content) -> Iterator[Name]:
    for npc in content.npcs.values():
        for one in npc.commands:
            yield "npcs.toml", npc.id, "commands", one, content.commands
    for stage in content.stages.values():
        yield from _names_of_stage(content, stage)


def _names_of_stage(content: Content, stage: Stage) -> Iterator[Name]:
    for nation in stage.starting:
        yield from _names_of_nation(content, stage, nation)
    for one in stage.requires:
        yield "stages.toml", stage.id, "requires", one, content.stages.keys()
    for event in stage.events:
        if event.when and event.when.command:
            field = f"events.{event.id}"
            yield "stages.toml", stage.id, field, event.when.command, content.commands
    for one in stage.unlocks:
        yield "stages.toml", stage.id, "unlocks", one, content.commands


def _names_of_nation(content: Content, stage: Stage, nation: StartingNation) -> Iterator[Name]:
    field = nation.npc or "player"
    if nation.npc:
        yield "stages.toml", stage.id, "npcs", nation.npc, content.npcs
    for unit in nation.places.values():
        yield "stages.toml", stage.id, f"{field}.places", unit, content.units
    for state in nation.states:
        yield "stages.toml", stage.id, f"{field}.states", state, content.states


def _effects(content: Content) -> Iterator[tuple[str, str, str, Effect]]:
    for skill in content.skills.values():
        yield from (("skills.toml", skill.id, "to-units", one) for one in skill.unit_effects)
        yield from (("skills.toml", skill.id, "to-nation", one) for one in skill.nation_effects)
    for state in content.states.values():
        for hooks in state.hooks.values():
            for hook in hooks:
                yield from (("states.toml", state.id, "hooks", one) for one in hook.effects)
    for command in content.commands.values():
        yield from (("commands.toml", command.id, "effects", one) for one in command.effects)
    for special in content.specials.values():
        yield from (("specials.toml", special.id, "effects", one) for one in special.effects)
    for stage in content.stages.values():
        yield from _effects_of_stage(stage)


def _effects_of_stage(stage: Stage) -> Iterator[tuple[str, str, str, Effect]]:
    for event in stage.events:
        field = f"events.{event.id}"
        yield from (("stages.toml", stage.id, field, one) for one in event.effects)


def _check_holder(content: Content, file: str, entry: str, field: str, effect: Effect) -> None:
    """A state of nations is granted to nations, one of units to units."""
    if effect.do == "grant":
        holder = "nation" if effect.on in NATIONS else "unit"
        if content.states[effect.state].holder != holder:
            raise ContentError(file, entry, field, f"{effect.state} is no state of a {holder}")


def _check_innate(content: Content) -> None:
    for unit in content.units.values():
        _check_fit(content.states, "units.toml", unit.id, unit.states, "unit")
    for stage in content.stages.values():
        _check_innate_of_stage(content, stage)


def _check_innate_of_stage(content: Content, stage: Stage) -> None:
    for nation in stage.starting:
        _check_fit(content.states, "stages.toml", stage.id, nation.states, "nation")


def _check_fit(kinds: object, file: str, entry: str, states: tuple[str, ...], holder: str) -> None:
    """States given at first are of their holder's kind and can stand side by side."""
    found: list[StateKind] = [kinds[state] for state in states]  # type: ignore[index]
    for one in found:
        if one.holder != holder:
            raise ContentError(file, entry, "states", f"{one.id} is no state of a {holder}")
        if any(other.id in one.excludes | one.blocks for other in found):
            raise ContentError(file, entry, "states", f"{one.id} stands beside none of the others")


def _check_order(content: Content) -> None:
    """A stage requires earlier ones only, so that each can be reached."""
    seen: set[str] = set()
    for stage in content.stages.values():
        for required in stage.requires:
            if required not in seen:
                raise ContentError("stages.toml", stage.id, "requires", f"{required} comes later")
        seen.add(stage.id)


def commands_on_the_way(content: Content, stage: Stage) -> tuple[str, ...]:
    """The commands of the player in *stage*: the first ones, and what the way there unlocks."""
    way, todo = set[str](), [stage]
    while todo:
        for required in todo.pop().requires:
            if required not in way:
                way.add(required)
                todo.append(content.stages[required])
    unlocked = {one for passed in way for one in content.stages[passed].unlocks}
    unlocked.update(content.first_commands)
    return tuple(command for command in content.commands if command in unlocked)

"""Every mistake in the content is found, and named by file, entry and field."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engines.nation.schema import read_content
from engines.nation.schema_fields import ContentError
from tests.engines.nation.boards import SHIPPED


def mistake(change: Callable[[Any], object]) -> tuple[str, str, str]:
    """Where the mistake is found that *change* makes in a copy of the shipped content."""
    files = copy.deepcopy(SHIPPED)
    change(files)
    with pytest.raises(ContentError) as found:
        read_content(1, files)
    error = found.value
    assert str(error).startswith(f"{error.file}: {error.entry}.{error.field}: ")
    return error.file, error.entry, error.field


def put(file: str, path: str, value: object) -> Callable[[Any], object]:
    """A change that lets a field have *value*; `...` removes it."""

    def change(files: Any) -> None:
        *way, last = path.split("/")
        table: Any = files[file]
        for step in way:
            table = table[int(step) if step.isdigit() else step]
        if value is ...:
            del table[last]
        else:
            table[last] = value

    return change


def test_the_shipped_content_is_sound() -> None:
    assert read_content(1, SHIPPED).version == 1


@pytest.mark.parametrize(
    ("file", "path", "value", "entry", "field"),
    [
        ("rules", "actions", 0, "rules", "actions"),
        ("rules", "actions", ..., "rules", "actions"),
        ("rules", "commands", ["tax", "flying"], "rules", "commands"),
        ("rules", "colour", "red", "rules", "colour"),
        ("skills", "slash/reach", "BF", "slash", "reach"),
        ("skills", "slash/reach", "", "slash", "reach"),
        ("skills", "slash/factor", 1.5, "slash", "factor"),
        ("skills", "slash/factor", True, "slash", "factor"),
        ("skills", "slash/power", -1, "slash", "power"),
        ("skills", "slash/damage", 3, "slash", "damage"),
        ("skills", "slash/name", {"en": "Slash"}, "slash", "name"),
        ("skills", "slash/name", {"en": "Slash", "ja": " "}, "slash", "name.ja"),
        ("skills", "slash/flavour", ..., "slash", "flavour"),
        ("skills", "palm/to-units/0/state", "dread", "palm", "to-units.state"),
        ("skills", "palm/to-units/0/do", "power", "palm.to-units[0]", "do"),
        ("skills", "palm/to-units/0/on", "self", "palm.to-units[0]", "on"),
        ("states", "unrest/tone", "ugly", "unrest", "tone"),
        ("states", "unrest/turns", 0, "unrest", "turns"),
        ("states", "unrest/stacks", 0, "unrest", "stacks"),
        ("states", "unrest/holder", "army", "unrest", "holder"),
        ("states", "unrest/hooks/0/on", "midnight", "unrest.hooks[0]", "on"),
        ("states", "unrest/hooks/0/role", "attack", "unrest.hooks[0]", "role"),
        ("states", "unrest/hooks/0/effects", [], "unrest.hooks[0]", "effects"),
        ("states", "unrest/hooks/0/effects", "boom", "unrest.hooks[0]", "effects"),
        ("states", "ambush/hooks/0/whose", "own", "ambush.hooks[0]", "whose"),
        ("states", "ambush/hooks/0/effects/0/on", "hit", "ambush.hooks[0].effects[0]", "on"),
        ("states", "ambush/hooks/0/effects/0/rate", ..., "ambush.hooks[0].effects[0]", "rate"),
        ("states", "war-drums/excludes", ["joy"], "war-drums", "excludes"),
        ("states", "war-drums/passive/mood", 1, "war-drums.passive", "mood"),
        ("states", "festival-eve/passive/special", "opera", "festival-eve", "passive"),
        ("states", "swift/hooks", {"on": "turn-end"}, "swift", "hooks"),
        ("units", "infantry/hp", 0, "infantry", "hp"),
        ("units", "infantry/hp", 10**10, "infantry", "hp"),
        ("units", "infantry/skill", "sing", "infantry", "skill"),
        ("units", "infantry/states", ["unrest"], "infantry", "states"),
        ("units", "infantry/states", ["swift", "swift"], "infantry", "states"),
        ("units", "infantry", 3, "infantry", ""),
        ("commands", "tax/family", "magic", "tax", "family"),
        ("commands", "tax/cooldown", ..., "tax", "cooldown"),
        ("commands", "tax/effects", [], "tax", "effects"),
        ("commands", "tax/effects/0/do", "fly", "tax.effects[0]", "do"),
        ("commands", "tax/effects/0/rate", -1001, "tax.effects[0]", "rate"),
        ("commands", "tax/effects/0/on", "unit", "tax.effects[0]", "on"),
        ("commands", "tax/effects/0/per", "star", "tax.effects[0]", "per"),
        ("commands", "curse/target", "moon", "curse", "target"),
        ("commands", "curse/target", "none", "curse.effects[0]", "on"),
        ("commands", "curse/effects/0/state", "swift", "curse", "effects"),
        ("commands", "hire-archer/effects/0/unit", "elf", "hire-archer", "effects.unit"),
        ("commands", "Loud", {}, "Loud", "id"),
        ("commands", "a" * 25, {}, "a" * 25, "id"),
        ("specials", "festival/effects", [], "festival", "effects"),
        ("npcs", "village/ratio", 1001, "village", "ratio"),
        ("npcs", "village/commands", ["tax", "flying"], "village", "commands"),
        ("npcs", "village/commands", "tax", "village", "commands"),
        ("stages", "first-harvest/rounds", 0, "first-harvest", "rounds"),
        ("stages", "first-harvest/npcs", [], "first-harvest", "npcs"),
        ("stages", "first-harvest/npcs/0/npc", "moon", "first-harvest", "npcs"),
        ("stages", "first-harvest/npcs/0/power", 0, "first-harvest.npcs[0]", "power"),
        ("stages", "first-harvest/player/places", {"9": "infantry"}, "first-harvest.player.places",
         "9"),
        ("stages", "first-harvest/player/places", {"F": "elf"}, "first-harvest", "player.places"),
        ("stages", "first-harvest/player/states", ["swift"], "first-harvest", "states"),
        ("stages", "first-harvest/player/states", ["war-drums", "peace-oath"], "first-harvest",
         "states"),
        ("stages", "first-harvest/player", ..., "first-harvest.player", "power"),
        ("stages", "first-harvest/requires", ["dragon-throne"], "first-harvest", "requires"),
        ("stages", "first-harvest/requires", ["nowhere"], "first-harvest", "requires"),
        ("stages", "first-harvest/unlocks", ["flying"], "first-harvest", "unlocks"),
        ("stages", "first-harvest/hints/0/round", 7, "first-harvest.hints[0]", "round"),
    ],
)  # fmt: skip
def test_a_mistake(file: str, path: str, value: object, entry: str, field: str) -> None:
    assert mistake(put(file, path, value)) == (f"{file}.toml", entry, field)

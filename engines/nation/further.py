"""Stages besides those of the campaign: they are made when they are asked for, by their name.

Those of an operator are known by a digest of what they are (`meta.OWN`): another text is another
stage. A position of such a stage has it in itself (`codec`), so a match goes on as it began
whatever becomes of the file; whoever reads such a position learns the stage.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, TypeVar

from engines.nation.content_types import Content, Stage
from engines.nation.meta import OWN
from engines.nation.schema_fields import Entry
from engines.nation.schema_links import check_stage, commands_on_the_way
from engines.nation.schema_stages import read_stage
from engines.nation.skirmish import made_stage

T = TypeVar("T")

MOST_KEPT = 200
"""So many that were made are kept, for as long as others are not asked for."""


class Further(dict[str, T]):
    """Entries, and others that *make* makes of their name (None for no such name)."""

    def __init__(self, entries: Mapping[str, T], make: Callable[[str], T | None]) -> None:
        super().__init__(entries)
        self._make = make
        self._made: OrderedDict[str, T] = OrderedDict()

    def __missing__(self, name: str) -> T:
        """Return what is made of *name*; KeyError if nothing is."""
        found = self._made.get(name)
        if found is None:
            found = self._make(name)
            if found is None:
                raise KeyError(name)
            self._made[name] = found
            while len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
        return found

    def __contains__(self, name: object) -> bool:
        """Return whether there is such an entry, or one can be made."""
        if super().__contains__(name) or name in self._made:
            return True
        return isinstance(name, str) and self._make(name) is not None


def furthered(content: Content) -> Content:
    """*content* with the stages that are made by name."""
    return replace(content, stages=Further(content.stages, lambda name: _made(content, name)))


def _made(content: Content, name: str) -> Stage | None:
    if name in _tables:
        return read_own(content, name, _tables[name])
    return made_stage(content, name)


# --- stages of an operator ------------------------------------------------------------------

_tables: dict[str, Mapping[str, Any]] = {}
"""Every stage that this process has met, by name."""
_offered: tuple[str, ...] = ()


def own_name(plain: str, table: Mapping[str, Any]) -> str:
    """Return the name of the stage *plain* of an operator, whose NPC nations have been counted."""
    text = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    digest = sha256(f"{plain}\n{text}".encode()).hexdigest()[:12]
    return f"own-{len(table['npcs'])}-{plain}-{digest}"


def read_own(content: Content, name: str, table: Mapping[str, Any]) -> Stage:
    """Return the stage in the terms of *content*; ContentError for the first mistake."""
    entry = Entry("stages.toml", name, table)
    stage = read_stage(name, entry)
    entry.finish()
    check_stage(content, stage)
    return replace(stage, commands=commands_on_the_way(content, stage))


def learn(name: str, table: object) -> None:
    """Know a stage that came with a position; ValueError if it is not what its name says."""
    if name in _tables:
        return
    found = OWN.fullmatch(name)
    if found is None or not isinstance(table, Mapping) or not isinstance(table.get("npcs"), list):
        raise ValueError("not a stage of an operator")
    if own_name(found[2], table) != name:
        raise ValueError("not the stage that its name says")
    _tables[name] = table


def table_of(name: str) -> Mapping[str, Any] | None:
    """Return what a stage of an operator is; None for any other."""
    return _tables.get(name)


def offer(stages: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Let these, by name, be the stages that this site offers besides the campaign."""
    global _offered  # noqa: PLW0603 - the site is set up once in a process
    found = dict(stages)
    _tables.update(found)
    _offered = tuple(found)


def offered() -> tuple[str, ...]:
    """Return the names of the stages that this site offers besides the campaign."""
    return _offered

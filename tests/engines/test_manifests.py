"""The release manifest of every game that hides something is complete: nothing leaves a match
that it does not list, and nobody hears more than it says."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.releases import EVERYBODY, OWNER
from engines.core.seats import BYSTANDER, Viewer
from tests.engines.playing import ALL_EYES, Engine, viewers_of
from tests.engines.texts import HIDING, TEXTS, plies_with_news

WHOLE = ("pieces", "fallen", "hands", "setups", "moves")
"""Fields of a view that hold others."""


def manifest_of(engine: Engine) -> ModuleType:
    return import_module(f"engines.{engine.meta.slug}.manifest")


def released(engine: Engine, event: str, *, to_all: bool) -> set[str]:
    """What the manifest lists of *event*, for everybody or for anybody besides."""
    releases = (*manifest_of(engine).RELEASES, *manifest_of(engine).VIEW)
    mine = (one for one in releases if one.event == event and (one.to == EVERYBODY) == to_all)
    return {field for one in mine for field in one.fields}


def shown(engine: Engine, position: Any, viewer: Viewer) -> Any:
    return engine.codec.dump_view(engine.view(position, viewer))


def leaves(facts: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a view with its path, lists written ``[]``; a drop's kind is one."""
    if isinstance(facts, dict):
        for key, value in facts.items():
            here = f"{path}.{key}" if path else key
            yield here, value
            yield from leaves(value, here)
    elif isinstance(facts, list):
        for value in facts:
            if isinstance(value, dict):
                yield from leaves(value, f"{path}[]")
            elif path == "setups":
                yield "setups[]", value
            elif path == "moves" and "*" in value:
                yield "moves[].kind", value.split("*")[0] or None


@pytest.mark.parametrize("engine", HIDING)
def test_every_event_tells_exactly_what_is_listed(engine: Engine) -> None:
    public: dict[str, set[str]] = {}
    private: dict[str, set[str]] = {}
    for ply in plies_with_news(engine):
        for event in ply.events:
            public.setdefault(event.kind, set()).update(event.public or {})
            for facts in event.private.values():
                private.setdefault(event.kind, set()).update(facts)
    kinds = {release.event for release in manifest_of(engine).RELEASES}
    assert public == {kind: released(engine, kind, to_all=True) for kind in kinds}
    owned = {kind: released(engine, kind, to_all=False) for kind in kinds}
    assert private == {kind: found for kind, found in owned.items() if found}


@pytest.mark.parametrize("engine", HIDING)
def test_every_field_of_a_view_is_listed(engine: Engine) -> None:
    found = {
        path
        for ply in (*plies_with_news(engine)[::7], *plies_with_news(engine)[-20:])
        for viewer in viewers_of(engine)
        for path, _ in leaves(shown(engine, ply.position, viewer))
    }
    assert found == {
        *released(engine, "view", to_all=True),
        *released(engine, "view", to_all=False),
    }


@pytest.mark.parametrize("engine", HIDING)
def test_what_differs_between_two_worlds_is_released_to_owners_only(engine: Engine) -> None:
    """To the arbiter the worlds differ, and only in fields that the manifest keeps to owners."""
    view = manifest_of(engine).VIEW
    owners = {field for release in view if release.to == OWNER for field in release.fields}
    for here in TEXTS[engine.meta.slug].long_match(b"m0")[:120:11]:
        there = engine.resample(here, BYSTANDER, Dice(b"m", "m"))
        pairs = zip(
            leaves(shown(engine, here, ALL_EYES)),
            leaves(shown(engine, there, ALL_EYES)),
            strict=True,
        )
        differing = {a for (a, one), (b, other) in pairs if one != other and a not in WHOLE}
        assert differing <= owners
        assert differing or here.first is None

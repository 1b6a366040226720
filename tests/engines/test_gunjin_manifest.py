"""The release manifest is complete: nothing leaves a match that it does not list, and nobody
hears more than it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER, Release
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.manifest import RELEASES, VIEW
from tests.engines.gunjin_boards import played, shown
from tests.engines.playing import Ply, playout

SEEDS = [b"m1", b"m2", b"m3"]


def plies() -> list[Ply]:
    found = [ply for seed in SEEDS for ply in playout(ENGINE, seed, limit=10_000)]
    conceded = ENGINE.concede(played(b"m", 9)[-1], frozenset({Seat(0)}))
    return [*found, Ply(10, conceded.position, conceded.events)]


PLIES = plies()


def fields(releases: tuple[Release, ...], event: str, to: str) -> set[str]:
    return {f for r in releases if (r.event, r.to) == (event, to) for f in r.fields}


def test_every_event_tells_exactly_what_is_listed() -> None:
    public: dict[str, set[str]] = {}
    private: dict[str, set[str]] = {}
    for ply in PLIES:
        for event in ply.events:
            public.setdefault(event.kind, set()).update(event.public or {})
            for facts in event.private.values():
                private.setdefault(event.kind, set()).update(facts)
    kinds = {release.event for release in RELEASES}
    assert public == {kind: fields(RELEASES, kind, EVERYBODY) for kind in kinds}
    owned = {kind: fields(RELEASES, kind, OWNER) for kind in kinds}
    assert private == {kind: told for kind, told in owned.items() if told}


def test_private_parts_go_to_the_owners() -> None:
    for ply in PLIES:
        for event in ply.events:
            facts = event.public or {}
            if event.kind in ("placed", "moved"):
                assert list(event.private) == [facts["seat"]]
            elif event.kind == "fought":
                assert sorted(event.private) == [0, 1]
            else:
                assert not event.private


def leaves(told: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a view with its path, lists written ``[]``."""
    if isinstance(told, dict):
        for key, value in told.items():
            here = f"{path}.{key}" if path else key
            yield here, value
            yield from leaves(value, here)
    elif isinstance(told, list):
        for value in told:
            if isinstance(value, dict):
                yield from leaves(value, f"{path}[]")
            elif path == "setups":
                yield "setups[]", value


def test_every_field_of_a_view_is_listed() -> None:
    found = set()
    for ply in PLIES[::9]:
        for viewer in (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER):
            found |= {path for path, _ in leaves(shown(ply.position, viewer))}
    last = {path for path, _ in leaves(shown(PLIES[-1].position))}
    assert found | last == {f for release in VIEW for f in release.fields}


@pytest.mark.parametrize("viewer", [Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER])
def test_owners_fields_are_empty_for_others_until_the_end(viewer: Viewer) -> None:
    for ply in PLIES[::5]:
        view = shown(ply.position, viewer)
        over = view["phase"] == "over"
        for piece in (*view["pieces"], *view["fallen"]):
            assert (piece["kind"] is not None) == (over or piece["seat"] == viewer.seat)
        for seat, setup in enumerate(view["setups"]):
            if setup is not None:
                assert over or seat == viewer.seat


def test_what_differs_between_two_worlds_is_released_to_owners_only() -> None:
    """To the arbiter the worlds differ, and only in fields that the manifest keeps to owners."""
    owners = fields(VIEW, "view", OWNER)
    for here in played(SEEDS[0], 120)[::11]:
        there = ENGINE.resample(here, BYSTANDER, Dice(b"m", "m"))
        eyes = Viewer(sees_all=True)
        pairs = zip(leaves(shown(here, eyes)), leaves(shown(there, eyes)), strict=True)
        parts = ("pieces", "fallen", "setups")
        differing = {a for (a, one), (b, other) in pairs if one != other and a not in parts}
        assert differing <= owners
        assert differing or here.first is None


def test_the_words_of_the_manifest() -> None:
    assert {release.to for release in (*RELEASES, *VIEW)} == {EVERYBODY, OWNER}
    assert {release.when for release in RELEASES} == {AT_ONCE}
    assert {release.when for release in VIEW} == {ALWAYS, AFTER_THE_END}

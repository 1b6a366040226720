"""The release manifest is complete: nothing leaves a match that it does not list, and nobody
hears more than it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER, Release
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.manifest import KINGLESS, ONCE_TAKEN, RELEASES, VIEW, WHILE_ASKED
from tests.engines.playing import Ply, playout
from tests.engines.seichu_boards import played, position, shown
from tests.engines.seichu_matches import quiet_match

SEEDS = [b"m%d" % number for number in range(8)]
VIEWERS = (Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER)


def plies() -> list[Ply]:
    found = [ply for seed in SEEDS for ply in playout(ENGINE, seed, limit=10_000)]
    here = position("r3/1K2/4/4/4/4/k3 -/- 0")
    tried = ENGINE.play(here, Seat(0), ENGINE.codec.load_move("b6a7!"), Dice(b"", "1"))
    conceded = ENGINE.concede(played(b"m", 3)[-1], frozenset({Seat(0)}))
    told = (Ply(10, step.position, step.events) for step in (tried, conceded))
    return [*found, *told]


PLIES = plies()


def fields(releases: tuple[Release, ...], event: str, *to: str) -> set[str]:
    return {f for r in releases if r.event == event and r.to in to for f in r.fields}


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
    owned = {kind: fields(RELEASES, kind, OWNER, KINGLESS) for kind in kinds}
    assert private == {kind: told for kind, told in owned.items() if told}


def test_private_parts_go_to_whom_they_concern() -> None:
    for ply in PLIES:
        for event in ply.events:
            facts = event.public or {}
            own = event.kind in ("placed", "moved", "captured", "dropped")
            if own or (facts.get("check") == "defeat" and event.kind == "asked"):
                assert list(event.private) == [facts["seat"]]
            else:
                assert not event.private


def leaves(told: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a view with its path, lists written ``[]``; a drop's kind is one."""
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
            elif path == "moves" and "*" in value:
                yield "moves[].kind", value.split("*")[0] or None


def test_every_field_of_a_view_is_listed() -> None:
    found = {
        path
        for ply in (*PLIES[::3], *PLIES[-2:])
        for viewer in VIEWERS
        for path, _ in leaves(shown(ply.position, viewer))
    }
    assert found == {f for release in VIEW for f in release.fields}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_owners_fields_are_empty_for_others_until_the_end(viewer: Viewer) -> None:
    for here in [ply.position for ply in PLIES] + quiet_match(b"empty")[::9]:
        seen = shown(here, viewer)
        over = seen["phase"] == "over"
        kingless = seen["asked"] == "defeat" and seen["to_act"] == [viewer.seat]
        strangers = [p["kind"] for p in seen["pieces"] if p["seat"] != viewer.seat]
        assert over or len(strangers) - strangers.count(None) == kingless
        assert all(piece["kind"] for piece in seen["taken"])
        for seat, (hand, setup) in enumerate(zip(seen["hands"], seen["setups"], strict=True)):
            assert over or seat == viewer.seat or (setup is None and not hand["kinds"])
        assert over or not seen["fouls"]


def test_what_differs_between_two_worlds_is_released_to_owners_only() -> None:
    """To the arbiter the worlds differ, and only in fields that the manifest keeps to owners."""
    owners = fields(VIEW, "view", OWNER)
    for here in quiet_match(SEEDS[0])[::11]:
        there = ENGINE.resample(here, BYSTANDER, Dice(b"m", "m"))
        eyes = Viewer(sees_all=True)
        pairs = zip(leaves(shown(here, eyes)), leaves(shown(there, eyes)), strict=True)
        whole = ("pieces", "hands", "setups", "moves")
        differing = {a for (a, one), (b, other) in pairs if one != other and a not in whole}
        assert differing <= owners
        assert differing


def test_the_words_of_the_manifest() -> None:
    assert {release.to for release in (*RELEASES, *VIEW)} == {EVERYBODY, OWNER, KINGLESS}
    assert {release.when for release in RELEASES} == {AT_ONCE}
    assert {release.when for release in VIEW} == {ALWAYS, ONCE_TAKEN, WHILE_ASKED, AFTER_THE_END}

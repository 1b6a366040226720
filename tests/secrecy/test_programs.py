"""What programs are answered is the same for twins, byte for byte, and a planted leak is found."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from games.api.routes import matches
from games.match.sealed import SealedPosition
from tests.secrecy import comparisons as drives
from tests.secrecy.comparing import (
    TALLY,
    Difference,
    Pair,
    script_of,
    unlike_received,
)
from tests.secrecy.house import Showcase, showcase
from tests.secrecy.listening import sent_to_programs
from tests.secrecy.scripts import Received, Script
from tests.secrecy.surfaces import SHOWING
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.usefixtures("db")
hidden_games = pytest.mark.parametrize("game", HIDDEN_GAMES)
ASKING = ("south", "north", "stranger")
PROGRAMS = " api:"
"""What is in the name of each cell of an operation for programs."""


@hidden_games
def test_programs_of_twins_are_told_the_same(game: str) -> None:
    TALLY.showing.clear()
    with showcase(game) as shown:
        found = drives.everywhere(shown, drives.EVERY[:1], only=PROGRAMS, viewers=ASKING)
        assert list(found) == []
    assert TALLY.showing >= {"api:match", "api:play"}
    assert all(route.startswith(SHOWING) for route in TALLY.showing if route)


def test_a_leak_to_programs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = matches.match_json

    def leaking(facts: Any, **asked: Any) -> Any:
        known = honest(facts, **asked)
        sealed = SealedPosition.objects.get(match__uid=facts.uid)
        return known.model_copy(update={"said": str(sealed.data)})

    monkeypatch.setattr(matches, "match_json", leaking)
    with showcase(HIDDEN_GAMES[0]) as shown:
        shown.is_honest = False
        found = drives.everywhere(shown, drives.EVERY[:1], only="get api:match ", viewers=ASKING)
        assert list(found)


# Streams, while people play on

STEPS = 4


def played_on(game: str) -> tuple[Pair, Script]:
    """Twins in which there is something to play that both answer alike."""
    for number, pair in drives.numbered_pairs(game, drives.EVERY):
        script = script_of(game, number, STEPS)
        if any(act.form.get("key", "").startswith("key-script") for act in script.acts):
            return pair, script
    raise AssertionError("no such twins")


def sent_to_twins(shown: Showcase, pair: Pair, script: Script) -> list[list[Received]]:
    """All that streams say in either twin, to those who may not notice."""
    viewers = [name for name in ASKING if name in pair.viewers]
    return [
        sent_to_programs(shown, world, script.acts, viewers, order)
        for world, order in ((pair.one, "one"), (pair.other, "other"))
    ]


@hidden_games
def test_streams_of_twins_say_the_same_as_play_goes_on(game: str) -> None:
    pair, script = played_on(game)
    with showcase(game) as shown:
        ones, others = sent_to_twins(shown, pair, script)
    assert unlike_received(ones, others) == []
    later = [received for received in ones if "/stream after act" in received.place]
    assert any(b'"moves"' in received.blob for received in later)
    assert any(received.blob.startswith(b'{"match"') for received in later), "none is announced"
    assert any("stream/events after act" in received.place for received in ones)


def test_no_world_hears_what_was_left_in_another() -> None:
    layer: Any = get_channel_layer()
    pair, _script = played_on(HIDDEN_GAMES[0])
    with showcase(HIDDEN_GAMES[0]) as shown:
        layer.put("left", {"type": "mark.reached"})
        with shown.showing(pair.one), pytest.raises(TimeoutError):
            async_to_sync(asyncio.wait_for)(layer.receive("left"), 0.01)


def test_a_leak_in_a_later_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, seen = matches.match_json, set[int]()

    def leaking(facts: Any, **asked: Any) -> Any:
        known = honest(facts, **asked)
        seen.add(facts.version)
        if facts.version == min(seen):
            return known
        sealed = SealedPosition.objects.get(match__uid=facts.uid)
        return known.model_copy(update={"said": str(sealed.data)})

    monkeypatch.setattr(matches, "match_json", leaking)
    pair, script = played_on(HIDDEN_GAMES[0])
    with showcase(HIDDEN_GAMES[0]) as shown:
        shown.is_honest = False
        found: list[Difference] = unlike_received(*sent_to_twins(shown, pair, script))
    assert found
    assert all("after act" in each.place for each in found)

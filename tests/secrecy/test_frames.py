"""No frame tells anybody what is hidden while a match goes on and ends; rows are committed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from engines.catalogue import GAMES, meta_for
from games.chat import services as talking
from games.common import live
from games.match.changes import ending
from games.match.sealed import SealedPly
from tests.kit.builders import NOON
from tests.kit.chance import play_some
from tests.kit.sockets import open_page, socket_paths
from tests.secrecy.canaries import Canary, house_with_canaries, search
from tests.secrecy.house import House

SLUGS = [meta.slug for meta in GAMES]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", SLUGS)
async def test_no_frame_tells_what_is_hidden(game: str) -> None:
    house = await sync_to_async(house_with_canaries)(game)
    assert await received(house) == set()


async def received(house: House) -> set[Any]:
    """What all sockets of everybody say while the match goes on and ends."""
    match, found = house.running, set()
    pages = {}
    for viewer in ("visitor", "guest", "stranger", "south", "north"):
        user = house.people[viewer]
        for path in socket_paths(match):
            pages[viewer, path] = await open_page(path, user)
    south, other = (
        house.user("south"),
        house.user("south" if meta_for(house.game).solo else "north"),
    )
    await sync_to_async(play_some)(match, 2)
    if other != south:
        await sync_to_async(ending.offer_draw)(uid=match.uid, user=south, now=NOON)
    rows: dict[str, Any] = {
        "room": "players",
        "text": "CANARY-said",
        "now": NOON + timedelta(hours=1),
    }
    if other != south:
        await sync_to_async(talking.say)(uid=match.uid, user=other, **rows)
    house.canaries.append(Canary("what was said", b"CANARY-said"))
    await sync_to_async(ending.resign)(uid=match.uid, user=other, now=NOON)
    for (viewer, place), page in pages.items():
        while not await page.receive_nothing(timeout=0.05, interval=0.01):
            message = await page.receive_output()
            if message["type"] == "websocket.close":
                break
            text = message.get("text") or ""
            frames = ({"match", "version"}, {"match", "talk"}, {"desk", "bell"}, {"lobby"})
            assert set(json.loads(text)) in frames
            found |= search(house.canaries, viewer, f"frame on {place}", text.encode())
        await page.disconnect()
    return found


@pytest.mark.django_db(transaction=True)
async def test_a_move_in_a_frame_is_found(monkeypatch: Any) -> None:
    house = await sync_to_async(house_with_canaries)(SLUGS[0])
    send = live._send

    def leaky(group: str, message: dict[str, object]) -> None:
        key = SealedPly.objects.exclude(move=None).order_by("pk").values_list("key", flat=True)[0]
        send(group, {**message, "match": key} if "match" in message else message)

    monkeypatch.setattr(live, "_send", leaky)
    found = await received(house)
    assert {leak.canary for leak in found} >= {"request key of match0"}

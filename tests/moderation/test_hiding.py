"""A match that is hidden from the public: as if there were none, but for its players and staff."""

from __future__ import annotations

import asyncio
import html
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from games.common import live
from games.lobby.selectors.shows import running_shows
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from games.matchpage.consumers import NO_SUCH_MATCH
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from games.people.selectors import history_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, north, person, play, south, terms
from tests.kit.sockets import open_page
from tests.kit.staff import staff, why
from tests.routes import TABLE, address, routes

LATER = NOON + timedelta(hours=1)
NOWHERE = "nowhere00000"
PARTS = {"name": "south", "slug": "xiongqi", "stage": "x", "secret": "x", "pk": 0, "token": "x"}


def switched(match: Match, action: str) -> Match:
    rule(
        uid=match.uid,
        asked=ActionRequest(action),
        why=why(staff("moderator", f"for-{action}")),
        now=LATER,
    )
    match.refresh_from_db()
    return match


def answers(client: Client, uid: str) -> dict[str, tuple[int, bytes]]:
    """What every page of match *uid* answers to a GET and to its form."""
    found = {}
    for name, pattern in sorted(set(routes())):
        if not name.startswith("games:") or "<slug:uid>" not in pattern:
            continue
        path, form = address(pattern, {**PARTS, "uid": uid}), TABLE[name].form
        for method, sent in (("get", {}), ("post", form), ("post", {})):
            answer = getattr(client, method)(path, sent)
            found[f"{method} {name} {bool(sent)}"] = (answer.status_code, answer.content)
    assert len(found) > 40
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visitor", "game", "is_over"),
    [(None, "xiongqi", True), ("stranger", "xiongqi", False), ("stranger", "gunjin", False)],
)
def test_to_others_it_is_as_if_there_were_none(
    visitor: str | None, game: str, is_over: bool
) -> None:
    match = match_between(person("south"), person("north"), game=game)
    if is_over:
        ending.resign(uid=match.uid, user=south(match), now=NOON)
    switched(match, "hide")
    client = browser(person(visitor)) if visitor else browser()
    unknown = {name: status for name, (status, _body) in answers(client, NOWHERE).items()}
    found = answers(client, match.uid)
    assert {name: status for name, (status, _body) in found.items()} == unknown
    assert not [name for name, (_status, body) in found.items() if b"north" in body]


@pytest.mark.django_db
def test_its_players_and_staff_see_it_still_and_all_see_it_when_it_is_shown_again() -> None:
    match = match_between(person("south"), person("north"))
    play(match, "e3e4")
    switched(match, "hide")
    assert faults_of(match) == []
    path = f"/matches/{match.uid}/"
    for user in (south(match), north(match), staff("helper")):
        assert browser(user).get(path).status_code == 200
        assert browser(user).get(f"{path}talk/").status_code == 200
    for stranger in (person("stranger"), person("clerk", is_staff=True), staff("operator")):
        assert browser(stranger).get(path).status_code == 404
    assert "hidden this match" in browser(south(match)).get(path).content.decode()
    switched(match, "show")
    assert browser().get(path).status_code == 200
    assert faults_of(match) == []


@pytest.mark.django_db
def test_it_is_in_no_list_and_in_no_file_of_the_public() -> None:
    match = match_between(person("south"), person("north"))
    play(match, "e3e4")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    stranger = browser(person("stranger"))
    names = ("record.json", "record.txt", "board.svg", "embed/")
    files = [f"/matches/{match.uid}/{name}" for name in names]
    assert history_of(south(match).pk).count() == 1
    assert [stranger.get(path).status_code for path in files] == [200] * 4
    switched(match, "hide")
    assert history_of(south(match).pk).count() == 0
    assert [stranger.get(path).status_code for path in files] == [404] * 4
    assert browser(south(match)).get(files[0]).status_code == 200
    board = f"/matches/{match.uid}/"
    assert "<iframe" not in html.unescape(browser(south(match)).get(board).content.decode())
    assert match.uid in browser(south(match)).get("/archive/").content.decode()
    switched(match, "show")
    assert [stranger.get(path).status_code for path in files] == [200] * 4
    assert "<iframe" in html.unescape(browser(south(match)).get(board).content.decode())


@pytest.mark.django_db
def test_a_hidden_match_of_bots_is_not_at_the_front_door() -> None:
    match = opening.create_house_match(terms=terms(), levels=("easy", "easy"), now=NOON)
    assert [show.uid for show in running_shows()] == [match.uid]
    Match.objects.update(hidden_at=NOON)
    assert running_shows() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_message_lost", [False, True])
async def test_open_pages_of_others_lose_it_within_five_seconds(
    is_message_lost: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> tuple[Any, Any, Any]:
        return match_between(person("south"), person("north")), person("eve"), staff("helper")

    match, eve, helper = await sync_to_async(made)()
    ann = await sync_to_async(south)(match)
    if is_message_lost:
        monkeypatch.setattr(live, "recheck_onlookers", lambda uid: None)
    path = f"/ws/matches/{match.uid}/"
    others = [await open_page(path, user) for user in ((eve,) if is_message_lost else (eve, None))]
    those = [await open_page(path, user) for user in (ann, helper)]
    await sync_to_async(switched)(match, "hide")
    for page in others:
        async with asyncio.timeout(5):
            while (frame := await page.receive_output(timeout=5))["type"] != "websocket.close":
                pass
        assert frame["code"] in (NO_SUCH_MATCH, 4410)
    for page in those:
        while not await page.receive_nothing(timeout=0.1):
            assert (await page.receive_output())["type"] == "websocket.send"
        await page.disconnect()

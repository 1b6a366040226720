"""When a sign-in ends, its sockets end with it, whoever ended it and wherever."""

from __future__ import annotations

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.contrib.auth import logout
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from accounts import sessions
from accounts.models import SignIn, User
from games import live
from games.consumers import NudgeConsumer
from tests.games.builders import match_between, person
from tests.games.sockets import Page, client_of, open_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def house():
    """Ann with two browsers, each on a board and on the desk; Bob and a stranger on the board."""

    def made():
        ann, bob = person("ann"), person("bob")
        return ann, bob, match_between(ann, bob), [client_of(ann), client_of(ann)], client_of(bob)

    ann, _bob, match, clients, bobs = await sync_to_async(made)()
    board = f"/ws/matches/{match.uid}/"
    house = {
        "ann": ann,
        "clients": clients,
        "first": [await Page(path, clients[0]).opened() for path in (board, "/ws/desk/")],
        "second": [await Page(path, clients[1]).opened() for path in (board, "/ws/desk/")],
        "others": [await Page(board, bobs).opened(), await open_page(board)],
    }
    for page in (*house["first"], *house["second"], *house["others"]):
        await page.receive_json_from()
    yield house
    for page in (*house["first"], *house["second"], *house["others"]):
        await page.disconnect()


async def closed(pages):
    return [await page.close_code() for page in pages]


async def still_open(pages):
    return all([await page.receive_nothing(timeout=0.1, interval=0.01) for page in pages])


def sign_out(client):
    request = HttpRequest()
    request.session = client.session
    request.user = User.objects.get(name="ann")
    logout(request)


@pytest.mark.parametrize("number", [0, 1], ids=["board", "desk"])
async def test_signing_out_while_a_page_connects_closes_it(house, number, monkeypatch) -> None:
    join = NudgeConsumer.join

    async def join_too_late(self, *groups):
        await sync_to_async(sign_out)(house["clients"][0])
        await join(self, *groups)

    monkeypatch.setattr(NudgeConsumer, "join", join_too_late)
    path = house["first"][number].scope["path"]
    page = await Page(path, house["clients"][0]).opened()
    assert await page.close_code() == 4401


async def test_signing_out_closes_the_sockets_of_that_browser_only(house) -> None:
    await sync_to_async(sign_out)(house["clients"][0])
    assert await closed(house["first"]) == [4401, 4401]
    assert await still_open(house["second"] + house["others"])


@pytest.mark.parametrize("model", [Session, SignIn], ids=["dropped", "ended from the list"])
async def test_a_session_ended_from_elsewhere_closes_its_sockets(house, model) -> None:
    def end():
        row = model.objects.get(session_key=house["clients"][1].session.session_key)
        sessions.end(row) if model is SignIn else row.delete()

    await sync_to_async(end)()
    assert await closed(house["second"]) == [4401, 4401]
    assert await still_open(house["first"] + house["others"])


def new_password(ann):
    ann.set_password("another long password")
    ann.save()


def ban(ann):
    ann.is_active = False
    ann.save()


@pytest.mark.parametrize("deed", [new_password, ban])
async def test_a_new_password_or_a_ban_closes_all_of_them(house, deed) -> None:
    await sync_to_async(deed)(house["ann"])
    assert await closed(house["first"] + house["second"]) == [4401] * 4
    assert await still_open(house["others"])


async def test_a_change_of_taste_closes_nothing(house) -> None:
    ann = house["ann"]
    ann.theme = "dark"
    await sync_to_async(ann.save)()
    assert await still_open(house["first"] + house["second"] + house["others"])


async def test_a_recheck_alone_closes_nothing(house) -> None:
    await sync_to_async(live.recheck_sockets)(house["ann"].pk)
    assert await still_open(house["first"] + house["second"] + house["others"])


async def test_nothing_is_heard_after_the_end(house) -> None:
    await sync_to_async(sign_out)(house["clients"][0])
    await closed(house["first"])
    await sync_to_async(live.announce_desk)(house["ann"].pk)
    assert await still_open(house["first"])


async def test_a_socket_cannot_be_opened_with_a_dead_session(house) -> None:
    await sync_to_async(sign_out)(house["clients"][0])
    page = await Page("/ws/desk/", house["clients"][0]).opened()
    assert await page.close_code() == 4401

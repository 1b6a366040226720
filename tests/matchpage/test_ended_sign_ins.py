"""When a sign-in ends, its sockets end with it, whoever ended it and wherever."""

from __future__ import annotations

from datetime import timedelta

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.contrib.auth import logout
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.sign_in import sessions
from games.common import live, rechecks
from games.common.consumers import NudgeConsumer
from games.match.models import Player
from tests.kit.builders import match_between, person
from tests.kit.sockets import Page, client_of, open_page

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


@pytest.mark.parametrize("action", [new_password, ban])
async def test_a_new_password_or_a_ban_closes_all_of_them(house, action) -> None:
    await sync_to_async(action)(house["ann"])
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


SECOND = timedelta(seconds=1)
ENDS = {
    # staff, what ends the sign-in, after how long
    "staff idle": (True, sessions.SEEN, sessions.STAFF_IDLE),
    "staff total": (True, sessions.SINCE, sessions.STAFF_TOTAL),
    "idle": (False, sessions.SEEN, sessions.IDLE),
    "total": (False, sessions.SINCE, sessions.TOTAL),
}


def aged(client, mark, age):
    """The sign-in of *client* as it is so long after *mark*; no signal tells anybody."""
    session = client.session
    session[sessions.SINCE] = session[sessions.SEEN] = timezone.now().timestamp()
    session[mark] = (timezone.now() - age).timestamp()
    session.save()


def become_staff():
    User.objects.filter(name="ann").update(is_staff=True)


@pytest.mark.parametrize(("is_staff", "mark", "age"), ENDS.values(), ids=ENDS)
async def test_a_sign_in_that_is_too_old_for_pages_is_too_old_for_sockets(
    house, is_staff, mark, age
) -> None:
    if is_staff:
        await sync_to_async(become_staff)()
    await sync_to_async(aged)(house["clients"][0], mark, age + SECOND)
    await sync_to_async(live.recheck_sockets)(house["ann"].pk)
    assert await closed(house["first"]) == [4401, 4401]
    again = await Page("/ws/desk/", house["clients"][0]).opened()
    assert await again.close_code() == 4401
    assert await still_open(house["second"] + house["others"])


# What nobody tells them


@pytest.fixture
def hurried(monkeypatch):
    """Looks follow on each other; ask for it before the site."""
    monkeypatch.setattr(rechecks, "EVERY", 0.05)


@pytest.fixture
def lost(monkeypatch):
    """Every message to a socket is lost."""
    monkeypatch.setattr(live, "_send", lambda group, message: None)


def suspend(ann):
    User.objects.filter(pk=ann.pk).update(shut_out_until=timezone.now() + 60 * SECOND)


SILENT = {
    "signed out": (lambda ann, client: sign_out(client), 4401),
    "dropped": (lambda ann, client: client.session.delete(), 4401),
    "new password": (lambda ann, client: new_password(ann), 4401),
    "banned": (lambda ann, client: ban(ann), 4401),
    "suspended": (lambda ann, client: suspend(ann), 4403),
    "deleted": (lambda ann, client: Session.objects.all().delete(), 4401),
}


@pytest.mark.parametrize(("action", "code"), SILENT.values(), ids=SILENT)
async def test_a_sign_in_ended_in_silence_closes_its_sockets(
    hurried, house, lost, action, code
) -> None:
    await sync_to_async(action)(house["ann"], house["clients"][0])
    assert await closed(house["first"]) == [code, code]


async def test_who_becomes_staff_in_silence_is_held_to_the_age_of_staff(
    hurried, house, lost
) -> None:
    await sync_to_async(aged)(house["clients"][0], sessions.SINCE, sessions.STAFF_TOTAL + SECOND)
    await sync_to_async(become_staff)()
    assert await closed(house["first"]) == [4401, 4401]
    assert await still_open(house["second"] + house["others"])


@pytest.mark.parametrize(("is_staff", "mark", "age"), ENDS.values(), ids=ENDS)
async def test_a_socket_closes_when_its_sign_in_grows_too_old(
    hurried, house, is_staff, mark, age
) -> None:
    if is_staff:
        await sync_to_async(become_staff)()
    await sync_to_async(aged)(house["clients"][0], mark, age - SECOND)
    page = await Page("/ws/desk/", house["clients"][0]).opened()
    await page.receive_json_from()
    assert await page.close_code() == 4401


async def test_a_seat_given_away_in_silence_closes_its_board(hurried, house, lost) -> None:
    def give_away():
        Player.objects.filter(user=house["ann"]).update(user=person("cid"))

    await sync_to_async(give_away)()
    boards = [house["first"][0], house["second"][0]]
    assert await closed(boards) == [4410, 4410]
    assert await still_open([house["first"][1], house["second"][1], *house["others"]])


async def test_a_round_that_fails_is_followed_by_the_next(
    hurried, house, lost, monkeypatch, caplog
) -> None:
    fails, doubtful = [OSError()], rechecks.doubtful

    def fails_once(sockets):
        if fails:
            raise fails.pop()
        return doubtful(sockets)

    monkeypatch.setattr(rechecks, "doubtful", fails_once)
    await sync_to_async(sign_out)(house["clients"][0])
    assert await closed(house["first"]) == [4401, 4401]
    assert "sockets could not be looked at" in caplog.text


async def test_a_round_costs_as_many_queries_for_all_as_for_one(house) -> None:
    sockets = list(rechecks.rechecks()._sockets)

    def queries(some):
        with CaptureQueriesContext(connection) as asked:
            assert rechecks.doubtful(some) == []
        return len(asked)

    assert len(sockets) == 6
    assert await sync_to_async(queries)(sockets) == 5
    watching = await open_page(house["others"][0].scope["path"], await sync_to_async(person)("eve"))
    await watching.receive_json_from()
    assert await sync_to_async(queries)(list(rechecks.rechecks()._sockets)) == 6
    await watching.disconnect()


async def test_nothing_is_looked_at_where_no_socket_is(house) -> None:
    own = rechecks.rechecks()
    assert own._next is not None
    for page in (*house["first"], *house["second"], *house["others"]):
        await page.disconnect()
    assert own._next is None
    assert list(own._sockets) == []

"""Sockets say that something changed, to those whose view changed, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import OperationalError

from games.common import consumers as sockets
from games.common import live
from games.desk import consumers as desks
from games.match.changes import ending
from games.match.exceptions import NotSeated
from games.match.status import Status
from games.match.terms import opening
from games.matchpage import consumers
from games.matchpage import services as seeing
from games.notices.services.presence import is_present
from tests.kit.builders import (
    NOON,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    terms,
)
from tests.kit.sockets import open_page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest_asyncio.fixture
async def match():
    def made():
        match: Any = match_between(person("ann"), person("bob"))
        match.ann, match.bob = south(match), north(match)
        return match

    return await sync_to_async(made)()


def path(match):
    return f"/ws/matches/{match.uid}/"


async def do(function, *args, **kwargs):
    return await sync_to_async(function)(*args, **kwargs)


async def silent(*pages):
    return [await page.receive_nothing(timeout=0.05, interval=0.01) for page in pages]


async def close(*pages):
    for page in pages:
        await page.disconnect()


async def test_the_first_frame_tells_the_version_and_nothing_else(match) -> None:
    for user in (match.ann, match.bob, None):
        page = await open_page(path(match), user)
        assert await page.receive_json_from() == {"match": match.uid, "version": 1}
        assert await silent(page) == [True]
        await close(page)


async def test_a_move_nudges_both_seats_and_onlookers_once(match) -> None:
    carol = await do(person, "carol")
    pages = [await open_page(path(match), user) for user in (match.ann, match.bob, carol, None)]
    for page in pages:
        await page.receive_json_from()
    await do(play, match, "e3e4")
    for page in pages:
        assert await page.receive_json_from() == {"match": match.uid, "version": 2}
    assert await silent(*pages) == [True] * 4
    await close(*pages)


async def test_a_nudge_that_was_lost_is_told_at_the_next_look(match, monkeypatch) -> None:
    pages = [await open_page(path(match), user) for user in (match.bob, None)]
    for page in pages:
        await page.receive_json_from()
    with monkeypatch.context() as patch:
        patch.setattr(live, "_send", lambda group, message: None)
        await do(play, match, "e3e4")
    assert await silent(*pages) == [True] * 2
    await do(live.recheck_sockets, match.bob.pk)
    await do(live.recheck_onlookers, match.uid)
    for page in pages:
        assert await page.receive_json_from() == {"match": match.uid, "version": 2}
    assert await silent(*pages) == [True] * 2
    await close(*pages)


async def test_everything_that_shows_on_the_board_nudges(match) -> None:
    page = await open_page(path(match))
    seen = [(await page.receive_json_from())["version"]]
    for action in (
        lambda: ending.offer_draw(uid=match.uid, user=match.ann, now=NOON),
        lambda: ending.withdraw_draw(uid=match.uid, user=match.ann),
        lambda: ending.offer_draw(uid=match.uid, user=match.bob, now=NOON),
        lambda: ending.refuse_draw(uid=match.uid, user=match.ann),
        lambda: ending.resign(uid=match.uid, user=match.ann, now=NOON),
        lambda: opening.ask_rematch(uid=match.uid, user=match.bob, now=NOON),
        lambda: opening.ask_rematch(uid=match.uid, user=match.ann, now=NOON),
    ):
        await do(action)
        seen.append((await page.receive_json_from())["version"])
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]
    await close(page)


async def test_a_refused_action_nudges_nobody(match) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    with pytest.raises(NotSeated):
        await do(ending.resign, uid=match.uid, user=await do(person, "carol"), now=NOON)
    assert await silent(page) == [True]
    await close(page)


async def test_other_matches_are_not_heard(match) -> None:
    page = await open_page(path(match), match.ann)
    await page.receive_json_from()
    other = await do(match_between, await do(person, "cid"), match.bob)
    await do(play, other, "e3e4")
    assert await silent(page) == [True]
    await close(page)


async def test_each_pair_of_eyes_has_a_group_of_its_own(match) -> None:
    """A change that only one seat can see reaches that seat alone."""
    pages = [await open_page(path(match), user) for user in (match.ann, match.bob, None)]
    for page in pages:
        await page.receive_json_from()
    await do(live.announce_match, match.uid, {0: 7})
    assert await pages[0].receive_json_from() == {"match": match.uid, "version": 7}
    assert await silent(*pages[1:]) == [True, True]
    await do(live.announce_match, match.uid, {None: 9})
    assert await pages[2].receive_json_from() == {"match": match.uid, "version": 9}
    assert await silent(*pages[:2]) == [True, True]
    await close(*pages)


@pytest.mark.parametrize("uid", ["nothing", "0" * 12, "a" * 200])
async def test_an_unknown_match_closes(uid) -> None:
    page = await open_page(f"/ws/matches/{uid}/")
    assert await page.close_code() == 4404


async def test_a_match_that_has_not_begun_is_nobodys_to_watch() -> None:
    ann = await do(person, "ann")
    invitation = await do(opening.create_invitation, user=ann, terms=terms(), now=NOON)
    for user in (ann, None):
        page = await open_page(path(invitation), user)
        assert await page.close_code() == 4404


async def test_a_match_closed_to_onlookers_is_its_players_alone() -> None:
    def made():
        match = match_between(person("ann"), person("bob"), onlookers="closed")
        return match, south(match), person("eve")

    match, ann, eve = await do(made)
    for user in (None, eve):
        page = await open_page(path(match), user)
        assert await page.close_code() == 4404
    mine = await open_page(path(match), ann)
    await do(play, match, "e3e4")
    assert (await mine.receive_json_from())["match"] == match.uid
    await close(mine)


async def test_the_desk_is_for_those_who_are_signed_in() -> None:
    page = await open_page("/ws/desk/")
    assert await page.close_code() == 4401


async def test_the_desk_tells_how_many_boards_wait_and_what_is_not_read(match) -> None:
    ann, bob = [await open_page("/ws/desk/", user) for user in (match.ann, match.bob)]
    assert await ann.receive_json_from() == {"desk": 1, "bell": 1}
    assert await bob.receive_json_from() == {"desk": 0, "bell": 0}
    await do(play, match, "e3e4")
    assert await last_of(ann) == {"desk": 0, "bell": 0}
    assert await last_of(bob) == {"desk": 1, "bell": 1}
    await do(seeing.see_match, uid=match.uid, user=match.bob, now=NOON)
    assert await last_of(bob) == {"desk": 1, "bell": 0}
    await close(ann, bob)


async def last_of(page):
    """The frame after which silence follows."""
    frame = await page.receive_json_from()
    while not await page.receive_nothing(timeout=0.05, interval=0.01):
        frame = await page.receive_json_from()
        assert set(frame) == {"desk", "bell"}
    return frame


async def test_what_changes_at_once_is_counted_once_for_all_pages_of_a_user(
    match, monkeypatch
) -> None:
    counted: list[int] = []
    real = desks.boards_to_move

    def noted(user_id: int) -> int:
        counted.append(user_id)
        return real(user_id)

    pages = [await open_page("/ws/desk/", match.bob) for _number in range(2)]
    for page in pages:
        await page.receive_json_from()
    monkeypatch.setattr(desks, "boards_to_move", noted)
    monkeypatch.setattr(desks, "SOON", 0.1)
    await do(play, match, "e3e4")
    await do(live.announce_desk, match.bob.pk)
    for page in pages:
        assert await page.receive_json_from() == {"desk": 1, "bell": 1}
    assert await silent(*pages) == [True, True]
    assert counted == [match.bob.pk]
    await close(*pages)


async def test_counts_that_could_not_be_had_are_told_later(match, monkeypatch) -> None:
    page = await open_page("/ws/desk/", match.bob)
    await page.receive_json_from()
    faults = [OperationalError("the database is away")]
    real = desks.boards_to_move

    def faulty(user_id: int) -> int:
        if faults:
            raise faults.pop()
        return real(user_id)

    monkeypatch.setattr(desks, "boards_to_move", faulty)
    monkeypatch.setattr(desks, "AGAIN", 0)
    await do(play, match, "e3e4")
    assert await last_of(page) == {"desk": 1, "bell": 1}
    assert faults == []
    await close(page)


async def test_another_users_desk_hears_nothing(match) -> None:
    carol = await open_page("/ws/desk/", await do(person, "carol"))
    assert await carol.receive_json_from() == {"desk": 0, "bell": 0}
    await do(play, match, "e3e4")
    assert await silent(carol) == [True]
    await close(carol)


async def test_a_new_match_shows_on_the_desk_of_the_inviter() -> None:
    ann, bob = await do(person, "ann"), await do(person, "bob")
    invitation = await do(opening.create_invitation, user=ann, terms=terms(), now=NOON)
    desk = await open_page("/ws/desk/", ann)
    assert await desk.receive_json_from() == {"desk": 0, "bell": 0}
    await do(opening.take_seat, secret=invitation.secret, user=bob, now=NOON)
    assert await last_of(desk) == {"desk": 1, "bell": 1}
    await close(desk)


# What is sent to us


async def test_pages_have_nothing_to_say(match) -> None:
    page = await open_page(path(match), match.ann)
    await page.receive_json_from()
    for text in ("{", "null", "[]", '{"match": 1}', '{"type": "match.changed"}', "\x00", "😀"):
        await page.send_to(text_data=text)
        assert await page.receive_json_from() == {"error": "unexpected-message"}
    await do(play, match, "e3e4")
    assert (await page.receive_json_from())["version"] == 2
    await close(page)


async def test_a_binary_frame_closes(match) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    await page.send_to(bytes_data=b"\x00\x01")
    assert await page.close_code() == 1003


@pytest.mark.parametrize("text", ["a" * 8192, "é" * 4096])
async def test_the_largest_frame_is_still_read(match, text) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    await page.send_to(text_data=text)
    assert await page.receive_json_from() == {"error": "unexpected-message"}
    await close(page)


@pytest.mark.parametrize("text", ["a" * 8193, "é" * 4097])
async def test_a_frame_too_big_closes(match, text) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    await page.send_to(text_data=text)
    assert await page.close_code() == 1009


async def test_a_flood_closes(match) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    for _number in range(sockets.MOST_MESSAGES):
        await page.send_to(text_data="hello")
        await page.receive_json_from()
    await page.send_to(text_data="hello")
    assert await page.close_code() == 1008


async def test_slow_talkers_are_no_flood(match, monkeypatch) -> None:
    now = [0.0]
    page = await open_page(path(match))
    await page.receive_json_from()
    monkeypatch.setattr(sockets, "time", type("Time", (), {"monotonic": lambda: now[0]}))
    for _number in range(sockets.MOST_MESSAGES + 5):
        now[0] += 1.0
        await page.send_to(text_data="hello")
        assert await page.receive_json_from() == {"error": "unexpected-message"}
    await close(page)


async def test_a_closed_page_leaves_its_groups(match) -> None:
    page = await open_page(path(match), match.ann)
    await page.receive_json_from()
    await close(page)
    await asyncio.sleep(0)
    await do(play, match, "e3e4")  # nobody listens: no error, nothing kept
    again = await open_page(path(match), match.ann)
    assert await again.receive_json_from() == {"match": match.uid, "version": 2}
    assert await silent(again) == [True]
    await close(again)


async def test_what_happens_while_the_page_connects_is_not_lost(match, monkeypatch) -> None:
    watched = consumers.watched_match
    calls: list[Any] = []

    def watch_slowly(uid, user):
        found = watched(uid, user)
        if not calls:
            calls.append(uid)
            play(match, "e3e4")  # after the first look, before the page has joined
        return found

    monkeypatch.setattr(consumers, "watched_match", watch_slowly)
    page = await open_page(path(match))
    assert await page.receive_json_from() == {"match": match.uid, "version": 2}
    await close(page)


async def test_an_older_nudge_that_comes_late_is_not_passed_on(match) -> None:
    page = await open_page(path(match))
    await page.receive_json_from()
    for version in (3, 2, 3, 4):
        await do(live.announce_match, match.uid, {None: version})
    assert [(await page.receive_json_from())["version"] for _frame in range(2)] == [3, 4]
    assert await silent(page) == [True]
    await close(page)


async def test_a_bots_turn_nudges_too() -> None:
    ann = await do(person, "ann")
    match = await do(match_with_bot, ann)
    assert match.status == Status.ACTIVE
    page = await open_page(path(match), ann)
    await page.receive_json_from()
    await do(play, match, "e3e4")
    assert (await page.receive_json_from())["version"] == 2
    await close(page)


async def test_closing_the_page_ends_being_at_the_board(match) -> None:
    page = await open_page(path(match), match.bob)
    await do(seeing.see_match, uid=match.uid, user=match.bob, now=NOON)
    assert await do(is_present, match.uid, match.bob.pk)
    onlooker = await open_page(path(match))
    await close(onlooker)
    assert await do(is_present, match.uid, match.bob.pk)
    await close(page)
    assert not await do(is_present, match.uid, match.bob.pk)
    assert not await do(is_present, match.uid, match.ann.pk)

"""Waiting for news: by a long poll and by streams, which end when they have to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.utils import timezone

from accounts.models import AccessToken, User
from config.asgi import application
from games.api import connections, streams
from games.match.models import Match
from games.people.services import block_person
from tests.api.kit import Program
from tests.kit.builders import match_between, north, person, play, south

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 60.0  # seconds, on a busy machine


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(streams, "EVERY", 0.05)


class Call:
    """One request, as the server in front of us makes it."""

    def __init__(self, program: Program, path: str, query: str = "", **headers: str) -> None:
        headers_sent = {**program.headers, "host": "testserver", **headers}
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "http_version": "1.1",
            "path": f"/api/v1{path}",
            "raw_path": f"/api/v1{path}".encode(),
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode()) for name, value in headers_sent.items()
            ],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        self.asked = False
        self.task = asyncio.ensure_future(application(self.scope, self._receive, self.sent.put))

    async def _receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def event(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), SOON)

    async def start(self) -> tuple[int, dict[str, str]]:
        event = await self.event()
        named = [(k.decode().lower(), v.decode()) for k, v in event["headers"]]
        assert len(dict(named)) == len(named), "a header said twice"
        return event["status"], dict(named)

    async def line(self) -> bytes:
        """What is said next; b"" at the end."""
        return bytes((await self.event()).get("body", b""))

    async def answer_of(self) -> Any:
        return json.loads(await self.line())

    async def stop(self) -> None:
        self.left.set()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.task), SOON)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@asynccontextmanager
async def calling(*args: Any, **headers: Any) -> AsyncIterator[Call]:
    call = Call(*args, **headers)
    try:
        yield call
    finally:
        await call.stop()


def begun() -> tuple[Match, Program, Program]:
    match = match_between(person(), person(), now=timezone.now())
    return match, Program(south(match)), Program(north(match))


async def do(action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return await sync_to_async(action)(*args, **kwargs)


def move(match: Match, text: str) -> None:
    play(match, text, now=timezone.now())


# The long poll


async def test_a_poll_waits_for_the_others_move_and_answers_what_a_get_gives() -> None:
    match, _one, other = await do(begun)
    reply = (await do(other.get, "/events")).json()
    assert [board["match"] for board in reply["boards"]] == [match.uid]
    async with calling(other, "/events", f"after={reply['cursor']}&wait=25") as call:
        await asyncio.sleep(0.3)
        assert call.sent.empty()
        await do(move, match, "e3e4")
        status, headers = await call.start()
        assert (status, headers["cache-control"]) == (200, "no-store")
        assert "ratelimit" in headers
        answer = await call.answer_of()
        assert answer == (await do(other.get, "/events")).json()
        assert answer["boards"][0]["is_to_act"] is True
        assert answer["cursor"] != reply["cursor"]


async def test_a_poll_answers_at_once_where_something_is_new_and_at_last_where_not() -> None:
    _match, one, _other = await do(begun)
    cursor = (await do(one.get, "/events")).json()["cursor"]
    async with calling(one, "/events", "after=older&wait=25") as call:
        assert (await call.start())[0] == 200
    async with calling(one, "/events", f"after={cursor}&wait=1") as call:
        assert (await call.start())[0] == 200
        assert (await call.answer_of())["cursor"] == cursor


async def test_whoever_may_not_wait_is_told_so_at_once() -> None:
    match, one, _other = await do(begun)
    nobody, without = Program(None), await do(Program, await do(south, match), "chat")
    for program, expected in ((nobody, 401), (without, 403)):
        for path in ("/events", "/stream/events", f"/matches/{match.uid}/stream"):
            async with calling(program, path, "after=x&wait=25") as call:
                assert (await call.start())[0] == expected, path
    async with calling(one, "/matches/nothing/stream") as call:
        assert (await call.start())[0] == 404
    for path in ("/events", "/stream/events"):
        async with calling(one, path, f"after={'x' * 41}") as call:
            assert (await call.start())[0] == 422, path


# Streams


async def test_a_stream_says_what_there_is_and_every_change_of_it() -> None:
    match, _one, other = await do(begun)
    async with calling(other, f"/matches/{match.uid}/stream") as call:
        status, headers = await call.start()
        assert (status, headers["content-type"]) == (200, "application/x-ndjson")
        assert not {"content-length", "etag"} & set(headers)  # of one answer, and this has many
        first = await call.answer_of()
        assert first["version"] == 1
        await do(move, match, "e3e4")
        nudge, second = await call.answer_of(), await call.answer_of()
        assert nudge == {"match": match.uid, "version": second["version"]}
        given = (await do(other.get, f"/matches/{match.uid}")).json()
        assert second["version"] == given["version"]
        assert (second["view"], second["legal"]) == (given["view"], given["legal"])
        assert [each["path"] for each in second["moves"]] == [
            each["path"] for each in given["moves"]
        ]


async def test_events_as_server_sent_ones_go_on_where_they_were() -> None:
    match, _one, other = await do(begun)
    cursor = (await do(other.get, "/events")).json()["cursor"]
    accept = {"Accept": "text/event-stream"}
    async with calling(other, "/stream/events", f"after={cursor}", **accept) as call:
        assert (await call.start())[1]["content-type"] == "text/event-stream"
        await do(move, match, "e3e4")
        name, mark, data, *_rest = (await call.line()).decode().split("\n")
        assert name == "event: events"
        assert json.loads(data.removeprefix("data: "))["boards"][0]["is_to_act"]
        assert mark.removeprefix("id: ") == json.loads(data.removeprefix("data: "))["cursor"]


async def test_a_quiet_stream_says_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT", 0.1)
    _match, one, _other = await do(begun)
    async with calling(one, "/stream/events") as call:
        await call.start()
        await call.answer_of()
        assert await call.line() == b"\n"


async def test_five_wait_at_once_for_one_token() -> None:
    _match, one, _other = await do(begun)
    calls = [Call(one, "/stream/events") for _each in range(connections.MOST_OF_TOKEN)]
    assert {(await call.start())[0] for call in calls} == {200}
    async with calling(one, "/stream/events") as sixth:
        status, headers = await sixth.start()
        assert (status, headers["content-type"]) == (429, "application/problem+json")
        assert headers["retry-after"]
    await calls.pop().stop()
    async with calling(one, "/stream/events") as again:
        assert (await again.start())[0] == 200
    for call in calls:
        await call.stop()


def revoked(match: Match) -> None:
    AccessToken.objects.filter(user=south(match)).delete()


def suspended(match: Match) -> None:
    until = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=south(match).pk).update(shut_out_until=until)


def unseated(match: Match) -> None:
    match.players.filter(seat=0).update(user=person())


@pytest.mark.parametrize("end", [revoked, suspended, unseated])
async def test_a_stream_ends_with_what_it_stood_on(end: Callable[[Match], None]) -> None:
    match, one, _other = await do(begun)
    async with calling(one, f"/matches/{match.uid}/stream") as call:
        await call.start()
        await call.answer_of()
        await do(end, match)
        event = await call.event()
        assert (event["body"], event["more_body"]) == (b"", False)


async def test_an_onlookers_stream_ends_with_a_block() -> None:
    match, _one, _other = await do(begun)
    user = await do(person)
    program = await do(Program, user)
    async with calling(program, f"/matches/{match.uid}/stream") as call:
        await call.start()
        await call.answer_of()
        await do(block_person, user=await do(south, match), person=user, kinds=["watch"])
        assert (await call.event())["more_body"] is False


async def test_nobody_is_kept_in_mind_who_has_left() -> None:
    _match, one, _other = await do(begun)
    async with calling(one, "/stream/events") as call:
        await call.start()
    assert not list(streams.waiting()._all)
    assert await do(connections.take, one.token.pk)
    assert cache.get(f"api:waits:{one.token.pk}:1") is None


async def test_those_who_wait_in_other_processes_count_until_they_are_heard_of_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "HOLDS", 0.0)
    _match, one, _other = await do(begun)
    elsewhere = [
        await do(connections.take, one.token.pk) for _each in range(connections.MOST_OF_TOKEN - 1)
    ]
    assert all(elsewhere)
    async with calling(one, "/stream/events") as call:
        assert (await call.start())[0] == 200
        async with calling(one, "/stream/events") as sixth:
            assert (await sixth.start())[0] == 429
        [place] = [listener.place for listener in streams.waiting()._all]
        assert place not in elsewhere
        await do(cache.delete, place)
        await asyncio.sleep(0.5)
        assert await do(cache.get, place) == 1  # held on to
        await do(cache.delete, elsewhere[0])  # as the cache does by itself after a while
        async with calling(one, "/stream/events") as again:
            assert (await again.start())[0] == 200


async def test_a_nudge_reaches_all_who_watch_within_a_second() -> None:
    match, _one, _other = await do(begun)
    programs = [await do(Program, await do(person)) for _each in range(5)]
    calls = [Call(program, f"/matches/{match.uid}/stream") for program in programs * 5]
    for call in calls:
        assert (await call.start())[0] == 200
        await call.answer_of()
    await do(move, match, "e3e4")
    answers = await asyncio.wait_for(asyncio.gather(*(call.answer_of() for call in calls)), 1.0)
    assert [each["version"] for each in answers] == [2] * len(calls)
    for call in calls:
        await call.stop()

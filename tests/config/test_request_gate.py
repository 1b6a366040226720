"""A crowd of requests waits outside, in order, and one that fails leaves its place to the next."""

from __future__ import annotations

import asyncio
from threading import Barrier, current_thread
from typing import Any

import pytest
from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.databases import POOL
from config.handler import Pages as DjangoPages
from config.request_gate import AT_ONCE, admitted


class Pages:
    """Answers when told to, and knows who is inside."""

    def __init__(self) -> None:
        self.inside: list[int] = []
        self.arrived: list[int] = []
        self.done = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.arrived.append(scope["number"])
        self.inside.append(scope["number"])
        try:
            await self.done.wait()
            if scope["number"] == 0:
                raise ZeroDivisionError
        finally:
            self.inside.remove(scope["number"])


async def crowd(pages: Pages, size: int) -> list[asyncio.Task[None]]:
    """So many requests at once, each as far in as it gets."""
    enter: Any = admitted(pages)
    tasks = [asyncio.create_task(enter({"number": n}, None, None)) for n in range(size)]
    await asyncio.sleep(0.01)
    return tasks


async def test_only_a_few_are_inside_at_once_and_all_get_in_by_order() -> None:
    pages = Pages()
    tasks = await crowd(pages, 3 * AT_ONCE)
    assert pages.inside == list(range(AT_ONCE))
    pages.done.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert pages.arrived == list(range(3 * AT_ONCE))
    assert [type(result) for result in results if result] == [ZeroDivisionError]


def test_whoever_is_inside_gets_a_connection_and_a_socket_still_has_one() -> None:
    assert POOL["max_size"] > AT_ONCE


async def test_who_goes_away_leaves_the_place_to_the_next() -> None:
    pages = Pages()
    tasks = await crowd(pages, AT_ONCE + 1)
    tasks[3].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[3]
    await asyncio.sleep(0.01)
    assert pages.inside == [n for n in range(AT_ONCE + 1) if n != 3]
    pages.done.set()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_each_inside_has_a_thread_that_stays() -> None:
    together = Barrier(AT_ONCE, timeout=20)
    used: list[set[str]] = []

    def work() -> str:
        together.wait()  # all of them at the same time
        return current_thread().name

    async def pages(scope: Any, receive: Any, send: Any) -> None:
        used[-1].add(await sync_to_async(work)())

    enter: Any = admitted(pages)
    for _turn in range(3):
        used.append(set())
        await asyncio.gather(*(enter({}, None, None) for _number in range(AT_ONCE)))
    assert len(used[0]) == AT_ONCE
    assert used[0] == used[1] == used[2]


def page(request: HttpRequest) -> HttpResponse:
    """Synchronous, as ours are."""
    return HttpResponse(b"here")


def passing(get_response: Any) -> Any:
    """A middleware that is synchronous, as ours are."""

    def handle(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    return handle


urlpatterns = [path("", page)]


async def test_a_request_changes_threads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins, is answered and ends in one, whatever its middlewares are."""
    real, changes = SyncToAsync.__call__, []

    async def noted(self: Any, *args: Any, **more: Any) -> Any:
        changes.append(self.func)
        return await real(self, *args, **more)

    monkeypatch.setattr(SyncToAsync, "__call__", noted)
    ours, django = f"{__name__}.passing", "django.middleware.clickjacking.XFrameOptionsMiddleware"
    names = [django, ours, django, ours, django]
    monkeypatch.setattr(settings, "MIDDLEWARE", names)
    monkeypatch.setattr(settings, "ROOT_URLCONF", __name__)
    enter: Any = admitted(DjangoPages())
    sent: list[Any] = []
    incoming: asyncio.Queue[Any] = asyncio.Queue()
    incoming.put_nowait({"type": "http.request", "body": b""})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    await enter(scope, incoming.get, send)
    assert [message.get("status") for message in sent] == [200, None]
    assert len(changes) == 1

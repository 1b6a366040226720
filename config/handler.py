"""Django behind an asynchronous server, with one change of threads for a request."""

from __future__ import annotations

import io
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix


class Pages(ASGIHandler):
    """All our pages and middlewares are synchronous, so the whole of a request is.

    Django's own handler goes to another thread and back for what hears of a request's beginning,
    for each middleware that is not asynchronous, and for what hears of its end. It has two more
    tasks besides, one of which waits for the client to leave; in a thread that stops nothing.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, in the thread it has."""
        body = await _body(receive)
        if body is None:
            return
        response, events = await sync_to_async(self._answer)(scope, body)
        for event in events:
            await send(event)
        if not events:  # it comes in parts
            await self.send_response(response, send)
            await sync_to_async(response.close)()

    def _answer(self, scope: Any, body: bytes) -> tuple[HttpResponseBase, list[Any]]:
        """The answer, and what is to be sent of it: nothing if it comes in parts, and is open."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, io.BytesIO(body))
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # noqa: SLF001 - who is told of the end
        if response.streaming:
            if isinstance(response, FileResponse):
                response.block_size = self.chunk_size
            return response, []
        start = {"type": "http.response.start", "status": response.status_code}
        events = [
            {**start, "headers": _headers(response)},
            {"type": "http.response.body", "body": response.content},
        ]
        response.close()
        return response, events


async def _body(receive: Any) -> bytes | None:
    """The body of a request, which `config.limits` keeps small; None if the client is gone."""
    chunks: list[bytes] = []
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        chunks.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(chunks)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    found = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [cookie.output(header="") for cookie in response.cookies.values()]
    return found + [(b"Set-Cookie", text.encode("ascii").strip()) for text in cookies]

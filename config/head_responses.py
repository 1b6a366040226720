"""Answers to HEAD end with their headers."""

from __future__ import annotations

from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)


def without_bodies_for_head(pages: Any) -> ASGI3Application:
    """*pages*, whose answers to HEAD have no body.

    Daphne keeps back the first 64 KiB of one and sends the rest, which a proxy then takes for the
    beginning of the next answer on that connection.
    """

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        async def send_head(event: ASGISendEvent) -> None:
            if event["type"] == "http.response.body":
                event = {**event, "body": b""}
            await send(event)

        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await pages(scope, receive, send_head if is_head else send)

    return answer

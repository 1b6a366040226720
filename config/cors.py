"""What pages of other sites may ask of a browser here: the API, and what gets an app its tokens."""

from __future__ import annotations

from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)

OPEN = ("/api/v1/", "/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server")
"""The beginnings of addresses that no cookie opens anything at."""
ANYBODY = (b"access-control-allow-origin", b"*")
"""Without credentials: browsers send no cookie along, nor show an answer to one."""
ASKED_FOR = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
)
SHOWN = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-ID"
KEPT = 24 * 60 * 60
"""Seconds for which a browser may remember what it was allowed."""
PREFLIGHT = [
    ANYBODY,
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", ASKED_FOR.encode()),
    (b"access-control-max-age", str(KEPT).encode()),
    (b"cache-control", f"public, max-age={KEPT}".encode()),
]


def open_to_other_sites(pages: Any) -> ASGI3Application:
    """*pages*, whose answers to programs a page of any site may read, and all refusals."""

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(OPEN):
            await pages(scope, receive, send)
            return
        asks_first = any(name == b"access-control-request-method" for name, _ in scope["headers"])
        if scope["method"] == "OPTIONS" and asks_first:
            await send(
                {
                    "type": "http.response.start",
                    "status": 204,
                    "headers": PREFLIGHT,
                    "trailers": False,
                }
            )
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return

        async def send_to_all(event: ASGISendEvent) -> None:
            if event["type"] == "http.response.start":
                shown = (b"access-control-expose-headers", SHOWN.encode())
                event = {**event, "headers": [*event["headers"], ANYBODY, shown]}
            await send(event)

        await pages(scope, receive, send_to_all)

    return answer

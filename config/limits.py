"""What no request may exceed, refused before any of our code has read it."""

from __future__ import annotations

from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    Scope,
)
from django.conf import settings

BODY_LIMIT = 64 * 1024  # bytes
HEADER_LIMIT = 16 * 1024  # bytes
ADDRESS_LIMIT = 4 * 1024  # bytes
METHODS = ("GET", "HEAD", "POST", "OPTIONS")


def limited(pages: Any) -> ASGI3Application:
    """*pages*, but requests beyond the limits get a short refusal instead."""

    async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        assert scope["type"] == "http"
        status = refusal(scope)
        body = None if status else await _whole_body(receive)
        if body is None:
            await _refuse(send, status or 413)
            return
        # daphne lets a client name the root path in a header; links would follow it
        inner: Any = {**scope, "root_path": ""}
        await pages(inner, _replay(body, receive), send)

    return answer


def refusal(scope: HTTPScope) -> int:
    """The status to refuse this request with, or 0."""
    if scope["method"] not in METHODS:
        return 405
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > ADDRESS_LIMIT:
        return 414
    headers = list(scope["headers"])
    if sum(len(name) + len(value) + 4 for name, value in headers) > HEADER_LIMIT:
        return 431
    announced = [value for name, value in headers if name == b"content-length"]
    if any(not value.isdigit() or len(value) > 18 for value in announced):
        return 400
    return 413 if any(int(value) > BODY_LIMIT for value in announced) else 0


async def _whole_body(receive: ASGIReceiveCallable) -> ASGIReceiveEvent | None:
    """All chunks as one event, or None when there are too many bytes."""
    chunks: list[bytes] = []
    size = 0
    while True:
        event = await receive()
        if event["type"] != "http.request":
            return event
        chunks.append(event["body"])
        size += len(event["body"])
        if size > BODY_LIMIT:
            return None
        if not event.get("more_body"):
            return {"type": "http.request", "body": b"".join(chunks), "more_body": False}


def _replay(first: ASGIReceiveEvent, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """A `receive` that gives *first* and then what comes."""
    waiting = [first]

    async def replayed() -> ASGIReceiveEvent:
        return waiting.pop() if waiting else await receive()

    return replayed


REASONS = {
    400: "This request cannot be read.",
    405: "This method is not offered here.",
    413: "This request is too large.",
    414: "This address is too long.",
    431: "The headers of this request are too large.",
}


def hsts() -> bytes:
    """The header as Django's SecurityMiddleware makes it."""
    parts = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        parts.append("includeSubDomains")
    if settings.SECURE_HSTS_PRELOAD:
        parts.append("preload")
    return "; ".join(parts).encode()


async def _refuse(send: ASGISendCallable, status: int) -> None:
    body = f"{REASONS[status]}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    ]
    if settings.SECURE_HSTS_SECONDS:
        headers.append((b"strict-transport-security", hsts()))
    if status == 405:
        headers.append((b"allow", ", ".join(METHODS).encode()))
    await send(
        {"type": "http.response.start", "status": status, "headers": headers, "trailers": False}
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def no_such_socket(
    scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
) -> None:
    """The answer to a handshake at an address where nobody listens."""
    await receive()
    await send({"type": "websocket.close", "code": 4404, "reason": None})

"""What is turned away at the door: too large, oddly asked, or from another site."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator

from config.asgi import application
from config.head_responses import without_bodies_for_head
from config.limits import ADDRESS_LIMIT, BODY_LIMIT, HEADER_LIMIT

Headers = list[tuple[bytes, bytes]]
PATIENCE = 60  # seconds; the first to ask for /api/ has it described
HOST: Headers = [(b"host", b"testserver")]


async def ask(
    path: str = "/healthz",
    method: str = "GET",
    headers: Headers | None = None,
    body: list[bytes] | None = None,
    **scope: Any,
) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of the answer."""
    address, _, query = path.partition("?")
    request = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": address,
        "raw_path": address.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": HOST if headers is None else headers,
        **scope,
    }
    talk = ApplicationCommunicator(application, request)
    chunks = body or [b""]
    for number, chunk in enumerate(chunks, 1):
        more = number < len(chunks)
        await talk.send_input({"type": "http.request", "body": chunk, "more_body": more})
    start = await talk.receive_output(PATIENCE)
    text = b""
    more = True
    while more:
        part = await talk.receive_output(PATIENCE)
        text += part.get("body", b"")
        more = part.get("more_body", False)
    await talk.wait(PATIENCE)
    return start["status"], dict(start["headers"]), text


async def status(**request: Any) -> int:
    return (await ask(**request))[0]


def padding(size: int) -> Headers:
    """HOST, and a header that fills up to *size* bytes in all."""
    used = sum(len(name) + len(value) + 4 for name, value in HOST)
    return [*HOST, (b"x-pad", b"x" * (size - used - len(b"x-pad") - 4))]


async def test_addresses_up_to_the_limit() -> None:
    fitting = "/healthz?" + "x" * (ADDRESS_LIMIT - len("/healthz"))
    assert await status(path=fitting) == 200
    assert await status(path=fitting + "x") == 414


async def test_headers_up_to_the_limit() -> None:
    assert await status(headers=padding(HEADER_LIMIT)) == 200
    assert await status(headers=padding(HEADER_LIMIT + 1)) == 431


@pytest.mark.parametrize("announced", [True, False])
async def test_bodies_up_to_the_limit(announced: bool) -> None:
    """One that fits reaches the site, which misses its token."""

    def headers(size: int) -> Headers:
        return [*HOST, (b"content-length", b"%d" % size)] if announced else HOST

    half = BODY_LIMIT // 2
    fits = [b"x" * half, b"x" * half]
    assert await status(method="POST", headers=headers(BODY_LIMIT), body=fits) == 403
    large = [*fits, b"x"]
    assert await status(method="POST", headers=headers(BODY_LIMIT + 1), body=large) == 413


@pytest.mark.parametrize("length", [b"-1", b"1e3", b"", b"0x10", b"9" * 30])
async def test_a_nonsensical_length_is_refused(length: bytes) -> None:
    assert await status(method="POST", headers=[*HOST, (b"content-length", length)]) == 400


@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "PUT", "DELETE", "PATCH", "get"])
async def test_other_methods_are_refused(method: str) -> None:
    code, headers, _ = await ask(method=method)
    assert code == 405
    assert headers[b"allow"] == b"GET, HEAD, POST, OPTIONS"


async def test_a_refusal_is_short_and_safe_to_show() -> None:
    _, headers, text = await ask(method="TRACE")
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"cache-control"] == b"no-store"
    assert text == b"This method is not offered here.\n"


async def test_a_client_cannot_move_the_root_of_our_addresses() -> None:
    code, headers, _ = await ask(path="/accounts/logout/", root_path="/evil")
    assert code in (200, 302)
    assert b"/evil" not in headers.get(b"location", b"")


@pytest.mark.parametrize(
    "host", [b"evil.example", b"testserver.evil.example", b"testserver@evil.example", b"", b"\xff"]
)
async def test_other_host_names_are_refused(host: bytes) -> None:
    assert await status(headers=[(b"host", host)], path="/accounts/login/") == 400


REFUSED = 1000  # before the handshake: servers answer it with 403
BAD_ORIGINS = [
    None,
    b"",
    b"null",
    b"*",
    b"testserver",
    b"https://testserver",
    b"http://testserver:81",
    b"http://testserver:444",
    b"http://evil.example",
    b"http://sub.testserver",
    b"http://testserver.evil.example",
    b"http://eviltestserver",
    b"http://testserver@evil.example",
    b"http://evil.example#testserver",
    b"file://testserver",
    b"http://test\xffserver",
]


async def shake_hands(origin: bytes | None) -> tuple[bool, Any]:
    headers = [*HOST, (b"origin", origin)] if origin is not None else HOST
    talk = WebsocketCommunicator(application, "/ws/nowhere/", headers=headers)
    answer = await talk.connect(5)
    await talk.disconnect()
    return answer


@pytest.mark.django_db(transaction=True)  # a thread that stays may hold a connection
@pytest.mark.parametrize("origin", BAD_ORIGINS)
async def test_sockets_from_other_sites_are_refused(origin: bytes | None) -> None:
    assert await shake_hands(origin) == (False, REFUSED)


async def test_our_own_origin_gets_as_far_as_the_addresses() -> None:
    assert await shake_hands(b"http://testserver") == (False, 4404)


async def test_an_answer_to_head_has_the_headers_of_get_and_no_body() -> None:
    found = [await ask("/static/img/favicon.svg", method) for method in ("GET", "HEAD")]
    (got, _lines, text), (status, _headers, body) = found
    assert (got, status) == (200, 200)
    assert text
    assert body == b""


async def test_no_piece_of_a_long_answer_follows_a_head() -> None:
    """Large pages and files come in several."""

    async def pages(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for more in (True, True, False):
            await send({"type": "http.response.body", "body": b"x" * 70_000, "more_body": more})

    sent: list[Any] = []

    async def keep(event: Any) -> None:
        sent.append(event)

    for method, size in (("GET", 210_000), ("HEAD", 0)):
        sent.clear()
        scope: Any = {"type": "http", "method": method}
        await without_bodies_for_head(pages)(scope, keep, keep)  # type: ignore[arg-type]
        assert [event.get("more_body") for event in sent] == [None, True, True, False]
        assert sum(len(event.get("body", b"")) for event in sent) == size


# Pages of other sites


def preflight(method: str = "POST") -> Headers:
    asks = (b"access-control-request-method", method.encode())
    names = (b"access-control-request-headers", b"authorization,content-type,idempotency-key")
    return [*HOST, (b"origin", b"https://board.example"), asks, names]


OF_APPS = (
    *("/api/v1/account", "/api/v1/nowhere", "/api/v1/stream/events", "/oauth/token"),
    *("/oauth/revoke", "/.well-known/oauth-authorization-server"),
)


@pytest.mark.parametrize("path", OF_APPS)
async def test_a_page_of_another_site_may_ask_programs_and_remember_that(path: str) -> None:
    code, headers, body = await ask(path, "OPTIONS", preflight())
    assert (code, body) == (204, b"")
    assert headers[b"access-control-allow-origin"] == b"*"
    assert b"access-control-allow-credentials" not in headers
    assert headers[b"access-control-max-age"] == b"86400"
    allowed = headers[b"access-control-allow-headers"].lower().split(b", ")
    assert {b"authorization", b"content-type", b"idempotency-key", b"if-match"} <= set(allowed)


@pytest.mark.parametrize(
    ("path", "request_", "wanted"),
    [
        ("/api/v1/account", {}, 401),
        ("/api/v1/account", {"method": "PUT"}, 405),
        ("/api/v1/nowhere?" + "x" * ADDRESS_LIMIT, {}, 414),
        ("/api/v1/account", {"headers": padding(HEADER_LIMIT + 1)}, 431),
        ("/oauth/token", {"method": "POST", "client": ("127.0.0.1", 1)}, 400),
        ("/oauth/token", {"method": "POST", "body": [b"x" * BODY_LIMIT, b"x"]}, 413),
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_refusals_can_be_read_there_too(
    path: str, request_: dict[str, Any], wanted: int
) -> None:
    code, headers, _body = await ask(path, **request_)
    assert code == wanted
    assert headers[b"access-control-allow-origin"] == b"*"
    assert b"Retry-After" in headers[b"access-control-expose-headers"]


@pytest.mark.parametrize("path", ["/", "/desk/", "/oauth/authorize", "/api/", "/settings/tokens/"])
@pytest.mark.django_db(transaction=True)
async def test_no_page_of_ours_is_read_from_elsewhere(path: str) -> None:
    for method in ("GET", "OPTIONS"):
        _code, headers, _body = await ask(path, method, preflight())
        assert not [name for name in headers if name.startswith(b"access-control-")]

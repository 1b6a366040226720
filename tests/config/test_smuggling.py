"""Where a request ends is beyond doubt: no shape of a request hides a second one behind it.

Tried on the server that production runs, by bytes on a socket.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

pytestmark = pytest.mark.usefixtures("any_database")

HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: testserver\r\n\r\n"
CLOSE = b"\r\nConnection: close\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
APP = """
async def app(scope, receive, send):
    body, more = b"", True
    while more:
        part = await receive()
        if part["type"] != "http.request":
            return
        body, more = body + part.get("body", b""), part.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"<" + scope["path"].encode() + b">"})
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that answers with the path it was asked for."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "echo.py").write_text(APP)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(number), "echo:app"]
    server = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        for line in server.stderr:
            if "Listening on TCP" in line:
                break
        yield number
    finally:
        server.terminate()
        server.wait(10)
        assert server.stderr is not None
        server.stderr.close()


def said(port: int, request: bytes) -> bytes:
    """Everything that is answered, until the server closes or waits for more."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(request)
        line.settimeout(1)
        found = b""
        with suppress(TimeoutError):
            while part := line.recv(65536):
                found += part
    return found


def post(headers: bytes, body: bytes) -> bytes:
    return b"POST /first HTTP/1.1\r\nHost: testserver\r\n" + headers + b"\r\n" + body


def length(size: int | bytes) -> bytes:
    return b"Content-Length: %s\r\n" % (b"%d" % size if isinstance(size, int) else size)


WHOLE = len(HIDDEN)
SHAPES = {
    # what a proxy in front might take for one request, and a server behind it for two
    "length and chunks": post(length(WHOLE + 5) + CHUNKED, b"0\r\n\r\n" + HIDDEN),
    "chunks and length": post(CHUNKED + length(WHOLE + 5), b"0\r\n\r\n" + HIDDEN),
    "two lengths": post(length(0) + length(WHOLE), HIDDEN),
    "two lengths, the longer first": post(length(WHOLE) + length(0), HIDDEN),
    "two lengths in one": post(length(b"0, %d" % WHOLE), HIDDEN),
    "a signed length": post(length(b"+0"), HIDDEN),
    "a length below nothing": post(length(b"-1"), HIDDEN),
    "a length in hexadecimal": post(length(b"0x0"), HIDDEN),
    "a length with an underscore": post(length(b"0_0"), HIDDEN),
    "a length with a blank in it": post(length(b"0 0"), HIDDEN),
    "a length in other digits": post(length("٠".encode()), HIDDEN),
    "an empty length": post(length(b""), HIDDEN),
    "a blank before the colon": post(b"Content-Length : %d\r\n" % WHOLE, HIDDEN),
    "a folded length": post(b"Content-Length:\r\n %d\r\n" % WHOLE, HIDDEN),
    "chunks by another name": post(length(WHOLE) + b"Transfer-Encoding: xchunked\r\n", HIDDEN),
    "chunks after a tab": post(b"Transfer-Encoding:\tchunked\r\n" + length(WHOLE), HIDDEN),
    "chunks twice": post(CHUNKED + CHUNKED, b"0\r\n\r\n" + HIDDEN),
    "chunks and something else": post(b"Transfer-Encoding: chunked, identity\r\n", HIDDEN),
    "chunks of no size": post(CHUNKED, b"\r\n\r\n" + HIDDEN),
    "chunks of less than nothing": post(CHUNKED, b"-1\r\n\r\n" + HIDDEN),
    "chunks with a bare line feed": post(CHUNKED, b"0\n\n" + HIDDEN),
    "chunks in a prefix of hexadecimal": post(CHUNKED, b"0x0\r\n\r\n" + HIDDEN),
    "a bare carriage return": post(b"X: y\rContent-Length: %d\r\n" % WHOLE, HIDDEN),
    "a NUL in a name": post(b"Content-Length\x00: %d\r\n" % WHOLE, HIDDEN),
}


def test_two_honest_requests_have_two_answers(port: int) -> None:
    assert len(SHAPES) >= 20
    answered = said(port, post(length(4), b"body") + HIDDEN.replace(b"\r\n\r\n", CLOSE))
    assert answered.count(b"HTTP/1.1 200") == 2
    assert b"</hidden>" in answered


@pytest.mark.parametrize("shape", SHAPES)
def test_no_shape_hides_a_request(port: int, shape: str) -> None:
    answered = said(port, SHAPES[shape])
    assert b"</hidden>" not in answered
    assert answered.count(b"HTTP/1.1 ") == 1
    # a folded line is read as one, as it was meant
    assert answered.startswith(b"HTTP/1.1 %d " % (200 if shape == "a folded length" else 400))

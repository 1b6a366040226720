"""The world outside, played by this machine: whatever is posted to is one server on loopback."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from accounts.common import outgoing
from accounts.common.outgoing import Target


@dataclass
class Request:
    """One post, as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Outside:
    """Who answers, and what has arrived."""

    got: list[Request] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """What is answered next, in order; 201 when there is nothing left."""
    program: Callable[[Request], tuple[int, bytes]] | None = None
    """What answers in their place, with a body."""
    address: str = "93.184.216.34"
    """What every name leads to."""
    connected: list[tuple[str, str]] = field(default_factory=list)


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    world = Outside()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            world.got.append(request := Request(self.path, headers, body))
            status, extra = world.answers.pop(0) if world.answers else (201, {})
            said = b""
            if world.program is not None:
                status, said = world.program(request)
            self.send_response(status)
            for name, value in extra.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *args: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def connect(address: str, target: Target) -> socket.socket:
        world.connected.append((address, target.host))
        return socket.create_connection(("127.0.0.1", server.server_port))

    monkeypatch.setattr(outgoing, "connect", connect)
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", names(lambda: world.address))
    yield world
    server.shutdown()
    thread.join()
    server.server_close()


def names(address: Callable[[], str]) -> Callable[..., list[tuple[object, ...]]]:
    """Every name leads to *address*; several are parted by spaces."""
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *args: object, **named: object) -> list[tuple[object, ...]]:
        if host in ("127.0.0.1", "localhost"):
            return list(real(host, *args, **named))  # type: ignore[arg-type]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443)) for ip in address().split()]

    return getaddrinfo

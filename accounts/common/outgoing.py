"""Asking addresses that others give us, so that nobody reaches into our own network by us.

The name is resolved once; every address it has must be public, and the connection goes to the one
that was looked at. No redirect is followed, the answer is not read beyond a few kilobytes, and all
of it has five seconds. What an operator has named in the settings is trusted to be where it is: in
our own network, on any port.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

SECONDS = 5.0
MOST_READ = 16 * 1024
PORTS = (443, 8443)
DEFAULT_PORTS = {"http": 80}


class Unreachable(Exception):
    """Nobody answered, or whoever did is none of those we speak to; the words say why."""


class Forbidden(Unreachable):
    """The address is none that may be asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a request."""

    status: int
    retry_after: int | None = None
    """Seconds, where the other side named them."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address, taken apart."""

    host: str
    port: int
    path: str
    is_trusted: bool = False
    """Whether the operator named it."""
    is_encrypted: bool = True


def target_of(url: str, trusted: Collection[str] = ()) -> Target:
    """Return the parts of an https address, or of one whose origin is *trusted*.

    Raises Forbidden.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme, 443)
    except ValueError as error:
        raise Forbidden("no address") from error
    is_trusted, is_encrypted = origin_of(url) in trusted, parts.scheme == "https"
    if not host or "@" in parts.netloc or not _is_plain(url):
        raise Forbidden("no address")
    if not is_trusted:
        _check_foreign(is_encrypted, port)
    path = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    return Target(host, port, path, is_trusted, is_encrypted)


def _check_foreign(is_encrypted: bool, port: int) -> None:
    """Raise Forbidden for a way that an address may not have which somebody else has named."""
    if not is_encrypted:
        raise Forbidden("no https address")
    if port not in PORTS:
        raise Forbidden("port not allowed")


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address, as they are written in it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _is_plain(url: str) -> bool:
    return url.isascii() and url.isprintable() and " " not in url


WORLD = ipaddress.ip_network("2000::/3")
"""What has been given out of IPv6 to be reached from anywhere; all the rest is somebody's own."""
APART = tuple(
    map(
        ipaddress.ip_network,
        # tunnels and translations into IPv4, examples, benchmarks, identities, segments
        ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"),
    )
)
"""The parts of it with a purpose of their own (the registry of special addresses)."""


def is_public(address: str) -> bool:
    """Return whether an IP leads out into the world, and through no tunnel back."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast
    if ip.ipv4_mapped is not None:
        return is_public(str(ip.ipv4_mapped))
    return ip in WORLD and not any(ip in apart for apart in APART)


def resolve(host: str, port: int) -> str:
    """Return the address to connect to; raises Forbidden if any of the name's is not public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable("name not found") from error
    addresses = [str(row[4][0]) for row in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise Forbidden("address not public")
    return addresses[0]


def connect(address: str, target: Target) -> socket.socket:
    """A connection to that address, encrypted for the name it was found by, if at all."""
    plain = socket.create_connection((address, target.port), SECONDS)
    if not target.is_encrypted:
        return plain
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
    except BaseException:
        plain.close()
        raise


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post *body*; raises Unreachable or Forbidden. What is answered is read, and not believed."""
    answer, _text = _ask("POST", url, body, headers)
    return answer


def ask(
    method: str,
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    *,
    trusted: Collection[str],
    most: int,
) -> tuple[Answer, bytes]:
    """Return the answer, and at most so much of its text; raises Unreachable or Forbidden.

    An address whose origin is among the *trusted* may be anywhere.
    """
    return _ask(method, url, body, headers, trusted, most)


def get(url: str) -> bytes:
    """Return the beginning of what lies there; raises Unreachable or Forbidden."""
    answer, text = _ask("GET", url, None, {})
    if answer.status != http.client.OK:
        raise Unreachable(f"status {answer.status}")
    return text


def _ask(
    method: str,
    url: str,
    body: bytes | None,
    headers: Mapping[str, str],
    trusted: Collection[str] = (),
    most: int = MOST_READ,
) -> tuple[Answer, bytes]:
    target = target_of(url, trusted)
    address = target.host if target.is_trusted else resolve(target.host, target.port)
    try:
        wire = connect(address, target)
    except OSError as error:
        raise Unreachable("no connection") from error
    connection = http.client.HTTPConnection(target.host, target.port, timeout=SECONDS)
    connection.sock = wire
    # each read may take SECONDS: one who sends a byte at a time would hold us for hours
    end = threading.Timer(SECONDS, _hang_up, [wire])
    end.daemon = True
    end.start()
    try:
        connection.request(method, target.path, body, {"User-Agent": "Jinya", **headers})
        response = connection.getresponse()
        text = response.read(most)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable("no answer") from error
    finally:
        end.cancel()
        connection.close()
    answer = Answer(response.status, _seconds(response.headers.get("Retry-After", "")))
    return answer, text


def _hang_up(wire: socket.socket) -> None:
    try:
        wire.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it is over already


def _seconds(text: str) -> int | None:
    return (
        min(int(text), 24 * 3600) if text.isascii() and text.isdigit() and len(text) < 9 else None
    )

"""Where an app may be sent back to. Apps are registered nowhere, so the address itself has to be
one that nobody but the app gets: a site over TLS, this device, or a scheme made from a domain."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

LONGEST = 500
LOOPBACK = frozenset({"127.0.0.1", "[::1]", "localhost"})
_READABLE = re.compile(r"[!-~]+")
_NOWHERE = frozenset('#<>"\\^`{|}')
"""What browsers and libraries read differently, and fragments."""
_PLACE = re.compile(r"(?P<host>[a-z0-9.-]+|\[::1\])(:\d{1,5})?", re.IGNORECASE)


def is_allowed(uri: str) -> bool:
    """Return whether an app may name *uri* as its `redirect_uri`."""
    if len(uri) > LONGEST or not _READABLE.fullmatch(uri) or _NOWHERE & set(uri):
        return False
    try:
        scheme, place = urlsplit(uri)[:2]
    except ValueError:
        return False
    if scheme not in ("https", "http"):
        return "." in scheme
    found = _PLACE.fullmatch(place)
    return found is not None and (scheme == "https" or found["host"].lower() in LOOPBACK)


def is_on_device(uri: str) -> bool:
    """Return whether an allowed *uri* leads to a program on the user's own device."""
    return urlsplit(uri).scheme != "https"


def host_of(uri: str) -> str:
    """Return what of an allowed *uri* a person can judge: its host, or its scheme where it has one
    of its own."""
    scheme, place = urlsplit(uri)[:2]
    return place.lower() if scheme in ("https", "http") else scheme


def form_source(uri: str) -> str:
    """Return what a content security policy calls the place of an allowed *uri*."""
    scheme, place = urlsplit(uri)[:2]
    is_named = scheme in ("https", "http") and "[" not in place  # a policy knows no IPv6 address
    return f"{scheme}://{place}" if is_named else f"{scheme}:"

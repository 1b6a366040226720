"""The codes of an authenticator app (RFC 6238), as a phone makes them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time

PERIOD = 30


def code_of(secret: str) -> str:
    """The six digits of this half minute."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // PERIOD), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"

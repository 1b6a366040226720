"""Web push: a message encrypted for one browser (RFC 8291), and who sends it (RFC 8292)."""

from __future__ import annotations

import json
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096
SIZE = 1024
"""Bytes of every message before it is encrypted, whatever it says."""

VALID = timedelta(hours=12)
"""How long a push service may believe one of our tokens."""

HOSTS = (
    *("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"),
    *(".push.apple.com", ".push.services.mozilla.com", ".notify.windows.com"),
)
"""The push services of the browsers there are; one that begins with a dot stands for all below.

An endpoint is an address a client gives us: no other host is ever asked.
"""

_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+")


def is_push_service(endpoint: str) -> bool:
    """Return whether *endpoint* is an https address of a push service we know."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not _HOST.fullmatch(host):  # others read a backslash or a sign without width differently
        return False
    known = any(host.endswith(name) if name[0] == "." else host == name for name in HOSTS)
    return parts.scheme == "https" and known and port in (None, 443) and "@" not in parts.netloc


def encode(data: bytes) -> str:
    """Base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return what was put into base64url; ValueError for anything else."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Return a number that `private_key` takes, in base64url."""
    while True:
        key = encode(os.urandom(32))
        try:
            private_key(key)
        except ValueError:  # one in four thousand million is none
            continue
        return key


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the key whose number is *text* in base64url; ValueError if there is none."""
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), CURVE)


def public_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the other half of a key, as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Raises ValueError unless these are a point of the curve and sixteen bytes."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
    if len(p256dh) > 90 or len(auth) > 30 or len(decode(auth)) != 16:
        raise ValueError("auth")


def encrypt(
    plaintext: bytes,
    *,
    p256dh: str,
    auth: str,
    size: int = SIZE,
    salt: bytes = b"",
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """*plaintext*, filled up to *size*, as one record that only that browser can read.

    Raises ValueError for what does not fit. A *size* of 0 fills up nothing.
    """
    if size and len(plaintext) >= size:
        raise ValueError("too long")
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(CURVE)
    theirs = decode(p256dh)
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    info = b"WebPush: info\0" + theirs + public_key(own)
    secret = _derived(own.exchange(ec.ECDH(), point), decode(auth), info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    padded = (plaintext + b"\x02").ljust(size, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + b"\x41" + public_key(own)
    return head + AESGCM(key).encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def authorization(
    endpoint: str, *, key: ec.EllipticCurvePrivateKey, subject: str, now: datetime
) -> str:
    """The header by which a push service knows who sends, and whom to ask when that is too much."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + VALID).timestamp()),
        "sub": subject,
    }
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(
        encode(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
    )
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={encode(public_key(key))}"

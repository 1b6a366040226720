"""Encryption and signature of web push, by the RFCs' own examples."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command

from games.endpoints import webpush
from games.endpoints.webpush import CURVE, decode, encode, encrypt, private_key
from tests.kit.builders import NOON

# RFC 8291, appendix A
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = b"When I grow up, I want to be a watermelon"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_it_encrypts_as_the_rfc_does() -> None:
    sent = encrypt(
        MESSAGE, p256dh=THEIRS, auth=AUTH, size=0, salt=decode(SALT), own=private_key(OWN)
    )
    assert encode(sent) == BODY


def test_every_message_has_one_size_and_none_is_cut() -> None:
    sizes = {len(encrypt(text, p256dh=THEIRS, auth=AUTH)) for text in (b"", b"a", b"b" * 1023)}
    assert sizes == {16 + 4 + 1 + 65 + 1024 + 16}
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"b" * 1024, p256dh=THEIRS, auth=AUTH)


def test_the_token_names_us_and_the_service_and_bears_our_signature() -> None:
    key = ec.generate_private_key(CURVE)
    header = webpush.authorization(
        "https://fcm.googleapis.com/fcm/send/abc",
        key=key,
        subject="https://jinya.example",
        now=NOON,
    )
    token, _comma, k = header.removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://fcm.googleapis.com",
        "exp": int((NOON + timedelta(hours=12)).timestamp()),
        "sub": "https://jinya.example",
    }
    raw = decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(k))
    theirs.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))  # raises if it is not ours
    assert len(raw) == 64


@pytest.mark.parametrize(
    ("endpoint", "is_known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilfcm.googleapis.com/abc", False),
        ("https://me@fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://[::1", False),
        ("https://evil.example\\.push.apple.com/abc", False),
        ("https://evil.example%2f.push.apple.com/abc", False),
        ("https://evil.example;.push.apple.com/abc", False),
        ("https://evil_example.push.apple.com/abc", False),
        ("https://.push.apple.com/abc", False),
        ("https://a..push.apple.com/abc", False),
        ("https://api.push.apple.com/abc", True),
        ("", False),
    ],
)
def test_only_push_services_we_know_are_ever_asked(endpoint: str, *, is_known: bool) -> None:
    assert webpush.is_push_service(endpoint) is is_known


def test_a_new_key_is_one_that_browsers_take(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vapid_key")
    text = capsys.readouterr().out.strip()
    assert len(webpush.public_key(private_key(text))) == 65

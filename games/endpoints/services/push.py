"""The browsers of a user that show notices: kept, told, and dropped when they are gone."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from accounts.common import outgoing
from accounts.models import User
from games.endpoints import webpush
from games.endpoints.models import PushDevice
from queues.transactions import writing

logger = logging.getLogger(__name__)

MOST_DEVICES = 5
MOST_REMEMBERED = 20
LONGEST = timedelta(days=1)
GONE = (404, 410)
UNREACHED = 599
"""Counts like the failures of a push service that answers."""


class BadDevice(Exception):
    """The data is no subscription of a push service we know."""


@dataclass(frozen=True, slots=True)
class Message:
    """One push, for all devices of one person."""

    number: int
    """Of the delivery: sent again, it is known by it."""
    text: bytes
    topic: str
    """A push that still waits is replaced by the next of the same topic."""
    urgency: str
    lives: timedelta


@dataclass(frozen=True, slots=True)
class PushResult:
    """The result of one message."""

    accepted: int
    gone: int
    retry_after: int | None = None
    """In how many seconds to try again those that did not take it; 0: whenever; None: nobody."""
    detail: str = ""


def is_offered() -> bool:
    """Return whether this site can push at all."""
    return bool(settings.VAPID_KEY)


def own_key() -> ec.EllipticCurvePrivateKey:
    """Return the key by which push services know this site."""
    return webpush.private_key(settings.VAPID_KEY)


def public_key() -> str:
    """Return the key with which a browser lets only us push to it; "" if we do not push."""
    return _public(settings.VAPID_KEY)


@lru_cache(maxsize=4)
def _public(key: str) -> str:
    return webpush.encode(webpush.public_key(webpush.private_key(key))) if key else ""


class Subscription(NamedTuple):
    """The address and keys by which a browser lets others push to it."""

    endpoint: str
    p256dh: str
    auth: str


def keep_device(
    *, user: User, sign_in: int | None, subscription: Subscription, browser: str, now: datetime
) -> None:
    """Keep a browser that is to be told; of more than five, the one not seen longest is dropped.

    A browser belongs to whoever asked last, and goes with the sign-in of that key. Raises
    BadDevice.
    """
    endpoint, p256dh, auth = subscription
    if len(endpoint) > 600 or not webpush.is_push_service(endpoint):
        raise BadDevice
    try:
        webpush.check_keys(p256dh, auth)
    except ValueError as error:
        raise BadDevice from error
    fresh: dict[str, Any] = {"user": user, "sign_in_id": sign_in, "p256dh": p256dh, "auth": auth}
    fresh |= {"browser": browser, "seen_at": now}
    with writing():
        PushDevice.objects.update_or_create(
            endpoint=endpoint,
            defaults=fresh,
            create_defaults={**fresh, "made_at": now},
        )
        newest = PushDevice.objects.filter(user=user).order_by("-seen_at", "-pk")
        stale = list(newest.values_list("pk", flat=True)[MOST_DEVICES:])
        PushDevice.objects.filter(pk__in=stale).delete()


def drop_device(*, user: User, endpoint: str = "", number: int = 0) -> None:
    """Forget a browser of the user, by its endpoint or its number."""
    with writing():
        own = PushDevice.objects.filter(user=user)
        (own.filter(endpoint=endpoint) if endpoint else own.filter(pk=number)).delete()


def note_seen(*, user: User, sign_in: int | None, endpoint: str, now: datetime) -> bool:
    """The browser says that it listens; whether it is one that we tell."""
    with writing():
        known = PushDevice.objects.filter(user=user, endpoint=endpoint)
        return bool(known.update(seen_at=now, sign_in_id=sign_in))


def tell_devices(user_id: int, message: Message, now: datetime) -> PushResult:
    """Send to every browser of the user that has not had this message. Outside any transaction."""
    accepted, gone, waits, said = 0, 0, [], []
    for device in PushDevice.objects.filter(user_id=user_id):
        if message.number in device.delivered:
            accepted += 1
            continue
        status, wait = _send(device, message, now)
        said.append(status)
        code = int(status) if status.isdigit() else UNREACHED
        if 200 <= code < 300:
            accepted += 1
            device.delivered = [*device.delivered, message.number][-MOST_REMEMBERED:]
            PushDevice.objects.filter(pk=device.pk).update(delivered=device.delivered, sent_at=now)
        elif code in GONE:
            gone += 1
            PushDevice.objects.filter(pk=device.pk, endpoint=device.endpoint).delete()
        elif code == 429 or code >= 500:
            waits.append(wait or 0)
    return PushResult(accepted, gone, max(waits) if waits else None, " ".join(said))


def has_devices(user_id: int) -> bool:
    """Return whether there is any browser to tell."""
    return PushDevice.objects.filter(user_id=user_id).exists()


def _send(device: PushDevice, message: Message, now: datetime) -> tuple[str, int | None]:
    """The status a push service answers, or a word; and after how many seconds to try again."""
    body = webpush.encrypt(message.text, p256dh=device.p256dh, auth=device.auth)
    headers = {
        "Authorization": webpush.authorization(
            device.endpoint, key=own_key(), subject=subject(), now=now
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int(min(message.lives, LONGEST).total_seconds()))),
        "Topic": message.topic,
        "Urgency": message.urgency,
    }
    try:
        answer = outgoing.post(device.endpoint, body, headers)
    except outgoing.Unreachable as error:
        return str(error).replace(" ", "-"), None
    return str(answer.status), answer.retry_after


def subject() -> str:
    """Return whom a push service may ask: our https address (Apple refuses what is none)."""
    if settings.SITE_URL.startswith("https:"):
        return str(settings.SITE_URL)
    return f"mailto:house@{settings.MAIL_DOMAIN}"


def move_devices(from_id: int, to_id: int) -> None:
    """A guest's browsers go with the guest, whose sign-in ends."""
    PushDevice.objects.filter(user_id=from_id).update(user_id=to_id, sign_in_id=None)

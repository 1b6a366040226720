"""What leaves the site for devices, webhooks and bots: seen as their services see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from unittest.mock import patch

from django.conf import settings

from accounts.common import outgoing
from games.endpoints.models import BotAddress, PushDevice, Webhook
from games.endpoints.webpush import encode, private_key, public_key
from games.notices.choices import set_reachable
from games.notices.events import Channel, Kind
from games.notices.models import Delivery
from tests.secrecy.house import NOW

BROWSER = encode(public_key(private_key(settings.VAPID_KEY)))
"""The key of some browser."""

SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
"""And what it shares with us."""


def reach_everybody(viewers: Collection[int]) -> None:
    """Whoever is owed news by mail has a device and a webhook, too, and is owed it there.

    Of *viewers*, to whom twins look the same, a bot's address is asked for each turn.
    """
    mailed = list(Delivery.objects.filter(channel=Channel.MAIL, settled_at=None).order_by("pk"))
    for user_id in sorted({one.notice.user_id for one in mailed}):
        PushDevice.objects.create(
            user_id=user_id, endpoint=f"https://fcm.googleapis.com/{user_id}", p256dh=BROWSER,
            auth=SECRET, browser="", made_at=NOW, seen_at=NOW,
        )  # fmt: skip
        Webhook.objects.create(
            user_id=user_id, url=f"https://{user_id}.example/", secret="whsec_c2VjcmV0", made_at=NOW
        )
        BotAddress.objects.create(
            user_id=user_id, url=f"https://bot{user_id}.example/", secret="whsec_c2VjcmV0",
            made_at=NOW, ping_at=NOW,
        )  # fmt: skip
        for channel in (Channel.PUSH, Channel.WEBHOOK, Channel.PROGRAM):
            set_reachable(user_id, channel, is_there=True)
    Delivery.objects.bulk_create(
        Delivery(
            notice_id=one.notice_id, reader_id=one.reader_id, channel=channel, due_at=one.due_at,
            hinted_until=one.hinted_until,
        )
        for one in mailed
        for channel in (Channel.PUSH, Channel.WEBHOOK, Channel.PROGRAM)
        if channel != Channel.PROGRAM
        or (one.notice.kind == Kind.YOUR_TURN and one.notice.user_id in viewers)
    )  # fmt: skip


@contextmanager
def overheard() -> Iterator[list[bytes]]:
    """All that is posted inside, in order; what is sealed anew is told by its length."""
    received: list[bytes] = []

    def post(url: str, body: bytes, headers: Mapping[str, str]) -> outgoing.Answer:
        open_ones = {name: text for name, text in headers.items() if name != "Authorization"}
        is_sealed = headers.get("Content-Encoding") == "aes128gcm"
        found = b"" if is_sealed else body
        received.append(repr((url, len(body), found, sorted(open_ones.items()))).encode())
        return outgoing.Answer(201)

    def ask(
        method: str, url: str, body: bytes, headers: Mapping[str, str], **_limits: object
    ) -> tuple[outgoing.Answer, bytes]:
        post(url, body, headers)
        return outgoing.Answer(204), b""

    with patch.object(outgoing, "post", post), patch.object(outgoing, "ask", ask):
        yield received

"""The address of a user's own that is told their news, signed as Standard Webhooks are."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.common import outgoing
from accounts.models import User
from games.endpoints.models import Webhook
from queues.transactions import writing

MOST_FAILURES = 20
HOSTS = {
    Webhook.Form.DISCORD: ("discord.com", "discordapp.com"),
    Webhook.Form.SLACK: ("hooks.slack.com",),
}
"""Forms of a service whose address can be no other."""


class BadAddress(Exception):
    """No https address of the open internet, or none of the service named."""


class UnknownName(BadAddress):
    """The name in the address leads nowhere."""


@dataclass(frozen=True, slots=True)
class News:
    """The content of one delivery."""

    name: str
    """What its receiver tells it by, however often it is sent."""
    kind: str
    text: str
    url: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Posted:
    """The result of one attempt."""

    is_taken: bool
    detail: str
    is_stopped: bool = False
    """Whether it has failed so often that it is off from now on."""


def set_webhook(*, user: User, url: str, form: str, now: datetime) -> str:
    """Keep the address, in the place of any before; the secret, told this once. Raises BadAddress.

    The name is looked up again before every post: here it is only tried for a clear answer.
    """
    try:
        target = outgoing.target_of(url)
        outgoing.resolve(target.host, target.port)
    except outgoing.Forbidden as error:
        raise BadAddress from error
    except outgoing.Unreachable as error:
        raise UnknownName from error
    known = HOSTS.get(Webhook.Form(form))
    if len(url) > 500 or (known and target.host not in known):
        raise BadAddress
    secret = "whsec_" + b64encode(secrets.token_bytes(32)).decode()
    fresh = {
        "url": url,
        "form": form,
        "secret": secret,
        "made_at": now,
        "sent_at": None,
        "failures": 0,
        "stopped_at": None,
    }
    with writing():
        Webhook.objects.update_or_create(user=user, defaults=fresh)
    return secret


def remove_webhook(*, user: User) -> None:
    """Tell that address nothing any more."""
    with writing():
        Webhook.objects.filter(user=user).delete()


def start_again(*, user: User) -> None:
    """Switch on again what had failed too often."""
    with writing():
        Webhook.objects.filter(user=user).update(failures=0, stopped_at=None)


def post_news(user_id: int, news: News, now: datetime) -> Posted | None:
    """Post to the user's address; None if there is none, or it is off. Outside any transaction."""
    hook = Webhook.objects.filter(user_id=user_id, stopped_at=None).first()
    if hook is None:
        return None
    body, headers = request_of(hook, news, now)
    try:
        status = str(outgoing.post(hook.url, body, headers).status)
    except outgoing.Unreachable as error:
        status = str(error)
    same = Webhook.objects.filter(pk=hook.pk, made_at=hook.made_at)
    if status.isdigit() and 200 <= int(status) < 300:
        same.update(failures=0, sent_at=now)
        return Posted(is_taken=True, detail=status)
    same.update(failures=F("failures") + 1)
    stopped = same.filter(failures__gte=MOST_FAILURES, stopped_at=None).update(stopped_at=now)
    return Posted(is_taken=False, detail=status, is_stopped=bool(stopped))


def request_of(hook: Webhook, news: News, now: datetime) -> tuple[bytes, dict[str, str]]:
    """Body and headers; an id that stays the same when it is sent again."""
    if hook.form == Webhook.Form.NTFY:
        return news.text.encode(), {
            "Content-Type": "text/plain; charset=utf-8",
            "Title": "Jinya",
            "Click": news.url,
            **_signed(hook, news.name, news.text.encode(), now),
        }
    body = json.dumps(_data(hook.form, news), ensure_ascii=False).encode()
    return body, {"Content-Type": "application/json", **_signed(hook, news.name, body, now)}


def _data(form: str, news: News) -> dict[str, Any]:
    line = f"{news.text} {news.url}"
    if form == Webhook.Form.DISCORD:
        return {"content": line, "allowed_mentions": {"parse": []}}
    if form == Webhook.Form.SLACK:
        safe = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": safe}
    return {
        "type": f"notice.{news.kind}",
        "timestamp": news.made_at.isoformat(),
        "data": {"text": news.text, "url": news.url},
    }


def _signed(hook: Webhook, called: str, body: bytes, now: datetime) -> dict[str, str]:
    """The headers of Standard Webhooks: id, moment, and what only the secret can make of them."""
    name, moment = f"msg_{called}", str(int(now.timestamp()))
    key = b64decode(hook.secret.removeprefix("whsec_"))
    signed = f"{name}.{moment}.".encode() + body
    digest = b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{digest}",
    }

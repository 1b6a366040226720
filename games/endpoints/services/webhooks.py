"""The address of a user's own that is told their news, signed as Standard Webhooks are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.common import outgoing
from accounts.models import User
from games.endpoints.models import Webhook
from games.endpoints.services.signing import (
    BadAddress,
    check_address,
    end_old_secret,
    new_secret,
    replace_secret,
    signed_headers,
)
from queues.transactions import writing

MOST_FAILURES = 20
HOSTS = {
    Webhook.Form.DISCORD: ("discord.com", "discordapp.com"),
    Webhook.Form.SLACK: ("hooks.slack.com",),
}
"""Forms of a service whose address can be no other."""


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
    """Keep the address, in the place of any before; the secret, told this once.

    Raises BadAddress.
    """
    target = check_address(url)
    known = HOSTS.get(Webhook.Form(form))
    if known and target.host not in known:
        raise BadAddress
    secret = new_secret()
    fresh = {
        "url": url,
        "form": form,
        "secret": secret,
        "old_secret": "",
        "old_until": None,
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


def renew_webhook_secret(*, user: User, now: datetime) -> str:
    """Return a new secret, told this once, beside which the old one signs for a day; "" for no
    webhook."""
    return replace_secret(Webhook.objects.filter(user=user), now)


def end_old_webhook_secret(*, user: User) -> None:
    """Let the secret of before sign no more."""
    end_old_secret(Webhook.objects.filter(user=user))


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
            **signed_headers(hook, news.name, news.text.encode(), now),
        }
    body = json.dumps(_data(hook.form, news), ensure_ascii=False).encode()
    return body, {"Content-Type": "application/json", **signed_headers(hook, news.name, body, now)}


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

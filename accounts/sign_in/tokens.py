"""Access tokens: what a program shows in the place of a sign-in, and what it may do with it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import AccessToken, User
from queues.transactions import writing

PREFIX = "jny_"
SHOWN = len(PREFIX) + 6
"""How much of a token its owner is shown later."""
LONGEST = 200
MOST = 20
"""Tokens of one user that have not run out."""
LIVES = (30, 90, 365)
"""For how many days one can be made."""
REMEMBERED = timedelta(days=30)
"""So long one that has run out stays in the list."""


class Scope(models.TextChoices):
    """A right that a token gives."""

    READ = "read", _("Read your matches")
    PLAY = "play", _("Play in your matches")
    CHALLENGE = "challenge", _("Send and answer challenges")
    SEEK = "seek", _("Make and take seeks")
    CHAT = "chat", _("Read and write in the chat of your matches")
    PEOPLE = "people", _("See and change whom you follow and block, and your notes on people")
    MESSAGES = "messages", _("Read and write your messages")
    NOTICES = "notices", _("Read your notices, and mark them as read")
    RECORDS = "records", _("Download all your finished matches")
    BOT = "bot", _("Become a bot account, and set its challenge rules")


class NoToken(Exception):
    """The user can make no token, or no other one."""


def may_have(user: User) -> bool:
    """Return whether programs can act for *user*: never for guests and children, nor for staff,
    whose sign-in counts for more than any token does."""
    return not (user.is_guest or user.is_child or user.is_staff)


def make_token(
    *, user: User, name: str, scopes: Collection[str], days: int, now: datetime
) -> tuple[AccessToken, str]:
    """A new token, and the token itself, which nobody can read again. Raises NoToken."""
    secret = PREFIX + secrets.token_urlsafe(32)
    with writing():
        User.objects.select_for_update().get(pk=user.pk)
        standing = AccessToken.objects.filter(user=user, family=None, expires_at__gt=now).count()
        if not may_have(user) or standing >= MOST:
            raise NoToken
        made = AccessToken.objects.create(
            user=user,
            name=name,
            digest=digest_of(secret),
            beginning=secret[:SHOWN],
            scopes=in_order(scopes),
            made_at=now,
            expires_at=now + timedelta(days=days),
        )
    return made, secret


def in_order(scopes: Collection[str]) -> str:
    """Return the scopes as they are stored."""
    return " ".join(scope for scope in Scope.values if scope in scopes)


def digest_of(secret: str) -> str:
    """Return what is kept of a token: it has 256 random bits, so nothing slow is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_of(secret: str, now: datetime) -> AccessToken | None:
    """Return the token with its user, if it is one and still good; notes the day it was used."""
    if not secret.startswith(PREFIX) or len(secret) > LONGEST or not secret.isascii():
        return None
    rows = AccessToken.objects.select_related("user")
    found = rows.filter(digest=digest_of(secret), expires_at__gt=now, user__is_active=True).first()
    if found is None or not may_have(found.user):
        return None
    if found.used_at is None or found.used_at.date() != now.date():
        AccessToken.objects.filter(pk=found.pk).update(used_at=now)
    return found


def good_ones(keys: Collection[int], now: datetime) -> set[int]:
    """Those of the tokens, by their keys, that still stand and whose owners are not shut out."""
    rows = AccessToken.objects.filter(pk__in=keys, expires_at__gt=now, user__is_active=True)
    is_out = models.Q(user__shut_out_until__gt=now)
    return set(rows.filter(user__is_staff=False).exclude(is_out).values_list("pk", flat=True))


def tokens_of(user: User) -> QuerySet[AccessToken]:
    """Return the user's tokens and signed-in apps, newest first; codes are none yet."""
    return AccessToken.objects.filter(user=user, challenge="").order_by("-pk")


def revoke(*, user: User, pk: int) -> bool:
    """End one of the user's tokens; whether there was one."""
    gone, _rows = AccessToken.objects.filter(user=user, pk=pk).delete()
    return bool(gone)


def revoke_all(user: User) -> None:
    """End all tokens of the user."""
    AccessToken.objects.filter(user=user).delete()

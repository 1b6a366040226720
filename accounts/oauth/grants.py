"""Sign-ins of apps: one row each, which holds the code, then the one access token and the one
refresh token that are good now.

A code and every refresh token of a sign-in begin with the same words, so one that was exchanged
before is known again, and ends the sign-in: of the two who have shown it, one is a thief.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from accounts import mail
from accounts.common import events
from accounts.models import AccessToken, User
from accounts.sign_in import tokens
from queues.transactions import writing

CODE, REFRESH = "jnc_", "jnr_"
CODE_LIVES = timedelta(minutes=1)
TOKEN_LIVES = timedelta(hours=1)
REFRESH_LIVES = timedelta(days=90)
HANDED_OUT = ("digest", "beginning", "expires_at", "renewable_until", "renewal", "challenge")
MOST = 20
"""Signed-in apps of one user; one more ends the one that was renewed longest ago."""


class Asked(NamedTuple):
    """The request of an app for a sign-in."""

    client_id: str
    redirect_uri: str
    scopes: Collection[str]
    challenge: str


def new_code() -> str:
    """A code with a family of its own."""
    return f"{CODE}{secrets.token_urlsafe(16)}.{secrets.token_urlsafe(32)}"


def new_token() -> str:
    """An access token."""
    return tokens.PREFIX + secrets.token_urlsafe(32)


def next_refresh_token(shown: str) -> str:
    """The refresh token that follows on a code or on another refresh token."""
    return f"{REFRESH}{_family_of(shown)}.{secrets.token_urlsafe(32)}"


def _family_of(shown: str) -> str:
    return shown[len(CODE) :].partition(".")[0]


def allow(*, user: User, code: str, asked: Asked, now: datetime) -> None:
    """Let the app exchange *code* within a minute. Raises NoToken for who can have none."""
    with writing():
        if not tokens.may_have(User.objects.select_for_update().get(pk=user.pk)):
            raise tokens.NoToken
        AccessToken.objects.create(
            user=user,
            name=asked.client_id[:40],
            digest=tokens.digest_of(code),  # of no access token: those begin otherwise
            scopes=tokens.in_order(asked.scopes),
            made_at=now,
            expires_at=now,
            client_id=asked.client_id,
            redirect_uri=asked.redirect_uri,
            family=tokens.digest_of(_family_of(code)),
            challenge=asked.challenge,
            renewal=tokens.digest_of(code),
            renewable_until=now + CODE_LIVES,
        )


def held_by(kind: str, shown: str, now: datetime) -> AccessToken | None:
    """Return the sign-in, locked, whose code (`CODE`) or refresh token (`REFRESH`) *shown* is, if
    it is good now; one that was exchanged before ends the sign-in."""
    if not shown.startswith(kind) or len(shown) > tokens.LONGEST or not shown.isascii():
        return None
    family = tokens.digest_of(_family_of(shown))
    rows = AccessToken.objects.select_related("user").select_for_update(of=("self",))
    row = rows.filter(family=family).first()
    if row is None:
        return None
    if row.renewal != tokens.digest_of(shown):
        row.delete()
        events.note("token-revoked", user=row.user_id, what="used-twice")
        return None
    is_standing = row.ends_at > now and row.user.is_active and tokens.may_have(row.user)
    return row if is_standing else None


def hand_out(row: AccessToken, token: str, refresh_token: str, now: datetime) -> None:
    """Keep what the app gets for its code or refresh token; what it had before is good no more."""
    is_new = bool(row.challenge)
    row.digest, row.beginning = tokens.digest_of(token), token[: tokens.SHOWN]
    row.expires_at, row.renewable_until = now + TOKEN_LIVES, now + REFRESH_LIVES
    row.renewal, row.challenge = tokens.digest_of(refresh_token), ""
    row.save(update_fields=HANDED_OUT)
    if is_new:
        _end_oldest(row.user)
        mail.tell_of_token(row.user, row.host)


def _end_oldest(user: User) -> None:
    apps = tokens.tokens_of(user).exclude(family=None).order_by("-renewable_until", "-pk")
    AccessToken.objects.filter(pk__in=list(apps.values_list("pk", flat=True)[MOST:])).delete()


def end(client_id: str, shown: str) -> None:
    """End the app's sign-in that *shown* belongs to, an access token or a refresh token."""
    rows = AccessToken.objects.filter(client_id=client_id).exclude(family=None)
    if shown.startswith(REFRESH):
        found = rows.filter(family=tokens.digest_of(_family_of(shown)))
    else:
        found = rows.filter(digest=tokens.digest_of(shown))
    for row in found:
        row.delete()
        events.note("token-revoked", user=row.user_id, what="by-app")

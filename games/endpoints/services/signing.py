"""Addresses that others name, and signatures as Standard Webhooks has them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b64decode, b64encode
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import QuerySet

from accounts.common import outgoing
from accounts.common.outgoing import Target
from games.endpoints.models.signed import SignedAddress
from queues.transactions import writing

LONGEST = 500
"""Characters of an address."""

OLD_SIGNS_FOR = timedelta(days=1)
"""So long a secret that was replaced signs beside the new one."""

Row = TypeVar("Row", bound=SignedAddress)


class BadAddress(Exception):
    """No https address of the open internet, or none of the service named."""


class UnknownName(BadAddress):
    """The name in the address leads nowhere."""


def check_address(url: str) -> Target:
    """Return the parts of an address that may be posted to. Raises BadAddress.

    The name is looked up again before every post: here it is only tried for a clear answer.
    """
    try:
        target = outgoing.target_of(url)
        outgoing.resolve(target.host, target.port)
    except outgoing.Forbidden as error:
        raise BadAddress from error
    except outgoing.Unreachable as error:
        raise UnknownName from error
    if len(url) > LONGEST:
        raise BadAddress
    return target


def new_secret() -> str:
    """Return a secret as Standard Webhooks writes it."""
    return "whsec_" + b64encode(secrets.token_bytes(32)).decode()


def replace_secret(rows: QuerySet[Row], now: datetime) -> str:
    """Give the one row of *rows* a new secret, told this once; "" if there is none.

    The secret of before signs beside it for a day; of the one before that nothing is left.
    """
    with writing():
        row = rows.select_for_update().first()
        if row is None:
            return ""
        fresh = new_secret()
        rows.filter(pk=row.pk).update(
            secret=fresh, old_secret=row.secret, old_until=now + OLD_SIGNS_FOR
        )
    return fresh


def end_old_secret(rows: QuerySet[Row]) -> None:
    """Let the secret of before sign no more."""
    with writing():
        rows.update(old_secret="", old_until=None)


def signed_headers(row: SignedAddress, called: str, body: bytes, now: datetime) -> dict[str, str]:
    """Return the headers of Standard Webhooks: id, moment, and a signature by each secret."""
    name, moment = f"msg_{called}", str(int(now.timestamp()))
    text = f"{name}.{moment}.".encode() + body
    return {
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(_signature(one, text) for one in row.secrets_at(now)),
    }


def _signature(secret: str, text: bytes) -> str:
    key = b64decode(secret.removeprefix("whsec_"))
    return "v1," + b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()

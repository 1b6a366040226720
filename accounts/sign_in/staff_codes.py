"""Codes that let staff set up a second factor: given by the operator or by staff who have one.

Without them whoever learns a password of staff could make the second factor, too.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from datetime import datetime, timedelta

from django.utils.crypto import constant_time_compare

from accounts.models import StaffCode, User

LIFE = timedelta(hours=24)
BYTES = 15  # random: 120 bits, 24 signs


def give(user: User, now: datetime) -> str:
    """A new code for *user*, shown once; the one before is void."""
    code = base64.b32encode(secrets.token_bytes(BYTES)).decode()
    values = {"digest": _digest(code), "good_until": now + LIFE}
    StaffCode.objects.update_or_create(user=user, defaults=values)
    return "-".join(code[start : start + 6] for start in range(0, len(code), 6))


def spend(user: User, typed: str, now: datetime) -> bool:
    """Return whether *typed* is the code of *user*; it is good once."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    row = StaffCode.objects.filter(user=user, good_until__gt=now).first()
    if row is None or not constant_time_compare(row.digest, _digest(code)):
        return False
    return bool(StaffCode.objects.filter(pk=row.pk, digest=row.digest).delete()[0])


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()

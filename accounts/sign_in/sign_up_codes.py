"""Codes for many at once behind one address, such as a class: sign-up is open by them for an hour.

Whoever has one waits for nothing that is to keep robots out, and meets no limit of their network.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db.models import F

from accounts.models import SignUpCode

LIFE = timedelta(hours=1)
MOST = 200
"""Accounts of one code."""
SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without what is read as another
LENGTH = 10  # 49 bits, of which a guesser has an hour


def give(accounts: int, now: datetime) -> str:
    """A new code for so many accounts, from 1 to `MOST`; shown once. Raises ValueError."""
    if not 0 < accounts <= MOST:
        raise ValueError(accounts)
    SignUpCode.objects.filter(good_until__lte=now).delete()  # good for nothing any more
    code = "".join(secrets.choice(SIGNS) for _each in range(LENGTH))
    SignUpCode.objects.create(digest=_digest(code), left=accounts, good_until=now + LIFE)
    return f"{code[:5]}-{code[5:]}"


def is_good(typed: str, now: datetime) -> bool:
    """Return whether one more account can be made by what was *typed*."""
    return SignUpCode.objects.filter(digest=_digest(typed), left__gt=0, good_until__gt=now).exists()


def spend(typed: str, now: datetime) -> bool:
    """Take one account off the code; whether there was one left."""
    good = SignUpCode.objects.filter(digest=_digest(typed), left__gt=0, good_until__gt=now)
    return good.update(left=F("left") - 1) == 1


def _digest(typed: str) -> str:
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    return hashlib.sha256(code.encode()).hexdigest()

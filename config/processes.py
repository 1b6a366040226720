"""Which values each kind of process can do without, so that nobody need give it secrets."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

STAND_INS = {
    # they open nothing and lead nowhere
    "JINYA_SECRET_KEY": secrets.token_urlsafe(64),
    "JINYA_HOSTS": "nobody.invalid",
    "JINYA_ORIGINS": "https://nobody.invalid",
    "JINYA_DATABASE_URL": "postgresql://nobody.invalid/jinya",
    "JINYA_REDIS_URL": "redis://nobody.invalid:6379/0",
    "JINYA_EMAIL_URL": "smtp://nobody.invalid:587",
    "JINYA_EMAIL_FROM": "nobody@nobody.invalid",
}
MAIL = {"JINYA_EMAIL_URL", "JINYA_EMAIL_FROM"}
NOT_NEEDED: dict[str, set[str]] = {
    "worker": set(),  # any work, mails among it
    "web": MAIL,
    "clock": MAIL,  # and thinking
    "beat": set(STAND_INS) - {"JINYA_REDIS_URL"},
    "static": set(STAND_INS),  # and whatever else asks nobody
    "migrate": set(STAND_INS) - {"JINYA_DATABASE_URL"},
}


def with_stand_ins(process: str, values: Mapping[str, str]) -> dict[str, str]:
    """*values*, with something harmless in place of what *process* has no use for."""
    spared = {name: STAND_INS[name] for name in NOT_NEEDED[process]}
    given = {name: text for name, text in values.items() if text.strip()}
    return {**spared, **given}

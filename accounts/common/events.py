"""Security events: one structured line each, under one logger, with ids and never a secret."""

from __future__ import annotations

import logging

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

logger = logging.getLogger("jinya.security")

KINDS = frozenset(
    {
        *("registered", "signed-in", "sign-in-failed", "signed-out", "sign-ins-ended"),
        *("limit-hit", "password-changed", "password-reset", "address-changed", "taken-back"),
        *("factor-added", "factor-removed", "factor-failed", "factor-reset", "staff-code-given"),
        *("sign-up-opened", "provider-linked", "provider-unlinked"),
        *("token-made", "token-revoked", "token-refused"),
        *("bot-asked", "bot-allowed", "child-registered"),
        *("guest-came", "guest-claimed", "guest-joined"),
        *("rights-changed", "person-changed", "staff-refused", "superuser-signed-in"),
        *("staff-too-lucky", "action-refused"),
        *("moderated", "data-exported", "account-leaving", "account-kept", "account-deleted"),
    }
)


def note(
    kind: str,
    request: HttpRequest | None = None,
    *,
    user: int | None = None,
    by: int | None = None,
    what: str = "",
) -> None:
    """Writes one event: *user* is whom it is about, *by* who did it, both as ids.

    *what* is a word of ours, never something typed. With a request comes its network address.
    """
    assert kind in KINDS, kind
    event: dict[str, object] = {"kind": kind}
    if user is not None:
        event["user"] = user
    if by is not None:
        event["by"] = by
    if what:
        event["what"] = what
    if request is not None and (address := address_of(request)):
        event["address"] = address
    said = " ".join(f"{name}={value}" for name, value in event.items())
    logger.info("%s", said, extra={"event": event})


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; empty where that cannot be told."""
    from allauth.account.adapter import get_adapter

    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:  # no network behind it, or not as many proxies as we were told
        return ""

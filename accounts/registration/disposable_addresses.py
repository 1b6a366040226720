"""Addresses that are had for ten minutes, by a list that others keep and the operator adds to."""

from __future__ import annotations

from disposable_email_domains import blocklist
from django.conf import settings

OURS = {"spamgourmet.com", "tempmail.com"}
"""Those the list does not have."""


def is_disposable(email: str) -> bool:
    """Return whether the domain of *email*, or one that it lies below, is on the list."""
    domain = email.rpartition("@")[2].lower().rstrip(".")
    labels = domain.split(".")
    own = OURS | {listed.lower() for listed in settings.DISPOSABLE_DOMAINS}
    tails = [".".join(labels[start:]) for start in range(len(labels))]
    return any(tail in blocklist or tail in own for tail in tails)

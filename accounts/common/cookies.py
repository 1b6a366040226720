"""Cookies of ours beside Django's: https only, and bound to this host, wherever there is https."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponseBase

DEVICE = "device"
THEME = "theme"
PIECES = "pieces"
ZONE = "zone"
"""The time zone of the browser, written by static/js/site.js."""


def cookie_name(name: str) -> str:
    """The full name; `__Host-` makes a browser refuse it from any other host or over http."""
    return f"__Host-{name}" if settings.SESSION_COOKIE_SECURE else name


def set_cookie(response: HttpResponseBase, full_name: str, value: str, max_age: int) -> None:
    """Let the browser keep *value* for *max_age* seconds, out of reach of scripts."""
    response.set_cookie(
        full_name,
        value,
        max_age=max_age,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )

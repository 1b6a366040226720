"""Known devices: where the owner of an account has signed in before.

Somebody who guesses passwords locks strangers' devices out of an account, and not these.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from accounts.common.cookies import DEVICE, cookie_name, set_cookie

SALT = "accounts.device"
AGE = 365 * 24 * 60 * 60  # seconds
MOST_USERS = 5  # who share one browser


def known_device(request: HttpRequest, user_id: int) -> str | None:
    """Return the name of this device if *user_id* has signed in on it, else None."""
    device = _read(request)
    return device["name"] if user_id in device["users"] else None


def device_name(request: HttpRequest) -> str | None:
    """Return the name of this device if anybody has signed in on it, else None."""
    device = _read(request)
    return device["name"] if device["users"] else None


def remember_device(request: HttpRequest, response: HttpResponseBase, user_id: int) -> str:
    """Let *response* tell this browser that *user_id* has signed in on it; its name."""
    device = _read(request)
    others = [known for known in device["users"] if known != user_id]
    device["users"] = [user_id, *others][:MOST_USERS]
    set_cookie(response, cookie_name(DEVICE), signing.dumps(device, salt=SALT), AGE)
    return str(device["name"])


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        cookie = request.COOKIES.get(cookie_name(DEVICE), "")
        device: dict[str, Any] = signing.loads(cookie, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return {"name": secrets.token_urlsafe(12), "users": []}
    return device

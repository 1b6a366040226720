"""Where people are."""

from __future__ import annotations

from django.urls import reverse


def profile_url(name: str, *, is_bot: bool) -> str:
    """Where a player's profile is; empty for bots and empty seats."""
    return "" if is_bot or not name else reverse("accounts:profile", args=[name])

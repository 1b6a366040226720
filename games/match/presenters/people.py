"""Where people are."""

from __future__ import annotations

from games.common.addresses import address


def profile_url(name: str, *, is_bot: bool) -> str:
    """Where a player's profile is; empty for bots and empty seats."""
    return "" if is_bot or not name else address("accounts:profile", name)

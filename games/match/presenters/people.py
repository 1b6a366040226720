"""Where people are."""

from __future__ import annotations

from games.common.addresses import address
from games.common.names import UNNAMED


def profile_url(name: str, *, is_bot: bool) -> str:
    """Where a player's profile is; empty for bots, for empty seats and where a name is kept."""
    return "" if is_bot or name in ("", UNNAMED) else address("accounts:profile", name)

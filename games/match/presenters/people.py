"""Where people are."""

from __future__ import annotations

from accounts.common.reserved_names import OF_THE_GONE
from games.common.addresses import address
from games.common.names import UNNAMED


def profile_url(name: str, *, is_bot: bool) -> str:
    """Return the address of a player's profile; empty for bots, empty seats, kept names and what is
    left of deleted accounts."""
    is_nobody = is_bot or name in ("", UNNAMED) or name.startswith(OF_THE_GONE)
    return "" if is_nobody else address("accounts:profile", name)

"""What players are called."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _


def player_name(name: str, *, is_bot: bool) -> str:
    """The name to show for a user's name or a bot's level; an empty seat says so."""
    if not name:
        return _("Empty seat")
    return bot_name(name) if is_bot else name


def bot_name(level: str) -> str:
    """What the bot of this level is called."""
    return {"easy": _("Easy bot")}.get(level) or _("Bot (%(level)s)") % {"level": level}


def profile_url(name: str, *, is_bot: bool) -> str:
    """Where a player's profile is; empty for bots and empty seats."""
    return "" if is_bot or not name else reverse("accounts:profile", args=[name])

"""Why somebody does not want to play, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.match.status import Reason


def reason_words() -> dict[str, str]:
    """Return the reasons to decline with, and their words."""
    return {
        Reason.LATER: _("Not now, perhaps later"),
        Reason.TOO_FAST: _("Too fast for me"),
        Reason.TOO_SLOW: _("Too slow for me"),
        Reason.RATED: _("Please make it casual"),
        Reason.CASUAL: _("Please make it rated"),
        Reason.GAME: _("Not this game"),
        Reason.SIDE: _("Not on this side"),
        Reason.OTHER: _("Another reason"),
    }

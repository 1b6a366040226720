"""What reviews refuse, and why."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class BeingPlayed(GamesError):
    """A running match stands at the position, or at one on the way to it."""

    code = "being-played"
    sentence = _("A match that is in progress stands at this position, so it is not analysed now.")


class NoSuchPosition(GamesError):
    """The text describes no position of the game."""

    code = "no-such-position"
    sentence = _("This text describes no position of the game.")
    status = 422

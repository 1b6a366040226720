"""What leagues refuse, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoLeague(GamesError):
    """There is no league of that game, or no such thing to do there."""

    code = "no-league"
    sentence = _("There is no such league.")
    status = 404


class BotsEnrolNot(GamesError):
    """Leagues are for people."""

    code = "bots-enrol-not"
    sentence = _("Leagues are for people. Bot accounts cannot join.")
    status = 403


class GuestsEnrolNot(GamesError):
    """Guests may go at any time."""

    code = "guests-enrol-not"
    sentence = _("Guests cannot play in leagues. Sign up to join.")
    status = 403


class MembersEnrol(GamesError):
    """The league is a club's, and the user is not in it."""

    code = "members-enrol"
    sentence = _("Only members of the club can enrol in this league.")
    status = 403


class AlreadyEnrolled(GamesError):
    """The user is enrolled."""

    code = "already-enrolled"
    sentence = _("You are enrolled already.")


class NotEnrolled(GamesError):
    """The user is not."""

    code = "not-enrolled"
    sentence = _("You are not enrolled.")

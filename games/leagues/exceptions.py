"""What leagues refuse, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoLeague(GamesError):
    """There is no league of that game, or no such thing to do there."""

    sentence = _("There is no such league.")
    status = 404


class BotsEnrolNot(GamesError):
    sentence = _("Leagues are for people. Bot accounts cannot join.")
    status = 403


class GuestsEnrolNot(GamesError):
    sentence = _("Guests cannot play in leagues. Sign up to join.")
    status = 403


class MembersEnrol(GamesError):
    sentence = _("Only members of the club can enrol in this league.")
    status = 403


class AlreadyEnrolled(GamesError):
    sentence = _("You are enrolled already.")


class NotEnrolled(GamesError):
    sentence = _("You are not enrolled.")

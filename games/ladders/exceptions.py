"""What ladders refuse, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoLadder(GamesError):
    """There is no ladder of that game, or no such thing to do there."""

    sentence = _("There is no such ladder.")
    status = 404


class GuestsClimbNot(GamesError):
    sentence = _("Guests cannot climb ladders. Sign up to join.")
    status = 403


class BotsClimbNot(GamesError):
    sentence = _("Ladders are for people. Bot accounts cannot join.")
    status = 403


class NotOnLadder(GamesError):
    """One of the two does not stand on the ladder."""

    sentence = _("You have to join the ladder first.")


class OnLadder(GamesError):
    sentence = _("You are on this ladder already.")


class OffForNow(GamesError):
    sentence = _("You were taken off this ladder. You can join again 14 days later.")


class OutOfReach(GamesError):
    sentence = _("You can challenge up to eight places above your own.")


class TooManyBegun(GamesError):
    sentence = _("You have two challenges going here. Finish one first.")


class TooManyReceived(GamesError):
    sentence = _("This player has two challenges to answer already.")


class ChallengeRunning(GamesError):
    sentence = _("There is a challenge between you two already.")


class ChallengeSettled(GamesError):
    sentence = _("This challenge is no longer open.")


class MetLately(GamesError):
    sentence = _("You two have met here within the last 14 days.")


class ClimberAway(GamesError):
    sentence = _("This player is on vacation.")


class MayNotBeChallenged(GamesError):
    """The two have nothing to do with each other, or the account is closed."""

    sentence = _("This player cannot be challenged now.")

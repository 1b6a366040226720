"""What ladders refuse, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoLadder(GamesError):
    """There is no ladder of that game, or no such thing to do there."""

    code = "no-ladder"
    sentence = _("There is no such ladder.")
    status = 404


class GuestsClimbNot(GamesError):
    """Guests may go at any time."""

    code = "guests-climb-not"
    sentence = _("Guests cannot climb ladders. Sign up to join.")
    status = 403


class BotsClimbNot(GamesError):
    """Ladders are for people."""

    code = "bots-climb-not"
    sentence = _("Ladders are for people. Bot accounts cannot join.")
    status = 403


class NotOnLadder(GamesError):
    """One of the two does not stand on the ladder."""

    code = "not-on-ladder"
    sentence = _("You have to join the ladder first.")


class OnLadder(GamesError):
    """The user stands on it."""

    code = "on-ladder"
    sentence = _("You are on this ladder already.")


class OffForNow(GamesError):
    """Whoever was taken off the ladder waits before joining again."""

    code = "off-for-now"
    sentence = _("You were taken off this ladder. You can join again 14 days later.")


class OutOfReach(GamesError):
    """Only the eight places above can be challenged."""

    code = "out-of-reach"
    sentence = _("You can challenge up to eight places above your own.")


class TooManyBegun(GamesError):
    """The user has two challenges or matches going."""

    code = "too-many-begun"
    sentence = _("You have two challenges going here. Finish one first.")


class TooManyReceived(GamesError):
    """The one above has two challenges or matches to answer."""

    code = "too-many-received"
    sentence = _("This player has two challenges to answer already.")


class ChallengeRunning(GamesError):
    """One of the two has challenged the other, and it is not played out."""

    code = "challenge-running"
    sentence = _("There is a challenge between you two already.")


class ChallengeSettled(GamesError):
    """The challenge was answered, taken back or given up before."""

    code = "challenge-settled"
    sentence = _("This challenge is no longer open.")


class MetLately(GamesError):
    """The two have met on the ladder within 14 days."""

    code = "met-lately"
    sentence = _("You two have met here within the last 14 days.")


class ClimberAway(GamesError):
    """The one above is on vacation."""

    code = "climber-away"
    sentence = _("This player is on vacation.")


class MayNotBeChallenged(GamesError):
    """The two have nothing to do with each other, or the account is closed."""

    code = "may-not-be-challenged"
    sentence = _("This player cannot be challenged now.")

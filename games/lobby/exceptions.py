"""What lobby refuses, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class OwnSeek(GamesError):
    sentence = _("This is your own seek. Somebody else has to take it.")


class SeekGone(GamesError):
    """The seek was taken, withdrawn or has run out, or the reader may not know of it."""

    sentence = _("This seek is no longer open.")


class OutsideBand(GamesError):
    sentence = _("Your rating is outside the range of this seek.")


class ForFollowedOnly(GamesError):
    sentence = _("This seek is only for people its maker follows.")


class GuestsSeekNot(GamesError):
    sentence = _("Guests can play bots, and friends by a link. Sign up to play anybody.")
    status = 403


class NotForBots(GamesError):
    sentence = _("This player does not play bot accounts by seeks.")
    status = 403


class BadBand(GamesError):
    sentence = _(
        "The first number must be the lower one, and your own rating must be inside the range."
    )
    status = 422


class TooManySeeks(GamesError):
    sentence = _("You have reached the limit for seeks. Withdraw one, or wait a day.")


class TooManyChallenges(GamesError):
    """The user has as many challenges open as they may, or as many wait for the person."""

    sentence = _("You have reached the limit for challenges. Wait for answers first.")


class AlreadyChallenged(GamesError):
    sentence = _("A challenge between you two to this game is open already.")


class ChallengesUsedUp(GamesError):
    sentence = _(
        "You can send people %(a_day)s challenges a day, and one person %(to_one)s that are not"
        " accepted. Please come back later."
    )
    retry_after = 24 * 60 * 60

    def __init__(self, *, a_day: int, to_one: int, retry_after: int) -> None:
        super().__init__()
        self.facts = {"a_day": a_day, "to_one": to_one}
        self.retry_after = retry_after


class OwnChallenge(GamesError):
    sentence = _("You cannot play against yourself. Choose somebody else.")


class ChallengeGone(GamesError):
    """The challenge was answered, withdrawn or has run out."""

    sentence = _("This challenge is no longer open.")


class NoSuchPerson(GamesError):
    """There is nobody of that name, or the account is closed."""

    sentence = _("There is no player with this name.")
    status = 422


class PersonAway(GamesError):
    sentence = _("They are on vacation. Challenge them when they are back.")


class AnonymousIsForAnybody(GamesError):
    sentence = _(
        "A match without names is casual and for anybody: without ratings and without a choice"
        " of who can join."
    )
    status = 422


class NothingNarrowed(GamesError):
    """A filter that leaves nothing out."""

    sentence = _("Choose something to filter by first.")
    status = 422


class TooManyFilters(GamesError):
    sentence = _("You have saved as many filters as you can. Remove one first.")

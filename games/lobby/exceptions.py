"""What lobby refuses, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class OwnSeek(GamesError):
    """Nobody plays against themselves."""

    code = "own-seek"
    sentence = _("This is your own seek. Somebody else has to take it.")


class SeekGone(GamesError):
    """The seek was taken, withdrawn or has run out, or the reader may not know of it."""

    code = "seek-gone"
    sentence = _("This seek is no longer open.")


class OutsideBand(GamesError):
    """The user's rating is outside the band of the seek."""

    code = "outside-band"
    sentence = _("Your rating is outside the range of this seek.")


class ForFollowedOnly(GamesError):
    """The seek is for people whom its maker follows."""

    code = "for-followed-only"
    sentence = _("This seek is only for people its maker follows.")


class GuestsSeekNot(GamesError):
    """Guests play bots and by links, not strangers."""

    code = "guests-seek-not"
    sentence = _("Guests can play bots, and friends by a link. Sign up to play anybody.")
    status = 403


class NotForBots(GamesError):
    """The maker of the seek has not allowed bot accounts."""

    code = "not-for-bots"
    sentence = _("This player does not play bot accounts by seeks.")
    status = 403


class BadBand(GamesError):
    """A rating band has its ends in order, and includes its maker."""

    code = "bad-band"
    sentence = _(
        "The first number must be the lower one, and your own rating must be inside the range."
    )
    status = 422


class TooManySeeks(GamesError):
    """The user has as many seeks open as they may, or has opened too many today."""

    code = "too-many-seeks"
    sentence = _("You have reached the limit for seeks. Withdraw one, or wait a day.")


class TooManyChallenges(GamesError):
    """The user has as many challenges open as they may, or as many wait for the person."""

    code = "too-many-challenges"
    sentence = _("You have reached the limit for challenges. Wait for answers first.")


class AlreadyChallenged(GamesError):
    """A challenge between the two to this game is open."""

    code = "already-challenged"
    sentence = _("A challenge between you two to this game is open already.")


class ChallengesUsedUp(GamesError):
    """The user has sent as many challenges within a day as they may, to this person or to all."""

    code = "challenges-used-up"
    sentence = _(
        "You can send people %(a_day)s challenges a day, and one person %(to_one)s that are not"
        " accepted. Please come back later."
    )

    def __init__(self, *, a_day: int, to_one: int, retry_after: int) -> None:
        super().__init__()
        self.facts = {"a_day": a_day, "to_one": to_one}
        self.retry_after = retry_after


class OwnChallenge(GamesError):
    """Nobody challenges themselves."""

    code = "own-challenge"
    sentence = _("You cannot play against yourself. Choose somebody else.")


class ChallengeGone(GamesError):
    """The challenge was answered, withdrawn or has run out."""

    code = "challenge-gone"
    sentence = _("This challenge is no longer open.")


class NoSuchPerson(GamesError):
    """There is nobody of that name, or the account is closed."""

    code = "no-such-person"
    sentence = _("There is no player with this name.")
    status = 422


class PersonAway(GamesError):
    """Whoever is on vacation is not challenged."""

    code = "person-away"
    sentence = _("They are on vacation. Challenge them when they are back.")


class AnonymousIsForAnybody(GamesError):
    """A match without names that would count, or be for some people alone."""

    code = "anonymous-is-for-anybody"
    sentence = _(
        "A match without names is casual and for anybody: without ratings and without a choice"
        " of who can join."
    )
    status = 422


class NothingNarrowed(GamesError):
    """A filter that leaves nothing out."""

    code = "nothing-narrowed"
    sentence = _("Choose something to filter by first.")
    status = 422


class TooManyFilters(GamesError):
    """The user keeps as many filters as anybody may."""

    code = "too-many-filters"
    sentence = _("You have saved as many filters as you can. Remove one first.")

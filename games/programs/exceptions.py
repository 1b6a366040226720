"""What is refused of bot accounts, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NotFresh(GamesError):
    """Something has been played or offered from the account, or people count on it."""

    code = "not-fresh"
    sentence = _(
        "Only a new account can become a bot account: one that has played and offered nothing."
    )


class NameTooLong(GamesError):
    """With the mark, the name would be longer than names are."""

    code = "name-too-long"
    sentence = _("“[bot]” is added to the name, so it may have at most 14 characters.")


class NoSuchOwner(GamesError):
    """There is nobody of that name who could own a bot."""

    code = "no-such-owner"
    sentence = _("There is no player with this name who can own a bot.")
    status = 422


class AlreadyAsked(GamesError):
    """The account has asked, or is a bot account."""

    code = "already-asked"
    sentence = _("This account has asked already.")


class NothingAsked(GamesError):
    """There is no such question (any more)."""

    code = "nothing-asked"
    sentence = _("This request is no longer open.")


class NotABot(GamesError):
    """Only bot accounts answer challenges by rules."""

    code = "not-a-bot"
    sentence = _("Only a bot account can do this.")
    status = 403


class TooManyBots(GamesError):
    """The owner has as many bots as one may, or as many wait for the answer."""

    code = "too-many-bots"
    sentence = _("One person can have at most three bots.")

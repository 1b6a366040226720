"""What is refused of bot accounts, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NotFresh(GamesError):
    sentence = _(
        "Only a new account can become a bot account: one that has played and offered nothing."
    )


class NameTooLong(GamesError):
    sentence = _("“[bot]” is added to the name, so it may have at most 14 characters.")


class NoSuchOwner(GamesError):
    sentence = _("There is no player with this name who can own a bot.")
    status = 422


class AlreadyAsked(GamesError):
    sentence = _("This account has asked already.")


class NothingAsked(GamesError):
    sentence = _("This request is no longer open.")


class NotABot(GamesError):
    sentence = _("Only a bot account can do this.")
    status = 403


class TooManyBots(GamesError):
    """The owner has as many bots as one may, or as many wait for the answer."""

    sentence = _("One person can have at most three bots.")


class AddressRefused(GamesError):
    sentence = _("We can post to a public https address only.")
    status = 422


class AddressNotFound(GamesError):
    sentence = _("There is no host of this name. Please check the address.")
    status = 422


class NoAddress(GamesError):
    sentence = _("This bot account has no address.")
    status = 409

"""What is refused to whoever sets up accounts for children."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoGrownUp(GamesError):
    """Guests, bots and children answer for nobody."""

    sentence = _("Only a person with an account of their own can set up accounts for children.")
    status = 403


class NeedsAddress(GamesError):
    sentence = _("First confirm an e-mail address: mails about these accounts go to you.")
    status = 403


class NoSuchChild(GamesError):
    sentence = _("There is no such account of yours.")
    status = 404


class TooManyChildren(GamesError):
    sentence = _("You can set up %(most)s accounts for children, and %(classes)s classes.")
    status = 409

    def __init__(self, *, most: int, classes: int) -> None:
        super().__init__()
        self.facts = {"most": most, "classes": classes}


class NoFriend(GamesError):
    sentence = _("There is no such person, or they cannot be allowed.")
    status = 422


class NamesRefused(GamesError):
    """Some names of a list cannot be had."""

    sentence = _("These names are taken or not allowed: %(names)s. No account was made.")
    status = 422

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self.facts = {"names": ", ".join(names)}


class WrongNumber(GamesError):
    sentence = _("Write 1 to %(most)s names, one on each line.")
    status = 422

    def __init__(self, most: int) -> None:
        super().__init__()
        self.facts = {"most": most}

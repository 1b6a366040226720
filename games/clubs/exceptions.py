"""What clubs refuse, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoClub(GamesError):
    """There is no such club, or nothing of that kind is the user's to do there."""

    code = "no-club"
    sentence = _("There is no such club, or this is not yours to do.")
    status = 404


class GuestsJoinNot(GamesError):
    """Guests may go at any time."""

    code = "guests-join-not"
    sentence = _("Guests cannot join clubs. Sign up to join.")
    status = 403


class TooFewToFound(GamesError):
    """Clubs are founded by people who have finished some matches (`FINISHED_FIRST`)."""

    code = "too-few-to-found"
    sentence = _("Finished matches needed to found clubs: %(needed)s. You have %(own)s.")
    status = 403

    def __init__(self, *, own: int, needed: int) -> None:
        super().__init__()
        self.facts = {"own": own, "needed": needed}


class TooManyClubs(GamesError):
    """The user is in as many clubs as one may."""

    code = "too-many-clubs"
    sentence = _("You are in as many clubs as one can be. Leave one first.")


class ClubFull(GamesError):
    """It has as many members as a club may."""

    code = "club-full"
    sentence = _("This club is full.")


class ClubClosed(GamesError):
    """A moderator has closed it."""

    code = "club-closed"
    sentence = _("A moderator has closed this club.")


class InClub(GamesError):
    """The user is in it, or has asked to be."""

    code = "in-club"
    sentence = _("You are in this club already, or have asked to join.")


class NotInClub(GamesError):
    """The user is not in it."""

    code = "not-in-club"
    sentence = _("You are not in this club.")


class NameTaken(GamesError):
    """Another club is called so."""

    code = "club-name-taken"
    sentence = _("There is a club of that name already.")
    status = 422


class NothingWritten(GamesError):
    """No words, or too many."""

    code = "nothing-written"
    sentence = _("Write 1 to 2,000 characters.")
    status = 422


class TooMuchWritten(GamesError):
    """The club has as many announcements today as there may be, or the user as many reports."""

    code = "too-much-written"
    sentence = _("That is enough for today. Try again tomorrow.")
    status = 429

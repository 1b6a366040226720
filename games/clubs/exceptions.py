"""What clubs refuse, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoClub(GamesError):
    sentence = _("There is no such club, or this is not yours to do.")
    status = 404


class GuestsJoinNot(GamesError):
    sentence = _("Guests cannot join clubs. Sign up to join.")
    status = 403


class TooFewToFound(GamesError):
    """Clubs are founded by people who have finished some matches (`FINISHED_FIRST`)."""

    sentence = _("Finished matches needed to found clubs: %(needed)s. You have %(own)s.")
    status = 403

    def __init__(self, *, own: int, needed: int) -> None:
        super().__init__()
        self.facts = {"own": own, "needed": needed}


class TooManyClubs(GamesError):
    sentence = _("You are in as many clubs as one can be. Leave one first.")


class ClubFull(GamesError):
    sentence = _("This club is full.")


class ClubClosed(GamesError):
    sentence = _("A moderator has closed this club.")


class InClub(GamesError):
    sentence = _("You are in this club already, or have asked to join.")


class NotInClub(GamesError):
    sentence = _("You are not in this club.")


class NameTaken(GamesError):
    code = "club-name-taken"
    sentence = _("There is a club of that name already.")
    status = 422


class NothingWritten(GamesError):
    sentence = _("Write 1 to 2,000 characters.")
    status = 422


class TooMuchWritten(GamesError):
    """The club has as many announcements today as there may be, or the user as many reports."""

    sentence = _("That is enough for today. Try again tomorrow.")
    status = 429
    retry_after = 24 * 60 * 60

"""What tournaments refuse, and why: each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoTournament(GamesError):
    """There is no such tournament, or it is not the user's to change."""

    sentence = _("There is no such tournament.")
    status = 404


class EntriesClosed(GamesError):
    sentence = _("Entries are closed: it has begun already, or was called off.")


class TournamentFull(GamesError):
    sentence = _("All places are taken.")


class AlreadyEntered(GamesError):
    sentence = _("You are in this tournament already.")


class NotEntered(GamesError):
    sentence = _("You are not in this tournament.")


class OutsideRatings(GamesError):
    sentence = _("Your rating is outside the range of this tournament.")


class EnteredByLink(GamesError):
    sentence = _("This tournament can only be entered by its link.")
    status = 403


class MembersEnter(GamesError):
    sentence = _("Only members of the club can enter this tournament.")
    status = 403


class NoOtherClub(GamesError):
    sentence = _("There is no other club of that name.")
    status = 422


class TooFewBoards(GamesError):
    sentence = _("At least two of each club are needed to begin.")


class OfficersMake(GamesError):
    sentence = _("Only officers of a club can make its events.")
    status = 403


class GuestsEnterNot(GamesError):
    sentence = _("Guests cannot play tournaments. Sign up to enter.")
    status = 403


class BotsEnterNot(GamesError):
    """Bot accounts enter where its maker lets bots in, and make none."""

    sentence = _("Bot accounts can only enter a tournament whose maker lets bots in.")
    status = 403


class TooFewFinished(GamesError):
    """Tournaments are made by people who have finished some matches (`FINISHED_FIRST`)."""

    sentence = _("Finished matches needed to make tournaments: %(needed)s. You have %(own)s.")
    status = 403

    def __init__(self, *, own: int, needed: int) -> None:
        super().__init__()
        self.facts = {"own": own, "needed": needed}


class TooManyTournaments(GamesError):
    sentence = _("You are in as many tournaments as one can be. Finish one first.")


class BadTournament(GamesError):
    """No such terms, or a size that the game does not allow."""

    sentence = _("A tournament with these choices is not possible.")
    status = 422


class TooFewEntries(GamesError):
    sentence = _("At least four are needed to begin.")

"""What tournaments refuse, and why: each with its code, its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NoTournament(GamesError):
    """There is no such tournament, or it is not the user's to change."""

    code = "no-tournament"
    sentence = _("There is no such tournament.")
    status = 404


class EntriesClosed(GamesError):
    """It has begun, or was called off."""

    code = "entries-closed"
    sentence = _("Entries are closed: it has begun already, or was called off.")


class TournamentFull(GamesError):
    """Every place is taken."""

    code = "tournament-full"
    sentence = _("All places are taken.")


class AlreadyEntered(GamesError):
    """The user is in it."""

    code = "already-entered"
    sentence = _("You are in this tournament already.")


class NotEntered(GamesError):
    """The user is not in it, or has left."""

    code = "not-entered"
    sentence = _("You are not in this tournament.")


class OutsideRatings(GamesError):
    """The user's rating is outside the band."""

    code = "outside-ratings"
    sentence = _("Your rating is outside the range of this tournament.")


class EnteredByLink(GamesError):
    """Only who has the link may enter."""

    code = "entered-by-link"
    sentence = _("This tournament can only be entered by its link.")
    status = 403


class MembersEnter(GamesError):
    """Only who is in its club may enter."""

    code = "members-enter"
    sentence = _("Only members of the club can enter this tournament.")
    status = 403


class NoOtherClub(GamesError):
    """There is no open club of that name besides one's own."""

    code = "no-other-club"
    sentence = _("There is no other club of that name.")
    status = 422


class TooFewBoards(GamesError):
    """A match of clubs takes two boards to begin."""

    code = "too-few-boards"
    sentence = _("At least two of each club are needed to begin.")


class OfficersMake(GamesError):
    """A club's events are made by its officers."""

    code = "officers-make"
    sentence = _("Only officers of a club can make its events.")
    status = 403


class GuestsEnterNot(GamesError):
    """Guests may go at any time."""

    code = "guests-enter-not"
    sentence = _("Guests cannot play tournaments. Sign up to enter.")
    status = 403


class BotsEnterNot(GamesError):
    """Bot accounts enter where its maker lets bots in, and make none."""

    code = "bots-enter-not"
    sentence = _("Bot accounts can only enter a tournament whose maker lets bots in.")
    status = 403


class TooFewFinished(GamesError):
    """Tournaments are made by people who have finished some matches (`FINISHED_FIRST`)."""

    code = "too-few-finished"
    sentence = _("Finished matches needed to make tournaments: %(needed)s. You have %(own)s.")
    status = 403

    def __init__(self, *, own: int, needed: int) -> None:
        super().__init__()
        self.facts = {"own": own, "needed": needed}


class TooManyTournaments(GamesError):
    """The user has as many going as one may."""

    code = "too-many-tournaments"
    sentence = _("You are in as many tournaments as one can be. Finish one first.")


class BadTournament(GamesError):
    """No such terms, or a size that the game does not allow."""

    code = "bad-tournament"
    sentence = _("A tournament with these choices is not possible.")
    status = 422


class TooFewEntries(GamesError):
    """It takes four to begin."""

    code = "too-few-entries"
    sentence = _("At least four are needed to begin.")

"""The refusals of match, each with its status and its sentence."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engines.core.pasted import BadText
from games.common.exceptions import GamesError


class NotSeated(GamesError):
    sentence = _("Only the players of this match can do that.")
    status = 403


class NotToAct(GamesError):
    code = "not-your-turn"
    sentence = _("It is not your turn.")


class MatchNotActive(GamesError):
    code = "not-active"
    sentence = _("The match is not in progress.")


class BeingPlayed(GamesError):
    """The user's own running match stands at the position, or may after its next move."""

    sentence = _("You are playing a match that stands at this position, or one move before it.")


class MatchFrozen(MatchNotActive):
    code = "frozen"
    sentence = _("A moderator has paused this match. Clocks are stopped, and nobody can move.")


class Sanctioned(GamesError):
    sentence = _("Your account cannot do this at the moment. See “Account status” for the reason.")
    status = 403


class HouseClosed(GamesError):
    """The operators let nobody begin a match just now."""

    sentence = _("New matches cannot start right now. Please come back a little later.")
    status = 503
    retry_after = 5 * 60


class CannotRule(GamesError):
    """A moderator's action cannot be done with this match as it stands."""

    sentence = _("This cannot be done with the match as it stands.")


class StaleMove(GamesError):
    """The page the move was made on shows an older position."""

    code = "stale"
    sentence = _("The position has changed. This is the current board.")


class KeyReused(GamesError):
    """The same idempotency key came with another move."""

    sentence = _("Something went wrong. Please make your move again.")


class OutOfTime(GamesError):
    """The deadline had passed when the request arrived, and what follows from that has happened."""

    sentence = _("Your time ran out before the move arrived.")


class AnsweredByClock(OutOfTime):
    """The seat was asked something, and its silence has been taken for the answer."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class UnreadableMove(GamesError):
    sentence = _("That is not a move in this game.")
    status = 422


class RefusedMove(GamesError):
    """The move is not open to this seat now; *code* is the engine's of *game*."""

    status = 422

    def __init__(self, code: str, game: str) -> None:
        super().__init__(code)
        self.code, self.game = code, game


class SeatTaken(GamesError):
    sentence = _("Someone else has already joined.")


class OwnInvitation(GamesError):
    sentence = _("This is your own invitation. Send the link to someone else.")


class InvitationGone(GamesError):
    sentence = _("This invitation was cancelled.")


class NothingToTakeBack(GamesError):
    """The last move was not this seat's, or it can do harm to take it back."""

    sentence = _("Nothing can be undone now.")
    status = 409


class NothingOffered(GamesError):
    sentence = _("This offer is no longer open.")


class AlreadyOffered(GamesError):
    """The offer already stands, or may not be made again yet."""

    sentence = _("You have already asked. You can ask again after your next move.")


class NotOver(GamesError):
    sentence = _("The match is still in progress.")


class NothingRecorded(GamesError):
    """The match was cancelled: whatever was hidden in it stays so."""

    sentence = _("There is no record of a cancelled match.")


class TooManyMatches(GamesError):
    sentence = _(
        "You have reached your limit of %(limit)s matches in progress against people."
        " The limit grows by one with each match you finish."
    )

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.facts = {"limit": limit}


class BotHasNoRoom(TooManyMatches):
    sentence = _("A bot account can have %(limit)s matches in progress.")


class MeetsNoBots(GamesError):
    sentence = _(
        "Rated matches with bot accounts are only for people who have allowed them in their"
        " preferences. Play a casual match instead."
    )


class BotsPlayedEnough(GamesError):
    """Two bot accounts, one of which has met a hundred others today."""

    sentence = _("A bot account can begin 100 matches a day with other bots.")


class UnknownTerms(GamesError):
    """A game, time control, side or opponent the site does not have."""

    sentence = _("These settings are not available.")
    status = 422


class UnknownPosition(GamesError):
    """A text that is no position of the game, or one from which no match goes on."""

    sentence = _("No match of this game can begin in that position.")
    status = 422

    def __init__(self, text: BadText | None = None) -> None:
        super().__init__()
        self.text = text


class RatedNeedsClock(GamesError):
    sentence = _("Without a time limit a match cannot be rated.")
    status = 422


class CasualFromPosition(GamesError):
    sentence = _("With a handicap, or from a position, a match is always casual.")
    status = 422


class ListedIfRated(GamesError):
    sentence = _("A rated match is in the lists, so please choose again who may watch.")
    status = 422


class ChildrenPlayCasual(GamesError):
    sentence = _("An account for a child plays casual matches only.")
    status = 403


class GuestsPlayCasual(GamesError):
    sentence = _("Rated matches need an account. Sign in or sign up first.")
    status = 403


class PersonGone(GamesError):
    """Somebody who was to play may not begin this; whether the account is closed stays untold."""

    sentence = _("This player cannot begin a match now.")


class SeekerHasNoRoom(GamesError):
    sentence = _("This player has no room for another match right now.")


class UnknownReason(GamesError):
    """A challenge is declined with one of the reasons given."""

    sentence = _("Choose one of the reasons.")
    status = 422


class NoVacation(GamesError):
    """There is no such vacation, or there is room for none then."""

    sentence = _("There is no room for a vacation then.")


class VacationTooShort(GamesError):
    sentence = _("A vacation lasts 12 hours at least.")
    status = 422


class VacationTooLong(GamesError):
    """So much vacation is not left, or it would end more than a year ahead."""

    sentence = _("You do not have that many hours left, or it ends too far ahead.")
    status = 422

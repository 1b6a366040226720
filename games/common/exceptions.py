"""What the house refuses, and why.

Every refusal carries a *code*; `games.boards.refusals` has a sentence for
each, in the reader's language. None of them says anything its reader could not
already see.
"""

from __future__ import annotations

from collections.abc import Mapping


class GamesError(Exception):
    """Something was asked that cannot be done now; nothing has changed."""

    code = "refused"
    status = 409
    facts: Mapping[str, object] = {}
    """What the sentence names, such as the limit that was reached."""


class NotSeated(GamesError):
    """The user does not sit in this match."""

    code = "not-seated"
    status = 403


class NotToAct(GamesError):
    """It is not this seat's turn."""

    code = "not-your-turn"


class MatchNotActive(GamesError):
    """The match has not begun, or is over."""

    code = "not-active"


class MatchFrozen(MatchNotActive):
    """A moderator has stopped clocks and moves for a while."""

    code = "frozen"


class Sanctioned(GamesError):
    """A sanction keeps the user from this; their account status says why, and until when."""

    code = "sanctioned"
    status = 403


class HouseClosed(GamesError):
    """The operators let nobody begin a match just now."""

    code = "house-closed"
    status = 503


class CannotRule(GamesError):
    """What the moderator wants cannot be done with this match as it stands."""

    code = "cannot-rule"


class StaleMove(GamesError):
    """The page the move was made on shows an older position."""

    code = "stale"


class KeyReused(GamesError):
    """The same idempotency key came with another move."""

    code = "key-reused"


class OutOfTime(GamesError):
    """The deadline had passed when the request arrived, and what follows from that has happened."""

    code = "out-of-time"


class AnsweredByClock(OutOfTime):
    """The seat was asked something, and its silence has been taken for the answer."""

    code = "answered-by-clock"


class UnreadableMove(GamesError):
    """The text is not a move of this game."""

    code = "unreadable-move"
    status = 422


class RefusedMove(GamesError):
    """The move is not open to this seat now; *code* is the engine's."""

    status = 422

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SeatTaken(GamesError):
    """Somebody else took the seat first."""

    code = "seat-taken"


class OwnInvitation(GamesError):
    """Nobody plays against themselves."""

    code = "own-invitation"


class InvitationGone(GamesError):
    """The invitation was withdrawn."""

    code = "invitation-gone"


class NothingToTakeBack(GamesError):
    """The last move was not this seat's, or it can do harm to take it back."""

    code = "nothing-to-take-back"
    status = 409


class NothingOffered(GamesError):
    """There is no such offer (any more)."""

    code = "nothing-offered"


class AlreadyOffered(GamesError):
    """The offer already stands, or may not be made again yet."""

    code = "already-offered"


class NotOver(GamesError):
    """This can be asked only after the match has ended."""

    code = "not-over"


class NothingRecorded(GamesError):
    """The match was cancelled: whatever was hidden in it stays so."""

    code = "nothing-recorded"


class TooManyMatches(GamesError):
    """The user has as many matches in progress as they may."""

    code = "too-many-matches"

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.facts = {"limit": limit}


class NotPlacing(GamesError):
    """There are no pieces to place: they are placed, or the game begins without."""

    code = "not-placing"


class BadDraft(GamesError):
    """Not a set-up, or one with pieces nobody has."""

    code = "bad-draft"
    status = 422


class IncompleteFormation(GamesError):
    """Only a complete set-up is worth a name."""

    code = "incomplete-formation"
    status = 422


class BadFormationName(GamesError):
    """A formation needs a name, and a short one."""

    code = "bad-formation-name"
    status = 422


class TooManyFormations(GamesError):
    """The user keeps as many formations of this game as they may."""

    code = "too-many-formations"


class FormationInTheWay(GamesError):
    """The user keeps another formation under this name, and has not said to replace it."""

    code = "formation-in-the-way"


class FormationNameTaken(GamesError):
    """The user keeps another formation under this name."""

    code = "formation-name-taken"


class NoSuchFormation(GamesError):
    """The user keeps no formation, and the house recommends none, of this name."""

    code = "no-such-formation"


class UnknownTerms(GamesError):
    """A game, time control, side or opponent the house does not have."""

    code = "unknown-terms"
    status = 422


class UnknownPiece(GamesError):
    """There is no piece of that name whose kind is hidden from this seat."""

    code = "unknown-piece"
    status = 422


class UnknownKind(GamesError):
    """The game has no pieces of that kind."""

    code = "unknown-kind"
    status = 422


class NoteTooLong(GamesError):
    """A note is limited in length."""

    code = "note-too-long"
    status = 422


class RatedNeedsClock(GamesError):
    """Without a limit of time nothing is rated."""

    code = "rated-needs-clock"
    status = 422


class GuestsPlayCasual(GamesError):
    """A match that counts wants an account on both sides."""

    code = "guests-play-casual"
    status = 403


class PersonGone(GamesError):
    """The account of somebody who was to play is closed."""

    code = "person-gone"


class OwnSeek(GamesError):
    """Nobody plays against themselves."""

    code = "own-seek"


class SeekGone(GamesError):
    """The seek was taken, withdrawn or has run out, or the reader may not know of it."""

    code = "seek-gone"


class OutsideBand(GamesError):
    """The user's rating is outside the band of the seek."""

    code = "outside-band"


class ForFollowedOnly(GamesError):
    """The seek is for people whom its maker follows."""

    code = "for-followed-only"


class SeekerHasNoRoom(GamesError):
    """The other has as many matches in progress as they may."""

    code = "seeker-has-no-room"


class GuestsSeekNot(GamesError):
    """Guests play bots and by links, not strangers."""

    code = "guests-seek-not"
    status = 403


class BadBand(GamesError):
    """A rating band has its ends in order, and includes its maker."""

    code = "bad-band"
    status = 422


class TooManySeeks(GamesError):
    """The user has as many seeks open as they may, or has opened too many today."""

    code = "too-many-seeks"


class TooManyChallenges(GamesError):
    """The user has as many challenges open as they may, or has sent too many today."""

    code = "too-many-challenges"


class AlreadyChallenged(GamesError):
    """A challenge between the two is open, or there were too many today."""

    code = "already-challenged"


class OwnChallenge(GamesError):
    """Nobody challenges themselves."""

    code = "own-challenge"


class ChallengeGone(GamesError):
    """The challenge was answered, withdrawn or has run out."""

    code = "challenge-gone"


class PersonBlocked(GamesError):
    """The user has blocked the other by themselves."""

    code = "person-blocked"


class NoSuchPerson(GamesError):
    """There is nobody of that name, or the account is closed."""

    code = "no-such-person"
    status = 422


class UnknownReason(GamesError):
    """A challenge is declined with one of the reasons given."""

    code = "unknown-reason"
    status = 422


class NoVacation(GamesError):
    """There is no such vacation, or there is room for none then."""

    code = "no-vacation"


class VacationTooShort(GamesError):
    """A vacation lasts at least twelve hours."""

    code = "vacation-too-short"
    status = 422


class VacationTooLong(GamesError):
    """So much vacation is not left, or it would end more than a year ahead."""

    code = "vacation-too-long"
    status = 422


class PersonAway(GamesError):
    """Whoever is on vacation is not challenged."""

    code = "person-away"

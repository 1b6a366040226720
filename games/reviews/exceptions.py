"""What reviews refuse, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.boards.refusals import refusal_sentence
from games.common.exceptions import GamesError

if TYPE_CHECKING:
    from engines.core.pasted import BadText
    from games.record.reading import Word


class NoSuchPosition(GamesError):
    sentence = _("This text describes no position of the game.")
    status = 422

    def __init__(self, text: BadText | None = None) -> None:
        super().__init__()
        self.text = text


class BadWord(GamesError):
    """Part of a pasted line can be neither read nor played; nothing is taken of it."""

    sentence = _("Line %(line)s, move %(number)s, “%(word)s”: %(why)s")
    status = 422

    def __init__(self, number: int, word: Word, reason: str, game: str) -> None:
        super().__init__()
        why = refusal_sentence(reason, game)
        self.facts = {"line": word.line, "number": number, "word": word.text, "why": why}


class TooManyMoves(GamesError):
    sentence = _("There are %(found)s moves; the board takes %(most)s.")
    status = 422

    def __init__(self, found: int, most: int) -> None:
        super().__init__()
        self.facts = {"found": found, "most": most}


class HiddenGame(GamesError):
    """The record is one of a game that hides pieces, or that one plays alone."""

    sentence = _("This is a record of a game that has no analysis board.")
    status = 422


class ImportGone(GamesError):
    sentence = _("What was imported is no longer kept. Paste it again.")
    status = 404


class NoSuchAnalysis(GamesError):
    """It is nobody's, or somebody else's."""

    sentence = _("There is no such analysis.")
    status = 404


class NoSuchNode(GamesError):
    """The move has been deleted, in another tab perhaps."""

    sentence = _("This move is no longer in the analysis.")


class TooManyAnalyses(GamesError):
    sentence = _("You keep as many analyses as you can. Delete one first.")


class AnalysisFull(GamesError):
    sentence = _("This analysis is full. Delete a branch, or begin another one.")


class BadMove(GamesError):
    sentence = _("This move cannot be played here.")
    status = 422


class NoVariations(GamesError):
    """Pieces are being placed, or one plays alone."""

    sentence = _("There is no board of your own for this match now.")


class NotOverYet(GamesError):
    sentence = _("You can show this to others once the match is over.")


class ThinkersBusy(GamesError):
    """As many positions wait to be thought about as may, or bots rest."""

    sentence = _("The bots have too much to think about now. Try again in a moment.")
    status = 503
    retry_after = 5


class BadTitle(GamesError):
    sentence = _("Give it a name of at most 80 characters.")
    status = 422


class GuestsShareNot(GamesError):
    sentence = _("Guests cannot share. Sign up to give the link away.")
    status = 403


class BadChange(GamesError):
    """A change that none of our forms asks for."""

    sentence = _("That cannot be done with an analysis.")
    status = 422

"""A sentence for everything the house refuses, by the code of the refusal."""

from __future__ import annotations

from django.utils.translation import gettext as _


def refusal_sentence(code: str) -> str:
    """Why something was refused, in the reader's language; every code has an answer."""
    return _sentences().get(code) or _("That cannot be done now. Nothing has changed.")


def _sentences() -> dict[str, str]:
    return {**_about_moves(), **_about_turns(), **_about_placing(), **_about_matches()}


def _about_moves() -> dict[str, str]:
    return {
        "unreadable-move": _("This is not a move of this game."),
        "empty-square": _("No piece stands there."),
        "not-your-piece": _("That piece is not yours."),
        "own-piece-there": _("Your own piece stands there."),
        "cannot-go-there": _("That piece cannot go there."),
        "piece-never-moves": _("Mines and flags never move."),
        "not-in-hand": _("You have no such piece in your hand."),
        "occupied-square": _("Pieces are dropped on empty squares only."),
        "no-trial": _("A Trial is a true step of your king onto the last rank."),
        "answer-first": _("Answer first whether you doubt the move."),
        "nothing-to-accept": _("Nothing has been asked of you."),
        "promotion-not-here": _("A soldier is promoted only on the last rank, and once."),
        "leaves-general-attacked": _("That would leave your general under attack."),
        "generals-face": _("That would let the two generals face each other on an open file."),
    }


def _about_turns() -> dict[str, str]:
    over = _("The match is over.")
    return {
        "over": over,
        "not-active": _("The match is not in progress."),
        "not-your-turn": _("It is not your turn."),
        "stale": _("The position has changed meanwhile. This is the board as it stands now."),
        "key-reused": _("This page has been used for another move. Make your move once more."),
        "out-of-time": _("Your time was up before the move arrived."),
        "answered-by-clock": _("Your time was up: the question was answered with No Doubt."),
        "not-seated": _("Only the players of this match can do that."),
        "nothing-offered": _("This offer no longer stands."),
        "already-offered": _("You have asked already; ask again after your next move."),
    }


def _about_placing() -> dict[str, str]:
    return {
        "place-first": _("Place your pieces first."),
        "already-placed": _("Your pieces are placed already."),
        "king-in-hand": _("The king stands on the board, not in the hand."),
        "wrong-army": _("These are not the pieces of your army."),
        "not-placing": _("There are no pieces to place here now."),
        "bad-draft": _("These are not the pieces of your army."),
        "incomplete-formation": _("Place all pieces before you keep the set-up."),
        "bad-formation-name": _("Give the set-up a name of at most 40 letters."),
        "too-many-formations": _("You keep as many set-ups as you may. Delete one first."),
        "formation-name-taken": _("You keep another set-up under this name."),
        "no-such-formation": _("There is no such set-up any more."),
    }


def _about_matches() -> dict[str, str]:
    return {
        "seat-taken": _("Somebody else has taken this seat."),
        "own-invitation": _("This is your own invitation; send the link to somebody else."),
        "invitation-gone": _("This invitation was withdrawn."),
        "not-over": _("The match is still in progress."),
        "nothing-recorded": _("A cancelled match leaves no record."),
        "too-many-matches": _("You have as many matches in progress as you may have now."),
        "unknown-terms": _("The house does not offer these terms."),
        "unknown-piece": _("There is no hidden piece of that name."),
        "note-too-long": _("This note is too long. Nothing has changed."),
        "unknown-kind": _("This game has no pieces of that kind."),
    }

"""A sentence for everything the house refuses, by the code of the refusal."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engines.catalogue import GAMES
from games.boards.cards import card_for
from games.boards.kit.card import Words
from games.common.exceptions import GamesError


def refusal_sentence(code: str) -> str:
    """Why something was refused, in the reader's language; every code has an answer."""
    told = _sentences().get(code) or _of_a_game(code)
    return str(told or _("You cannot do that now. Nothing was changed."))


def _of_a_game(code: str) -> Words | None:
    """The words of the game that alone has this code."""
    cards = (card_for(meta.slug) for meta in GAMES)
    return next((card.refusals[code] for card in cards if code in card.refusals), None)


def error_sentence(error: GamesError) -> str:
    """Why *error* was raised, with what its sentence names."""
    sentence = refusal_sentence(error.code)
    return sentence % error.facts if error.facts else sentence


def _sentences() -> dict[str, str]:
    return {
        **_about_moves(),
        **_about_turns(),
        **_about_placing(),
        **_about_matches(),
        **_about_meeting(),
        **_about_people(),
    }


def _about_people() -> dict[str, str]:
    return {
        "nothing-said": _("Write 1 to 300 characters."),
        "too-much-talk": _("That was too fast. Wait half a minute."),
        "cannot-talk-here": _("You cannot write here."),
        "guests-write-not": _("Guests can send quick messages only. Sign up to write your own."),
        "talk-closed": _("A moderator has closed the chat of this match."),
        "report-does-not-fit": _(
            "The match does not show this at the moment, so the report was not sent."
        ),
        "report-time-left": _("Not sent: their time has not run out."),
        "report-not-ended-on-time": _("Not sent: this match was not lost by not moving."),
        "report-nothing-said": _("Not sent: they have written nothing in this match."),
        "report-no-result": _("Not sent: the match has no result yet."),
        "no-length": _("Say for how many days, from 1 to 3650, or choose for ever."),
        "too-many-reports": _("You have reached the limit for reports today."),
        "no-vacation": _("There is no room for a vacation then."),
        "vacation-too-short": _("A vacation lasts 12 hours at least."),
        "vacation-too-long": _("You do not have that many hours left, or it ends too far ahead."),
        "person-away": _("They are on vacation. Challenge them when they are back."),
        "taken": _("Somebody else is working on it."),
        "already-appealed": _("You have appealed against this already."),
        "bad-appeal": _("Please answer all three questions. A limit that is over needs no appeal."),
    }


def _about_moves() -> dict[str, str]:
    return {
        "unreadable-move": _("That is not a move in this game."),
        "empty-square": _("There is no piece there."),
        "not-your-piece": _("That piece is not yours."),
        "own-piece-there": _("Your own piece is there."),
        "cannot-go-there": _("That piece cannot move there."),
        "not-in-hand": _("You have no such piece in your hand."),
        "occupied-square": _("You can drop pieces on empty squares only."),
    }


def _about_turns() -> dict[str, str]:
    over = _("The match is over.")
    return {
        "over": over,
        "not-active": _("The match is not in progress."),
        "frozen": _("A moderator has paused this match. Clocks are stopped, and nobody can move."),
        "not-your-turn": _("It is not your turn."),
        "stale": _("The position has changed. This is the current board."),
        "key-reused": _("Something went wrong. Please make your move again."),
        "out-of-time": _("Your time ran out before the move arrived."),
        "not-seated": _("Only the players of this match can do that."),
        "nothing-to-take-back": _("Nothing can be undone now."),
        "nothing-offered": _("This offer is no longer open."),
        "already-offered": _("You have already asked. You can ask again after your next move."),
    }


def _about_placing() -> dict[str, str]:
    return {
        "place-first": _("Place your pieces first."),
        "already-placed": _("Your pieces are already placed."),
        "wrong-army": _("These pieces do not match your army."),
        "not-placing": _("There are no pieces to place here now."),
        "bad-draft": _("These pieces do not match your army."),
        "incomplete-formation": _("Place all pieces before you save the set-up."),
        "bad-formation-name": _("Give the set-up a name (40 characters or fewer)."),
        "too-many-formations": _("You cannot save any more set-ups. Delete one first."),
        "formation-in-the-way": _(
            "You already have a set-up with this name. Press Replace to overwrite it, or choose "
            "another name."
        ),
        "formation-name-taken": _("You already have a set-up with this name."),
        "no-such-formation": _("This set-up no longer exists."),
    }


def _about_matches() -> dict[str, str]:
    return {
        "sanctioned": _(
            "Your account cannot do this at the moment. See “Account status” for the reason."
        ),
        "house-closed": _("New matches cannot start right now. Please come back a little later."),
        "conflict": _("You have a part in this; somebody else has to do it."),
        "no-reason": _("Choose a reason, and say in a few words why."),
        "not-allowed": _("Your role does not include this."),
        "no-consent": _("This takes a second member of staff, who has not approved it."),
        "own-consent": _("Nobody approves what they have asked for themselves."),
        "cannot-rule": _("This cannot be done with the match as it stands."),
        "seat-taken": _("Someone else has already joined."),
        "own-invitation": _("This is your own invitation. Send the link to someone else."),
        "invitation-gone": _("This invitation was cancelled."),
        "not-over": _("The match is still in progress."),
        "nothing-recorded": _("There is no record of a cancelled match."),
        "too-many-matches": _(
            "You have reached your limit of %(limit)s matches in progress against people."
            " The limit grows by one with each match you finish."
        ),
        "stage-locked": _("This stage is still locked. Clear the ones before it first."),
        "unknown-terms": _("These settings are not available."),
        "unknown-piece": _("There is no such hidden piece."),
        "note-too-long": _("This note is too long and was not saved."),
        "unknown-kind": _("This game has no pieces of that kind."),
    }


def _about_meeting() -> dict[str, str]:
    return {
        "rated-needs-clock": _("Without a time limit a match cannot be rated."),
        "guests-play-casual": _("Rated matches need an account. Sign in or sign up first."),
        "person-gone": _("This account is closed."),
        "own-seek": _("This is your own seek. Somebody else has to take it."),
        "seek-gone": _("This seek is no longer open."),
        "outside-band": _("Your rating is outside the range of this seek."),
        "for-followed-only": _("This seek is only for people its maker follows."),
        "seeker-has-no-room": _("This player has no room for another match right now."),
        "guests-seek-not": _(
            "Guests can play bots, and friends by a link. Sign up to play anybody."
        ),
        "bad-band": _(
            "The first number must be the lower one, and your own rating must be inside the range."
        ),
        "too-many-seeks": _("You have reached the limit for seeks. Withdraw one, or wait a day."),
        "too-many-challenges": _(
            "You have reached the limit for challenges. Wait for answers first."
        ),
        "already-challenged": _("You have challenged each other already. Wait for the answer."),
        "own-challenge": _("You cannot play against yourself. Choose somebody else."),
        "challenge-gone": _("This challenge is no longer open."),
        "person-blocked": _("You have blocked this person. Lift the block first."),
        "no-such-person": _("There is no player with this name."),
        "unknown-reason": _("Choose one of the reasons."),
        "not-oneself": _("That is you. Choose somebody else."),
        "too-many-ties": _("Your list is full. Remove somebody first."),
        "unknown-block": _("This cannot be blocked."),
    }

"""The way to an appeal: three questions, each with its answers, and words that fit the topic."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import Sanction
from games.moderation.models import Appeal

Reason, Ground = Sanction.Reason, Appeal.Ground

START = "me"
ACCEPTED = "accepted"
"""Where it ends for whoever has nothing to appeal against."""


class Question(NamedTuple):
    """One step of the way."""

    number: int
    text: str
    answers: tuple[tuple[str, str], ...]
    """Each with where it leads: another question, a ground of the appeal, or `ACCEPTED`."""


def questions() -> dict[str, Question]:
    """Return the tree; every way through it ends at a ground or at `ACCEPTED`."""
    return {
        START: Question(
            1,
            _("Was it you?"),
            (("so", _("Yes, it was me.")), (Ground.NOT_ME, _("No, it was not me."))),
        ),
        "so": Question(
            2,
            _("Did it happen as the moderators say?"),
            (("measure", _("Yes, it did.")), (Ground.NOT_SO, _("No, it was different."))),
        ),
        "measure": Question(
            3,
            _("Is the limit right for what happened?"),
            (
                (Ground.TOO_HARD, _("No, it is too much.")),
                (Ground.SORRY, _("Perhaps, but I am sorry and ask for another chance.")),
                (ACCEPTED, _("Yes, I accept it.")),
            ),
        ),
    }


def question_at(step: str) -> Question | None:
    """Return the question of that step; the first for none, None for a ground."""
    found = questions()
    return None if step in Ground.values else found.get(step, found[START])


def prompt_for(reason: str, ground: str) -> str:
    """Return what is asked about what happened, by the topic of the sanction."""
    if ground == Ground.NOT_ME:
        return _("Who else uses your account, your device or your internet connection?")
    return {
        Reason.ABUSE: _("Which words are meant, and what led to them?"),
        Reason.SPAM: _("What did you write, and what for?"),
        Reason.NAME: _("What does your name mean, and where does it come from?"),
        Reason.STALLING: _("Why could you not finish your matches?"),
        Reason.OUTSIDE_HELP: _("How did you find your moves? Name matches and moves, if you can."),
        Reason.TWO_ACCOUNTS: _("Who owns the other account, and where is it used?"),
        Reason.THROWING: _("What happened in the matches in question?"),
    }.get(Reason(reason), _("What happened? Please write it in your own words."))

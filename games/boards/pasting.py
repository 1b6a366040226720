"""What is wrong with a text that somebody pasted, and what it left to be assumed, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engines.core.pasted import BadText
from games.boards.kit.card import Words

WRONG: dict[str, Words] = {
    "no-text": _("There is no text."),
    "position-too-long": _("It is too long."),
    "rank-count": _("It has %(found)s ranks, not %(wanted)s; a “/” stands between two of them."),
    "rank-length": _("Rank %(rank)s has %(found)s squares, not %(wanted)s."),
    "no-such-piece": _("“%(letter)s” in rank %(rank)s is no piece."),
    "whose-turn": _("Whose turn it is comes after the board; “%(word)s” is neither side."),
    "too-much-text": _("“%(word)s” does not belong there."),
    "one-general-each": _("Each side needs exactly one general."),
    "general-hangs": _("The side to move could take the general."),
    "stack-too-tall": _("A stack is higher than %(height)s."),
    "on-a-marshal": _("Nothing can stand on a marshal."),
    "too-many-pieces": _("There are too many “%(piece)s”."),
    "too-few-pieces": _("While the sides set up none is missing; there are too few “%(piece)s”."),
    "marshal-missing": _("A marshal is missing."),
    "no-such-set-up": _("The sides cannot be setting up like this."),
    "outside-the-camp": _("A piece stands outside its camp."),
    "marshal-first": _("The marshal is placed first."),
    "nothing-to-place": _("There is nothing left to place."),
    "no-such-rules": _("“%(word)s” is no rule set."),
    "no-hand": _("“%(word)s” cannot be read as pieces in hand."),
    "no-such-piece-in-hand": _("“%(letter)s” is no piece that this side can have in hand."),
    "open-comment": _("The comment in line %(line)s does not end."),
    "open-variation": _("The variation in line %(line)s does not end."),
    "no-such-start": _("No match comes to it."),
    "broken-json": _("This record is not whole."),
}
"""By the code of a `BadText`."""

ASSUMED: dict[str, Words] = {
    "side-assumed": _("The text does not say whose turn it is, so South is to move."),
    "black-assumed": _("The text does not say whose turn it is, so Black is to move."),
    "hands-assumed": _("The text names no pieces in hand, so there are none."),
    "rules-assumed": _("The text names no rule set, so the usual one applies."),
    "variations": _("Variations in brackets were left out."),
}
"""What is told of a text that was read."""


def wrong_sentence(error: BadText) -> str:
    """Return what is wrong with the text."""
    return str(WRONG[error.code]) % error.facts

"""The sentence of a refusal: its own, or for a code of the rules that of the game's card."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.cards import card_for
from games.boards.kit.card import Words
from games.boards.pasting import wrong_sentence
from games.common.exceptions import GamesError, refusal_with

OF_THE_RULES: dict[str, Words] = {
    "over": _("The match is over."),
    "empty-square": _("There is no piece there."),
    "not-your-piece": _("That piece is not yours."),
    "own-piece-there": _("Your own piece is there."),
    "cannot-go-there": _("That piece cannot move there."),
    "not-in-hand": _("You have no such piece in your hand."),
    "occupied-square": _("You can drop pieces on empty squares only."),
    "place-first": _("Place your pieces first."),
    "already-placed": _("Your pieces are already placed."),
    "no-condition": _("This cannot be planned for now."),
    "wrong-army": _("These pieces do not match your army."),
}
"""What engines of several games refuse, by code; a game's own words are on its card."""


def refusal_sentence(code: str, game: str = "") -> str:
    """Return why something was refused, in the reader's language: in the words of the *game* whose
    rules have the code, else in those of all; every code has an answer."""
    own = card_for(game).refusals.get(code) if game else None
    sentence = own or OF_THE_RULES.get(code)
    return str(sentence or (refusal_with(code) or GamesError).sentence)


def error_sentence(error: GamesError) -> str:
    """Return why *error* was raised, with what its sentence names."""
    sentence = refusal_sentence(error.code, error.game)
    filled = sentence % error.facts if error.facts else sentence
    return f"{filled} {wrong_sentence(error.text)}" if error.text else filled

"""The sentence of a refusal: its own, or for a code of the rules that of the game's card."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engines.catalogue import GAMES
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
"""What engines of several games refuse, by code; one game's own are on its card."""


def refusal_sentence(code: str) -> str:
    """Why something was refused, in the reader's language; every code has an answer."""
    sentence = OF_THE_RULES.get(code) or _of_a_game(code)
    return str(sentence or (refusal_with(code) or GamesError).sentence)


def _of_a_game(code: str) -> Words | None:
    """The words of the game that alone has this code."""
    cards = (card_for(meta.slug) for meta in GAMES)
    return next((card.refusals[code] for card in cards if code in card.refusals), None)


def error_sentence(error: GamesError) -> str:
    """Why *error* was raised, with what its sentence names."""
    sentence = refusal_sentence(error.code)
    filled = sentence % error.facts if error.facts else sentence
    return f"{filled} {wrong_sentence(error.text)}" if error.text else filled

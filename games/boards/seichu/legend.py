"""How each piece of Seichu moves, in a line."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.faces import KnownPiece
from games.boards.seichu.words import words_now

MOVES = {
    "K": _("One square in any direction."),
    "R": _("Any distance straight."),
    "B": _("Any distance diagonally."),
    "G": _("One square straight or diagonally forward."),
    "S": _("One square diagonally or forward."),
    "N": _("Two forward and one aside, jumping over pieces."),
    "L": _("Any distance forward."),
    "P": _("One square forward."),
}


IN_CAMP = {
    "R": _("In the enemy camp as a dragon: also one square diagonally."),
    "B": _("In the enemy camp as a horse: also one square straight."),
    **dict.fromkeys("SNLP", _("In the enemy camp as a gold.")),
    **dict.fromkeys("KG", _("In the enemy camp just the same.")),
}
"""How it moves from a square of the last two ranks."""


def legend() -> list[KnownPiece]:
    """Return every kind with how it moves, in the enemy camp and elsewhere."""
    words = words_now()
    return [
        KnownPiece(words.face(0, letter), f"{moves} {IN_CAMP[letter]}")
        for letter, moves in MOVES.items()
    ]

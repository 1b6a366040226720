"""How each piece of Gunjin Shogi moves, in a line."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.gunjin.words import KIND_NAMES, words_now
from games.boards.kit.faces import KnownPiece

STEP = _("One square straight.")
MOVES = {
    "P": _("Any distance along its file, over everything; or one square sideways."),
    "T": _("One square straight, or two forward if the way is free."),
    "H": _("One square straight, or two forward if the way is free."),
    "E": _("Any distance straight, until something is in the way."),
    "X": _("Never moves."),
    "F": _("Never moves; fights as the piece behind it."),
}


def legend() -> list[KnownPiece]:
    """Every kind with how it moves."""
    words = words_now()
    return [
        KnownPiece(words.face(0, letter), str(MOVES.get(letter, STEP))) for letter in KIND_NAMES
    ]

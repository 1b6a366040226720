"""How each piece of Xiongqi moves, in a line."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.faces import KnownPiece
from games.boards.xiongqi.words import words_now

MOVES = {
    "G": _("One square straight."),
    "A": _("One square diagonally."),
    "R": _("Any distance straight."),
    "B": _("Any distance diagonally."),
    "H": _("One square straight, then one diagonally outward; not if the first is occupied."),
    "C": _("Any distance straight; captures by jumping over exactly one piece."),
    "E": _("Any distance straight, or a knight's jump."),
    "S": _("One square forward; past the river also one sideways."),
}


def legend() -> list[KnownPiece]:
    """Return every kind with how it moves."""
    words = words_now()
    return [KnownPiece(words.face(letter), str(moves)) for letter, moves in MOVES.items()]

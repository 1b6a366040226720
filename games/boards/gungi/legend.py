"""The pieces of Gungi by name; how far they move is a matter of their tier."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.gungi.words import KIND_NAMES, words_now
from games.boards.kit.faces import KnownPiece


def legend() -> list[KnownPiece]:
    """Return every kind; its reach grows with the stack it stands on, and shows on the board."""
    words = words_now()
    note = _(
        "Its reach grows with its tier: 1 plain (基本), 2 stronger (強化), 3 ultimate (極). "
        "The board shows it."
    )
    return [KnownPiece(words.face(letter), note) for letter in KIND_NAMES]

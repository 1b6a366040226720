"""How each piece of Gunjin Shogi moves, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
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


WINS = {
    "G": "LMCKJABDPTHE",
    "L": "MCKJABDPTHES",
    "M": "CKJABDPTHES",
    "C": "KJABDHES",
    "K": "JABDHES",
    "J": "ABDHES",
    "A": "BDHES",
    "B": "DHES",
    "D": "HES",
    "P": "CKJABDTHESX",
    "T": "CKJABDHS",
    "H": "ES",
    "E": "TSX",
    "S": "G",
}
"""Whom each kind beats when it attacks, but for its own kind and mines, with which it falls where
they are not named here. A test compares it with the rules."""


def legend() -> list[KnownPiece]:
    """Return every kind with how it moves, and whom it beats."""
    words = words_now()
    return [
        KnownPiece(
            words.face(0, letter),
            f"{MOVES.get(letter, STEP)} {_beats(letter, words.kinds)}".strip(),
        )
        for letter in KIND_NAMES
    ]


def _beats(letter: str, names: Mapping[str, str]) -> str:
    """Return whom it falls with, and whom it beats; of the strong, whom it loses to."""
    if letter == "X":
        sentence = gettext("Only %(winners)s clear it; whoever else attacks falls with it.")
        return sentence % {"winners": _listed("PE", names)}
    if letter not in WINS:
        return ""
    wins = WINS[letter]
    falls = letter if "X" in wins else f"{letter}X"
    loses = "".join(one for one in WINS if one not in wins + letter)
    is_strong = len(loses) < len(wins)
    sentence = (
        gettext("Loses to %(others)s; both fall against %(equals)s; beats the rest.")
        if is_strong
        else gettext("Beats %(others)s; both fall against %(equals)s; loses to the rest.")
    )
    others = _listed(loses if is_strong else wins, names)
    return sentence % {"others": others, "equals": _listed(falls, names)}


def _listed(letters: str, names: Mapping[str, str]) -> str:
    return gettext(", ").join(names[letter] for letter in letters)

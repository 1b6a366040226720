"""Xiongqi in words: the names of its pieces, and a move as a sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.boards.kit.faces import DISCS, PieceFace
from games.common.languages import once_a_language

KIND_NAMES = {
    "G": pgettext_lazy("xiongqi piece", "General"),
    "A": pgettext_lazy("xiongqi piece", "Advisor"),
    "R": pgettext_lazy("xiongqi piece", "Chariot"),
    "B": pgettext_lazy("xiongqi piece", "Bear"),
    "H": pgettext_lazy("xiongqi piece", "Horse"),
    "C": pgettext_lazy("xiongqi piece", "Cannon"),
    "E": pgettext_lazy("xiongqi piece", "Empress"),
    "S": pgettext_lazy("xiongqi piece", "Soldier"),
}


class Words:
    """The words in the reader's language, looked up once for a whole board or story."""

    def __init__(self) -> None:
        self.kinds = {letter: str(name) for letter, name in KIND_NAMES.items()}
        self._faces = {letter: self._face(letter) for letter in "GARBHCESgarbhces"}
        self._goes = _("%(piece)s %(origin)s to %(target)s")
        self._takes = _("%(piece)s %(origin)s captures %(captured)s on %(target)s")
        self._becomes = _("%(move)s, becomes %(promoted)s")
        self._check, self._mate = _("%(move)s, check"), _("%(move)s, mate")

    def face(self, letter: str) -> PieceFace:
        """Return the face of a piece letter: upper case is South's, lower case North's."""
        return self._faces[letter]

    def _face(self, letter: str) -> PieceFace:
        side = DISCS[letter.islower()]
        kind = letter.upper()
        return PieceFace(side, side[0] + kind, self.kinds[kind], kind)

    def move(self, action: str, mover: str, captured: str) -> str:
        """Return the move *action* of the piece *mover*, which took the piece *captured* if any."""
        names = {
            "piece": self.kinds[mover.upper()],
            "origin": action[:2],
            "target": action[2:4],
            "captured": self.kinds[captured.upper()] if captured else "",
        }
        text = (self._takes if captured else self._goes) % names
        if not action[5:]:
            return text
        return self._becomes % {"move": text, "promoted": self.kinds[action[5:]]}

    def checking(self, move: str, *, is_mate: bool) -> str:
        """Return the sentence of a move that checks, or mates."""
        return (self._mate if is_mate else self._check) % {"move": move}


words_now = once_a_language(Words)
"""The words in the language of the reader."""

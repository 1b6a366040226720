"""Gunjin Shogi in words: its pieces, its squares, a step or a battle as a sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.boards.kit.faces import DISCS, PieceFace
from games.common.languages import once_a_language

KIND_NAMES = {
    "G": pgettext_lazy("gunjin piece", "General"),
    "L": pgettext_lazy("gunjin piece", "Lieutenant general"),
    "M": pgettext_lazy("gunjin piece", "Major general"),
    "C": pgettext_lazy("gunjin piece", "Colonel"),
    "K": pgettext_lazy("gunjin piece", "Lieutenant colonel"),
    "J": pgettext_lazy("gunjin piece", "Major"),
    "A": pgettext_lazy("gunjin piece", "Captain"),
    "B": pgettext_lazy("gunjin piece", "First lieutenant"),
    "D": pgettext_lazy("gunjin piece", "Second lieutenant"),
    "P": pgettext_lazy("gunjin piece", "Plane"),
    "T": pgettext_lazy("gunjin piece", "Tank"),
    "H": pgettext_lazy("gunjin piece", "Cavalry"),
    "E": pgettext_lazy("gunjin piece", "Engineer"),
    "S": pgettext_lazy("gunjin piece", "Spy"),
    "X": pgettext_lazy("gunjin piece", "Mine"),
    "F": pgettext_lazy("gunjin piece", "Flag"),
}

UNKNOWN = "U"
"""Stands for the letter of a piece whose kind the viewer does not know."""


class Words:
    """The words in the reader's language, looked up once for a whole board or story."""

    def __init__(self) -> None:
        self.kinds = {letter: str(name) for letter, name in KIND_NAMES.items()}
        self.kinds[UNKNOWN] = _("Unknown piece")
        self._faces = {
            (seat, letter): PieceFace(side, letter, name, "" if letter == UNKNOWN else letter)
            for seat, side in enumerate(DISCS)
            for letter, name in self.kinds.items()
        }
        self._goes = _("%(piece)s %(origin)s to %(target)s")
        self._attacks = _("%(piece)s %(origin)s attacks %(defender)s on %(target)s")
        self._result = _("%(move)s: %(result)s")
        self._results = {
            "attacker": _("the attacker wins"),
            "defender": _("the defender wins"),
            "nobody": _("both are lost"),
        }

    def face(self, seat: int, letter: str | None) -> PieceFace:
        """The face of a seat's piece; a letter of None is a kind the viewer does not know."""
        return self._faces[seat, letter or UNKNOWN]

    def goes(self, move: str, piece: str | None) -> str:
        """Return the step *move* of a piece of the kind *piece*."""
        return self._goes % self._names(move, piece, None)

    def attacks(self, move: str, piece: str | None, defender: str | None) -> str:
        """The attack *move* of *piece* on *defender*, before anybody knows what comes of it."""
        return self._attacks % self._names(move, piece, defender)

    def fought(self, move: str, piece: str | None, defender: str | None, left: str) -> str:
        """Return the battle of *move*, of which *left* was left: attacker, defender or nobody."""
        values = {"move": self.attacks(move, piece, defender), "result": self._results[left]}
        return self._result % values

    def _names(self, move: str, piece: str | None, defender: str | None) -> dict[str, str]:
        return {
            "piece": self.kinds[piece or UNKNOWN],
            "defender": self.kinds[defender or UNKNOWN],
            "origin": move[:2],
            "target": move[2:4],
        }


words_now = once_a_language(Words)
"""The words in the language of the reader."""


def places() -> dict[str, str]:
    """Return what is special about squares: headquarters, bridges, and the shores without one."""
    bridge, water = _("%(square)s, at the bridge"), _("%(square)s, at the water")
    shores = {
        file + rank: (bridge if file in "bg" else water) % {"square": file + rank}
        for rank in "34"
        for file in "abcdefgh"
    }
    return {
        **shores,
        "d1": _("d1, headquarters of South"),
        "d6": _("d6, headquarters of North"),
    }

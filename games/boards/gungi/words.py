"""Gungi in words: the names of its pieces, and moves as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.gungi.reading import KINDS, Ply, seat_of
from games.boards.kit.faces import PieceFace
from games.common.languages import once_a_language

KIND_NAMES = {
    "M": pgettext_lazy("gungi piece", "Marshal"),
    "G": pgettext_lazy("gungi piece", "General"),
    "I": pgettext_lazy("gungi piece", "Lieutenant General"),
    "J": pgettext_lazy("gungi piece", "Major General"),
    "W": pgettext_lazy("gungi piece", "Samurai"),
    "N": pgettext_lazy("gungi piece", "Spear"),
    "R": pgettext_lazy("gungi piece", "Rider"),
    "S": pgettext_lazy("gungi piece", "Ninja"),
    "F": pgettext_lazy("gungi piece", "Fortress"),
    "D": pgettext_lazy("gungi piece", "Soldier"),
    "C": pgettext_lazy("gungi piece", "Cannon"),
    "A": pgettext_lazy("gungi piece", "Archer"),
    "K": pgettext_lazy("gungi piece", "Musketeer"),
    "T": pgettext_lazy("gungi piece", "Tactician"),
}
SIDE_KEYS = ("black", "white")
RULE_SETS = {
    "guide": gettext_lazy("Guide"),
    "intro": gettext_lazy("Introductory"),
    "beginner": gettext_lazy("Beginner"),
    "intermediate": gettext_lazy("Intermediate"),
    "advanced": gettext_lazy("Advanced"),
}
RULE_SET_NOTES = {
    "guide": gettext_lazy("Set up for you, stacks of three, all fourteen kinds."),
    "intro": gettext_lazy("Set up for you, stacks of two, ten kinds: to learn the game."),
    "beginner": gettext_lazy("Set up for you, stacks of two, eleven kinds."),
    "intermediate": gettext_lazy("You place your pieces yourselves; stacks of two, all kinds."),
    "advanced": gettext_lazy("You place your pieces yourselves; stacks of three, all kinds."),
}


class Words:
    """The words in the reader's language, looked up once for a whole board or story."""

    def __init__(self) -> None:
        self.kinds = {letter: str(name) for letter, name in KIND_NAMES.items()}
        self._faces = {
            letter: self._face(letter) for kind in KINDS for letter in (kind, kind.lower())
        }
        self._goes = _("%(piece)s %(origin)s to %(target)s")
        self._takes = _("%(piece)s %(origin)s takes %(captured)s on %(target)s")
        self._stacks = _("%(piece)s %(origin)s onto the stack on %(target)s, tier %(tier)s")
        self._drops = _("%(piece)s from hand to %(target)s")
        self._drops_high = _("%(piece)s from hand to %(target)s, tier %(tier)s")
        self._betrays = _("%(move)s, winning over %(pieces)s")
        self._check, self._mate = _("%(move)s, check"), _("%(move)s, mate")
        self._comma = _(", ")
        self._capture = _("Capture %(pieces)s")
        self._stack = _("Stack: tier %(tier)s")
        self._betray = _("Stack, and win over %(pieces)s")
        self._level = _("%(piece)s on level %(level)s")
        self.in_hand = _("%(piece)s in your hand: %(count)s")
        self.done = _("Done placing")

    def face(self, letter: str) -> PieceFace:
        """Return the face of a piece letter: capitals are Black's."""
        return self._faces[letter]

    def _face(self, letter: str) -> PieceFace:
        kind = letter.upper()
        return PieceFace(SIDE_KEYS[seat_of(letter)], kind, self.kinds[kind], kind)

    def named(self, letters: Iterable[str]) -> str:
        """Return the names of pieces, one after the other."""
        return self._comma.join(self.kinds[letter.upper()] for letter in letters)

    def levels(self, onto: str, levels: Iterable[int]) -> str:
        """Return the pieces on some levels of a stack, each with its level."""
        return self._comma.join(
            self._level % {"piece": self.kinds[onto[level - 1].upper()], "level": level}
            for level in levels
        )

    def move(self, ply: Ply, mover: str, onto: str, taken: str) -> str:
        """Return *ply* in words: *mover* goes to where *onto* stands and takes *taken*, if any."""
        values = {
            "piece": self.kinds[mover.upper()],
            "origin": ply.origin,
            "target": ply.target,
            "captured": self.named(taken),
            "tier": len(onto) + 1,
        }
        form = {"": self._goes, "x": self._takes, "+": self._stacks}.get(
            ply.sign, self._drops_high if onto else self._drops
        )
        return form % values

    def won_over(self, move: str, pieces: str) -> str:
        """Return the sentence of a move with what it betrays."""
        return self._betrays % {"move": move, "pieces": pieces}

    def choice(self, ply: Ply, onto: str, taken: str) -> str:
        """Return what tells this way of going to a square from the others."""
        if ply.sign == "x":
            return self._capture % {"pieces": self.named(taken)}
        if ply.levels:
            return self._betray % {"pieces": self.levels(onto, ply.levels)}
        return self._stack % {"tier": len(onto) + 1}

    def checking(self, move: str, *, is_mate: bool) -> str:
        """Return the sentence of a move that checks, or mates."""
        return (self._mate if is_mate else self._check) % {"move": move}


words_now = once_a_language(Words)
"""The words in the language of the reader."""

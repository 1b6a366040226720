"""Moves and their texts: a placement of the whole army, or a step of one piece."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from engines.core.errors import InvalidMove
from engines.gunjin.pieces import KIND_OF_LETTER, letters_of
from engines.gunjin.squares import SQUARE_NAMES, SQUARES

_STEP = re.compile(r"([a-h][1-6])([a-h][1-6])")
_LETTERS = re.compile(r"[GLMCKJABDPTHESXF]{23}")


@dataclass(frozen=True, slots=True)
class Step:
    """One piece from *origin* to *target*, however far."""

    origin: int
    target: int

    def __str__(self) -> str:
        return SQUARE_NAMES[self.origin] + SQUARE_NAMES[self.target]


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """The places of the whole army: kinds in the order of `squares.SETUP_ORDER`.

    Any 23 kinds; whether they are an army is for `rulings` to say.
    """

    kinds: tuple[int, ...]

    def __repr__(self) -> str:
        """Nothing of it: a traceback or a log must not tell kinds. `str` is the action text."""
        return f"<Gunjin placement of {len(self.kinds)} pieces>"

    @property
    def letters(self) -> str:
        """The 23 letters, from the owner's view, front rank first."""
        return letters_of(self.kinds)

    def __str__(self) -> str:
        return f"setup:{self.letters}"


Move: TypeAlias = Step | Placement


@cache
def step_of(origin: int, target: int) -> Step:
    """Return the step between two squares; always the same object."""
    return Step(origin, target)


def placement_of(letters: str) -> Placement:
    """Return the placement of 23 letters; raises InvalidMove for any other text."""
    if not _LETTERS.fullmatch(letters):
        raise InvalidMove("not a set-up")  # and not quoted: all but a letter may be right
    return Placement(tuple(KIND_OF_LETTER[letter] for letter in letters))


def read_move(text: str) -> Move:
    """The move of a text such as ``"b3b4"`` or ``"setup:…"``; raises InvalidMove for any other."""
    if text.startswith("setup:"):
        return placement_of(text.removeprefix("setup:"))
    found = _STEP.fullmatch(text)
    if found is None or not SQUARES.keys() >= set(found.groups()):
        raise InvalidMove(f"not a Gunjin move: {text[:40]!r}")
    return step_of(SQUARES[found[1]], SQUARES[found[2]])

"""Moves and their texts: a set-up, a step, a drop, or the answer to a question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TypeAlias

from engines.core.errors import InvalidMove
from engines.seichu.pieces import KIND_OF_LETTER, LETTERS, letters_of
from engines.seichu.squares import SQUARE_NAMES, SQUARES

_STEP = re.compile(r"([a-d][1-7])([a-d][1-7])(!?)")
_DROP = re.compile(r"([KRBGSNLP])\*([a-d][1-7])")
_PLACEMENT = re.compile(r"setup:([KRBGSNLP]{4})/([KRBGSNLP]{4})")


@dataclass(frozen=True, slots=True)
class Step:
    """One piece from *origin* to *target*; with *trial* the king is shown there (§6.2)."""

    origin: int
    target: int
    trial: bool = False

    def __str__(self) -> str:
        return f"{SQUARE_NAMES[self.origin]}{SQUARE_NAMES[self.target]}{'!' * self.trial}"


@dataclass(frozen=True, slots=True, repr=False)
class Drop:
    """A piece of *kind* from the hand to *target*."""

    kind: int
    target: int

    def __repr__(self) -> str:
        """Return the public part: a traceback or a log must not tell the kind. `str` tells it."""
        return f"<Seichu drop on {SQUARE_NAMES[self.target]}>"

    def __str__(self) -> str:
        return f"{LETTERS[self.kind]}*{SQUARE_NAMES[self.target]}"


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """The eight pieces on the camp squares, in the order of `squares.SETUP_ORDER`.

    Any eight kinds; the ninth is what an army has besides, and whether they
    are of an army is for `rulings` to say.
    """

    kinds: tuple[int, ...]

    def __repr__(self) -> str:
        """Nothing of it: a traceback or a log must not tell kinds. `str` is the action text."""
        return f"<Seichu placement of {len(self.kinds)} pieces>"

    @property
    def letters(self) -> str:
        """Front rank and back rank from the owner's view, such as ``"KRBG/SNLP"``."""
        return f"{letters_of(self.kinds[:4])}/{letters_of(self.kinds[4:])}"

    def __str__(self) -> str:
        return f"setup:{self.letters}"


class Answer(StrEnum):
    """An answer in place of a move: a Doubt, or that there is none."""

    DOUBT = "doubt"
    ACCEPT = "accept"


Move: TypeAlias = Step | Drop | Placement | Answer

ANSWERS = {str(answer): answer for answer in Answer}


@cache
def step_of(origin: int, target: int, *, trial: bool = False) -> Step:
    """Return the step between two squares; always the same object."""
    return Step(origin, target, trial)


@cache
def drop_of(kind: int, target: int) -> Drop:
    """Return the drop of *kind*; always the same object."""
    return Drop(kind, target)


def placement_of(letters: str) -> Placement:
    """The placement of letters such as ``"KRBG/SNLP"``; raises InvalidMove for any other text."""
    return _placement(f"setup:{letters}")


def read_move(text: str) -> Move:
    """The move of a text such as ``"b3b4"`` or ``"P*c4"``; raises InvalidMove for any other."""
    if text.startswith("setup:"):
        return _placement(text)
    if text in ANSWERS:
        return ANSWERS[text]
    if found := _STEP.fullmatch(text):
        return step_of(SQUARES[found[1]], SQUARES[found[2]], trial=bool(found[3]))
    if found := _DROP.fullmatch(text):
        return drop_of(KIND_OF_LETTER[found[1]], SQUARES[found[2]])
    raise InvalidMove(f"not a Seichu move: {text[:40]!r}")


def _placement(text: str) -> Placement:
    found = _PLACEMENT.fullmatch(text)
    if found is None:
        raise InvalidMove("not a set-up")  # and not quoted: all but a letter may be right
    return Placement(tuple(KIND_OF_LETTER[letter] for letter in found[1] + found[2]))

"""A move, its text, and its code: the small int that inner loops use for it (§9)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engines.core.errors import InvalidMove
from engines.gungi.pieces import KIND_LETTERS, KINDS_BY_LETTER, TACTICIAN
from engines.gungi.squares import SQUARE_NAMES, SQUARES

GO, CAPTURE, STACK, DROP, PLACE, DONE = range(6)
"""What a move does: to an empty square, take, stack, from the hand, set up, end setting up."""

SIGNS = ("", "x", "+", "*", "@")

_FROM_BOARD = re.compile(r"([a-i][1-9])([x+]?)([a-i][1-9])(?:&(1|2|1,2))?")
_FROM_HAND = re.compile(rf"([{KIND_LETTERS[1:]}])([*@])([a-i][1-9])(?:&(1|2|1,2))?")
_LEVELS: dict[str | None, tuple[int, ...]] = {None: (), "1": (1,), "2": (2,), "1,2": (1, 2)}
_MASKS = {(): 0, (1,): 1, (2,): 2, (1, 2): 3}
_LEVELS_OF_MASK = {mask: levels for levels, mask in _MASKS.items()}

TARGET, ORIGIN, LEVELS, ACT = 0, 7, 14, 16
"""From which bit on a code tells what."""
SQUARE_MASK = 127
LEVEL_MASK = 3


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a seat in its turn."""

    act: int
    """One of GO to DONE."""
    origin: int = 0
    """The square that is left; for DROP and PLACE the kind that comes from the hand."""
    target: int = 0
    levels: tuple[int, ...] = ()
    """The levels of the stack below that are betrayed, the bottom being 1 (§6)."""

    @property
    def code(self) -> int:
        """The target in the lowest seven bits, then origin, levels and act."""
        return self.act << ACT | _MASKS[self.levels] << LEVELS | self.origin << ORIGIN | self.target

    @property
    def is_from_hand(self) -> bool:
        """True if it brings a piece to the board."""
        return self.act in (DROP, PLACE)

    def __str__(self) -> str:
        if self.act == DONE:
            return "done"
        origin = KIND_LETTERS[self.origin] if self.is_from_hand else SQUARE_NAMES[self.origin]
        betrayal = "&" + ",".join(map(str, self.levels)) if self.levels else ""
        return f"{origin}{SIGNS[self.act]}{SQUARE_NAMES[self.target]}{betrayal}"


FINISHED = Move(DONE)


@cache
def move_of(code: int) -> Move:
    """Return the move with this code; always the same object."""
    return Move(
        code >> ACT,
        code >> ORIGIN & SQUARE_MASK,
        code & SQUARE_MASK,
        _LEVELS_OF_MASK[code >> LEVELS & LEVEL_MASK],
    )


def levels_of(code: int) -> tuple[int, ...]:
    """Return the levels that the move with this code betrays."""
    return _LEVELS_OF_MASK[code >> LEVELS & LEVEL_MASK]


def read_move(text: str) -> Move:
    """The move of a text such as ``"e3xe4"`` or ``"t*e4&1"``; raises InvalidMove for any other.

    Betrayal goes with stacking, and with dropping the tactician; nothing else
    can be written with it.
    """
    if text == "done":
        return FINISHED
    found = _FROM_BOARD.fullmatch(text) or _FROM_HAND.fullmatch(text)
    if found is None:
        raise InvalidMove(f"not a Gungi move: {text[:40]!r}")
    origin, sign, target, written = found.groups()
    act, levels = SIGNS.index(sign), _LEVELS[written]
    if levels and not (act == STACK or (act == DROP and origin == KIND_LETTERS[TACTICIAN])):
        raise InvalidMove(f"no betrayal in such a move: {text[:40]!r}")
    number = KINDS_BY_LETTER[origin] if act in (DROP, PLACE) else SQUARES[origin]
    return Move(act, number, SQUARES[target], levels)

"""What a view of Gungi says in short text, read: stacks, hands, and moves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.boards.kit.layouts import Layout

LAYOUT = Layout(files=tuple("abcdefghi"), ranks=tuple("123456789"))

KINDS = "MGIJWNRSFDCAKT"
"""The letters of the kinds, in the order of the rules page."""

Stacks = dict[str, str]
"""By square, the letters of what stands there from the bottom up; Black's are capitals."""

DONE = "done"
_PARTS = re.compile(r"(\d)|\|([A-Za-z:]+)\||([A-Za-z])")
_COUNTS = re.compile(r"([A-Za-z])(\d)")
_MOVE = re.compile(r"([a-i][1-9]|[a-z])([x+*@]?)([a-i][1-9])(?:&([\d,]+))?")


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as its text says it; not for `DONE`."""

    origin: str
    """The square that is left, or the letter of what comes from the hand."""
    sign: str
    """Empty for a step, "x" to take, "+" to stack, "*" to drop, "@" to place."""
    target: str
    levels: tuple[int, ...]
    """Which levels of the stack below are betrayed, the bottom being 1."""

    @property
    def is_from_hand(self) -> bool:
        """True if it brings a piece to the board."""
        return self.sign in ("*", "@")

    @property
    def path(self) -> str:
        """The move in short, without the piece."""
        levels = "&" + ",".join(map(str, self.levels)) if self.levels else ""
        shown = {"x": "×", "": "–"}.get(self.sign, self.sign)
        return f"{'' if self.is_from_hand else self.origin}{shown}{self.target}{levels}"


def read_ply(text: str) -> Ply:
    """Return the parts of a move's text."""
    found = _MOVE.fullmatch(text)
    assert found is not None, text
    origin, sign, target, levels = found.groups()
    return Ply(origin, sign, target, tuple(map(int, levels.split(","))) if levels else ())


def read_board(board: str) -> Stacks:
    """Return what stands where."""
    found: Stacks = {}
    for (_rank, row), text in zip(LAYOUT.rows(is_turned=False), board.split("/"), strict=True):
        place = 0
        for run, stack, letter in _PARTS.findall(text):
            if run:
                place += int(run)
            else:
                found[row[place].square] = stack.replace(":", "") or letter
                place += 1
    return found


def read_hand(hand: str) -> dict[str, int]:
    """Return how many there are of each kind, by capital letter, in the order of the rules page."""
    return {letter.upper(): int(count) for letter, count in _COUNTS.findall(hand)}


def seat_of(letter: str) -> int:
    """Return whose piece it is."""
    return int(letter.islower())


def taken_from(stack: str, seat: int) -> str:
    """Return the letters a stack loses when *seat* captures it."""
    return "".join(letter for letter in stack if seat_of(letter) != seat)


def left_on(stack: str, seat: int, ply: Ply) -> str:
    """Return what is left of *stack* below the piece of *seat* that comes onto it by *ply*."""
    if ply.sign == "x":
        return "".join(letter for letter in stack if seat_of(letter) == seat)
    return "".join(
        letter.swapcase() if level in ply.levels else letter
        for level, letter in enumerate(stack, start=1)
    )


def front_of(stacks: Stacks, seat: int) -> str:
    """The rank of *seat*'s most advanced stack, beyond which it may not drop; empty without one."""
    ranks = [square[1] for square, stack in stacks.items() if seat_of(stack[-1]) == seat]
    return "" if not ranks else min(ranks) if seat else max(ranks)

"""Which squares are attacked, and what an attack hangs on (§2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.gungi.board import Board
from engines.gungi.hands import marshal_square
from engines.gungi.squares import GRID, PLACES
from engines.gungi.stacks import HEIGHT, TALLEST
from engines.gungi.tables import JUMP, PLAIN


def is_attacked(board: Board, square: int, by: int, origins: Iterable[int] = GRID.squares) -> bool:
    """Return whether a piece of *by*, on one of *origins*, could capture what stands on
    *square*."""
    stacks, approaches = board.stacks, board.rules.movement.approaches
    place, needed = PLACES[square], HEIGHT[stacks[square]]
    for origin in origins:
        stack = stacks[origin]
        if not stack or stack >> 4 & 1 != by:
            continue
        tier = HEIGHT[stack]
        approach = approaches[tier << 5 | stack & 31][place - PLACES[origin]]
        if approach is None or tier < needed:
            continue
        stops, passed = approach
        passable = 0 if stops == PLAIN else tier
        for step in passed:
            if HEIGHT[stacks[origin + step]] > passable:
                break
        else:
            return True
    return False


def is_in_check(board: Board, seat: int) -> bool:
    """Return whether *seat*'s marshal could be captured; never without one."""
    square = marshal_square(board.stacks, seat)
    return square >= 0 and is_attacked(board, square, 1 - seat)


class Watch:
    """All that the safety of the marshal on *square* depends on, as long as it stays there.

    Generous: a move that touches none of this is certainly safe; one that does may be safe.
    """

    def __init__(self, board: Board, square: int, by: int) -> None:
        self.square = square
        self.attacks: list[set[int]] = []
        """For each attack there is: its origin, and the squares where it can be blocked."""
        self.held: set[int] = set()
        """What may not be left: the last thing between an attacker and the marshal."""
        self.lowered: set[int] = set()
        """Stacks too tall for a leaping attacker, which may neither be left nor made lower."""
        self.origins: list[int] = []
        """Every enemy piece that a line leads from to the marshal, blocked or not."""
        approaches, needed = board.rules.movement.approaches, HEIGHT[board.stacks[square]]
        for origin, stack in enumerate(board.stacks):
            if stack and stack >> 4 & 1 == by:
                key = HEIGHT[stack] << 5 | stack & 31
                approach = approaches[key][PLACES[square] - PLACES[origin]]
                if approach is not None and HEIGHT[stack] >= needed:
                    self.origins.append(origin)
                    self._add(board.stacks, by, origin, *approach)

    def _add(
        self, stacks: list[int], by: int, origin: int, stops: int, passed: tuple[int, ...]
    ) -> None:
        """One enemy piece: an attack, or what keeps it from being one."""
        passable = 0 if stops == PLAIN else TALLEST if stops == JUMP else HEIGHT[stacks[origin]]
        way = [origin + step for step in passed]
        blocks = [square for square in way if HEIGHT[stacks[square]] > passable]
        if not blocks:
            self.attacks.append({origin, *way})
        elif stops != PLAIN:
            self.lowered.update(blocks)
        elif len(blocks) == 1 and HEIGHT[stacks[blocks[0]]] == 1 and stacks[blocks[0]] >> 4 != by:
            self.held.update(blocks)

    @property
    def answers(self) -> set[int]:
        """The squares that a piece has to enter to meet every attack there is."""
        return set.intersection(*self.attacks)

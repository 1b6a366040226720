"""What the public record tells of every piece: where it went, whom it fought, what it may be.

A piece is known by its start square, which everybody can follow through the
record. That is its number here and in everything built on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.hidden import OVER
from engines.gunjin.battle import NO_BATTLE
from engines.gunjin.movement import kinds_that_move
from engines.gunjin.pieces import ALL, EMPTY, MOVABLE, OCCUPIERS, SEAT_OF
from engines.gunjin.squares import BEHIND, HEADQUARTERS, IS_HOME
from engines.gunjin.view import GunjinView

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle; *support* is the defender's own piece right behind it, or NOWHERE."""

    attacker: int
    defender: int
    support: int
    result: int

    @property
    def pieces(self) -> tuple[int, ...]:
        """All whose kinds it tells something of."""
        fighters = (self.attacker, self.defender)
        return fighters if self.support == NOWHERE else (*fighters, self.support)


@dataclass(slots=True)
class History:
    """Public facts of a match in play, by the start squares of the pieces."""

    square_of: list[int]
    """Where each piece stands now; NOWHERE for one that fell, and where no piece began."""
    fallen_at: list[int]
    """The number of the step in which each piece fell, from 1; 0 for others."""
    kinds: list[int]
    """What each piece may be as far as its own moves tell (a mask); 0 where no piece began."""
    battles: list[Battle]
    steps: list[int]
    """How many steps each piece has made, attacks among them."""


def history_of(view: GunjinView) -> History:
    """Return the public facts of the match *view* shows; it uses nothing private."""
    followed = _Followed(view)
    for number, (origin, target, result) in enumerate(view.record, start=1):
        followed.step(number, origin, target, result)
    facts = followed.facts
    for square, piece in enumerate(followed.on):
        if piece != NOWHERE:
            facts.square_of[piece] = square
    return facts


class _Followed:
    """The board of numbered pieces, step by step."""

    def __init__(self, view: GunjinView) -> None:
        self.seats = [SEAT_OF[piece] for piece in view.start]
        self.on = [NOWHERE if piece == EMPTY else square for square, piece in enumerate(view.start)]
        self.occupied = sum(1 << square for square in self.on if square != NOWHERE)
        self.mover = 0 if view.first is None else int(view.first)
        self.last = len(view.record) if view.phase == OVER else NOWHERE
        kinds = [
            0 if owner < 0 else _at_start(owner, square) for square, owner in enumerate(self.seats)
        ]
        self.facts = History([NOWHERE] * 46, [0] * 46, kinds, [], [0] * 46)

    def step(self, number: int, origin: int, target: int, result: int) -> None:
        """Move a piece, and note what that tells of it."""
        on, mover = self.on, self.mover
        piece = on[origin]
        kinds = self.facts.kinds
        self.facts.steps[piece] += 1
        kinds[piece] &= kinds_that_move(self.occupied, mover, origin, target)
        on[origin] = NOWHERE
        self.occupied &= ~(1 << origin)
        if result == NO_BATTLE:
            on[target] = piece
            self.occupied |= 1 << target
        else:
            self._fight(number, piece, target, result)
        held = on[HEADQUARTERS[1 - mover]]
        if held >= 0 and self.seats[held] == mover and number != self.last:
            kinds[held] &= ~OCCUPIERS  # it did not win there (§6.1)
        self.mover = 1 - mover

    def _fight(self, number: int, piece: int, target: int, result: int) -> None:
        enemy = self.on[target]
        self.facts.battles.append(Battle(piece, enemy, self._support(target), result))
        left = (NOWHERE, piece, enemy, NOWHERE)[result]
        self.on[target] = left
        if left == NOWHERE:
            self.occupied &= ~(1 << target)
        for fighter in (piece, enemy):
            self.facts.fallen_at[fighter] = 0 if left == fighter else number

    def _support(self, target: int) -> int:
        """The piece behind the defender on *target*; the attacker has left its square already."""
        behind = BEHIND[1 - self.mover][target]
        found = self.on[behind] if behind >= 0 else NOWHERE
        return found if found >= 0 and self.seats[found] != self.mover else NOWHERE


def _at_start(seat: int, square: int) -> int:
    """Return what a piece may be before it has done anything: fixed ones stand at home."""
    return ALL if IS_HOME[seat][square] else MOVABLE

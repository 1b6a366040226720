"""Where one piece gets to, by the engine's own tables: for rules pages and for trying out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.gungi.board import Board
from engines.gungi.meta import RULE_SETS
from engines.gungi.movement import moves_from
from engines.gungi.moves import CAPTURE, GO, STACK, move_of
from engines.gungi.pieces import KINDS_BY_LETTER, MARSHAL, PIECES, SOLDIER, piece_of
from engines.gungi.rulesets import BY_NAME
from engines.gungi.squares import SQUARE_NAMES, SQUARES
from engines.gungi.stacks import stack_of

_NOTHING = (0,) * (max(KINDS_BY_LETTER.values()) + 1)


@dataclass(frozen=True, slots=True)
class Reach:
    """The names of squares, each list in the order of the board, a1 first."""

    goes: tuple[str, ...]
    """Empty squares it can go to."""
    captures: tuple[str, ...]
    """Where it can capture."""
    stacks: tuple[str, ...]
    """Where it can stack."""

    @property
    def squares(self) -> tuple[str, ...]:
        """All of them, once each."""
        return tuple(sorted({*self.goes, *self.captures, *self.stacks}, key=SQUARES.__getitem__))


def reach(
    kind: str,
    tier: int,
    seat: int,
    square: str,
    obstacles: Mapping[str, str] | None = None,
    rules: str = RULE_SETS[0],
) -> Reach:
    """Return where a piece of *kind* (a lower-case letter) gets to from *square* at *tier*.

    Obstacles are stacks by square: their letters from bottom to top, Black's
    capitals, such as ``{"e5": "Dd"}``. No marshal's safety is asked for.
    ValueError for what the rule set does not have: kinds, squares, tiers,
    stacks above the limit, and obstacles where the piece stands.
    """
    chosen = BY_NAME.get(rules)
    known = chosen and square in SQUARES and KINDS_BY_LETTER.get(kind) and seat in (0, 1)
    if chosen is None or not known or not 1 <= tier <= chosen.limit:
        raise ValueError("there is no such piece")
    stacks = _obstacles(obstacles or {}, square, chosen.limit)
    below = [piece_of(seat, SOLDIER)] * (tier - 1)
    origin = SQUARES[square]
    stacks[origin] = stack_of([*below, piece_of(seat, KINDS_BY_LETTER[kind])])
    codes = moves_from(Board(stacks, (_NOTHING, _NOTHING), chosen), seat, origin)
    found = sorted((move.target, move.act) for move in map(move_of, codes))
    goes, captures, onto = (
        tuple(SQUARE_NAMES[target] for target, act in found if act == wanted)
        for wanted in (GO, CAPTURE, STACK)
    )
    return Reach(goes, captures, onto)


def _obstacles(obstacles: Mapping[str, str], square: str, limit: int) -> list[int]:
    """Return the board with them alone; ValueError for what cannot stand there."""
    stacks = [0] * len(SQUARES)
    for name, letters in obstacles.items():
        if name not in SQUARES or name == square:
            raise ValueError("nothing can stand there")
        stacks[SQUARES[name]] = _obstacle(letters, limit)
    return stacks


def _obstacle(letters: str, limit: int) -> int:
    """Return the stack of these letters; ValueError for any other text."""
    pieces = [PIECES.get(letter, 0) for letter in letters]
    covered = [piece for piece in pieces[:-1] if piece & 15 == MARSHAL]
    if not 1 <= len(pieces) <= limit or not all(pieces) or covered:
        raise ValueError("not a stack")
    return stack_of(pieces)

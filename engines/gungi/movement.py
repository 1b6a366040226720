"""How pieces go from square to square (§3–§6), without asking what becomes of the marshal."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engines.gungi.board import Board, Hand
from engines.gungi.moves import ACT, CAPTURE, LEVELS, ORIGIN, SQUARE_MASK, STACK
from engines.gungi.pieces import MARSHAL, TACTICIAN
from engines.gungi.stacks import HEIGHT, TALLEST, levels_held, piece_at
from engines.gungi.tables import Gated

Add = Callable[[int], None]


def moves_from(board: Board, seat: int, origin: int) -> list[int]:
    """The codes of the moves from *origin*, as the piece goes; none if it is not *seat*'s."""
    codes: list[int] = []
    stack = board.stacks[origin]
    if stack and stack >> 4 & 1 == seat:
        _add_moves(board, seat, origin, codes.append)
    return codes


def moves_apart(
    board: Board, seat: int, origins: list[int], apart: Collection[int]
) -> tuple[list[int], list[int]]:
    """Return the codes of the moves from *origins*; those from squares *apart* in a second list."""
    codes: list[int] = []
    codes_apart: list[int] = []
    for origin in origins:
        _add_moves(board, seat, origin, codes_apart.append if origin in apart else codes.append)
    return codes, codes_apart


def betrayals(stack: int, seat: int, hand: Hand) -> list[int]:
    """Return the non-empty sets of levels of *stack* that a tactician of *seat* can betray (§6).

    As the masks of codes: one piece of the same kind in hand for each level.
    """
    masks = []
    for mask in (1, 2, 3):
        levels = [level for level in (1, 2) if mask & level]
        theirs = levels_held(stack, 1 - seat)
        kinds = [piece_at(stack, level) & 15 for level in levels if level in theirs]
        if len(kinds) == len(levels) and all(hand[kind] >= kinds.count(kind) for kind in kinds):
            masks.append(mask)
    return masks


def _add_moves(board: Board, seat: int, origin: int, add: Add) -> None:
    stacks, stack = board.stacks, board.stacks[origin]
    tier, base = HEIGHT[stack], origin << ORIGIN
    plain, gated = board.rules.movement.rays[tier << 5 | stack & 31][origin]
    for ray in plain:
        for target in ray:
            if stacks[target]:
                if HEIGHT[stacks[target]] <= tier:
                    _add_meeting(board, seat, base | target, add)
                break
            add(base | target)
    if gated:
        _add_gated(board, seat, origin, gated, add)


def _add_gated(board: Board, seat: int, origin: int, gated: tuple[Gated, ...], add: Add) -> None:
    """The lines that pass over something before the first landing, or leap, or jump (§5)."""
    stacks, base = board.stacks, origin << ORIGIN
    tier = HEIGHT[stacks[origin]]
    for stops, gates, landings in gated:
        passable = (0, tier, TALLEST)[stops]
        if any(HEIGHT[stacks[gate]] > passable for gate in gates):
            continue
        for target in landings:
            height = HEIGHT[stacks[target]]
            if not height:
                add(base | target)
            elif height <= tier:
                _add_meeting(board, seat, base | target, add)
            if height > passable:
                break


def _add_meeting(board: Board, seat: int, code: int, add: Add) -> None:
    """Adds what the mover can do on an occupied square: capture, stack, betray (§4, §6)."""
    stack = board.stacks[code & SQUARE_MASK]
    kind = board.stacks[code >> ORIGIN] & 15
    if stack >> 4 & 1 != seat:
        add(code | CAPTURE << ACT)
    if stack & 15 == MARSHAL or HEIGHT[stack] >= board.rules.limit:
        return
    if kind == MARSHAL and not board.rules.marshal_stacks:
        return
    add(code | STACK << ACT)
    if kind == TACTICIAN:
        for mask in betrayals(stack, seat, board.hands[seat]):
            add(code | STACK << ACT | mask << LEVELS)

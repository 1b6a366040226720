"""Gungi as gungi.js writes it: its FEN and its moves, in which Black is called white.

A side is done there with the word of its last placement, not with a move of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.gungi.board import make
from engines.gungi.moves import CAPTURE, DONE, STACK, Move
from engines.gungi.pieces import KANJI
from engines.gungi.position import Start
from engines.gungi.progress import step
from engines.gungi.stacks import HEIGHT, piece_at
from engines.gungi.text import write_hand, write_ranks

NUMBERED = ("intro", "beginner", "intermediate", "advanced")
"""The rule sets by their numbers there; ours of the guide it does not know."""
_PLACING = {(): "-", (0, 1): "wb", (1,): "b"}


def fen(start: Start) -> str:
    """Return the position."""
    hands = "/".join(write_hand(hand, seat) for seat, hand in enumerate(start.hands))
    rules = str(NUMBERED.index(start.rules)) if start.rules in NUMBERED else start.rules
    placing = _PLACING[tuple(map(int, start.placing))]
    return f"{write_ranks(start.stacks)} {hands} {'wb'[start.to_move]} {rules} {placing} 1"


def words(start: Start, moves: Sequence[Move]) -> Iterator[str]:
    """Yield *moves*, which are open one after the other from *start*; fewer where a side says that
    it is done."""
    line, last = list[tuple[Start, Move]](), set[int]()
    placed = dict[int, int]()
    here = start
    for number, move in enumerate(moves):
        after = step(here, move)
        if here.placing:
            if move.act != DONE:
                placed[here.to_move] = number
            if move.act == DONE or not any(after.hands[here.to_move]):
                last.add(placed.get(here.to_move, -1))
        line.append((here, move))
        here = after
    for number, (before, move) in enumerate(line):
        if move.act != DONE:
            yield _word(before, move) + "終" * (number in last)


def _word(before: Start, move: Move) -> str:
    stacks, onto = list(before.stacks), before.stacks[move.target]
    make(stacks, before.to_move, move.code)
    target = _place(move.target, HEIGHT[stacks[move.target]])
    betrayed = "".join(KANJI[piece_at(onto, level) & 15] for level in move.levels)
    if move.is_from_hand:
        sign = f"返{betrayed}" if betrayed else "付" if onto else ""
        return f"新{KANJI[move.origin]}({target}){sign}"
    origin = before.stacks[move.origin]
    stacked = HEIGHT[stacks[move.target]] > max(1, HEIGHT[origin])
    sign = f"返{betrayed}" if betrayed else "付" if move.act == STACK or stacked else ""
    kind = KANJI[piece_at(origin, HEIGHT[origin]) & 15]
    taken = "取" if move.act == CAPTURE else ""
    return f"{kind}({_place(move.origin, HEIGHT[origin])}){taken}({target}){sign}"


def _place(square: int, tier: int) -> str:
    """Row from White's side, file from the right, and height."""
    rank, file = divmod(square, 9)
    return f"{9 - rank}-{9 - file}-{tier}"

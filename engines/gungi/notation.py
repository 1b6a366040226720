"""Moves in the official notation (§10): file, row, tier and piece of where they end.

Files are counted from 9 on Black's left to 1, rows from 1 at the top to 9, as
in ``5-6-2兵ツケ(5-7-1)``; where the piece came from follows in brackets.
"""

from __future__ import annotations

from engines.gungi.board import make
from engines.gungi.moves import CAPTURE, DONE, DROP, PLACE, STACK, Move
from engines.gungi.pieces import KANJI
from engines.gungi.position import Start
from engines.gungi.stacks import HEIGHT, piece_at
from engines.gungi.view import GungiView

_MARKS = {CAPTURE: "取", STACK: "ツケ"}
_NEW, _DONE, _BETRAYS = "新", "終", "返"


def official(before: Start | GungiView, move: Move) -> str:
    """*move* in the official notation; *before* is the position, or its view, it is made in.

    Drops and placements begin with 新, the end of setting up is 終, and 返 is
    followed by the kinds that are betrayed, from bottom to top.
    """
    if move.act == DONE:
        return _DONE
    seat, stacks = before.to_move or 0, list(before.stacks)
    onto = stacks[move.target]
    _, left, _ = make(stacks, seat, move.code)
    stack = stacks[move.target]
    text = f"{_place(move.target, HEIGHT[stack])}{KANJI[stack & 15]}{_mark(move, onto)}"
    if move.is_from_hand:
        return _NEW + text
    return f"{text}({_place(move.origin, HEIGHT[left])})"


def _mark(move: Move, onto: int) -> str:
    betrayed = "".join(KANJI[piece_at(onto, level) & 15] for level in move.levels)
    stacks = move.act == STACK or (move.act in (DROP, PLACE) and onto)
    mark = _MARKS[STACK] if stacks else _MARKS.get(move.act, "")
    return mark + (_BETRAYS + betrayed if betrayed else "")


def _place(square: int, tier: int) -> str:
    rank, file = divmod(square, 9)
    return f"{9 - file}-{9 - rank}-{tier}"

"""Many different Xiongqi positions, drawn by dice: from play, and strewn over the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engines.core.dice import Dice
from engines.registry import engine_for
from tests.engines.playing import playout

XIONGQI = engine_for("xiongqi", 1)


def played(seed: bytes, number: int) -> Iterator[str]:
    """*number* positions of random matches that are not over."""
    texts = (
        XIONGQI.codec.write(ply.position)
        for match in count()
        for ply in playout(XIONGQI, seed + match.to_bytes(4, "big"), limit=250)
        if XIONGQI.to_act(ply.position)
    )
    yield from (text for text, _ in zip(texts, range(number), strict=False))


def strewn(seed: bytes, number: int) -> Iterator[str]:
    """*number* texts with pieces strewn at random, promoted ones too; the sides may be in check.

    In every other one the generals share a file. Not all of them can be read:
    in some the side to move could take the general.
    """
    for index in range(number):
        yield _strewn(Dice(seed, str(index)))


def _strewn(dice: Dice) -> str:
    south = dice.below(64)
    north = dice.below(64)
    if dice.below(2):
        north = north // 8 * 8 + south % 8
    if north == south:
        north = (south + 16) % 64
    board = {south: "G", north: "g"}
    for _ in range(dice.choice((2, 6, 12, 20, 28))):
        square = dice.below(64)
        letter = dice.choice("AACCRRBBHHESSSSSS")
        board.setdefault(square, dice.choice((letter, letter.lower())))
    _lift_soldiers(board)
    rows = [
        "".join(board.get(8 * rank + file, ".") for file in range(8)) for rank in range(7, -1, -1)
    ]
    text = "/".join(rows)
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    return f"{text} {dice.choice('SN')}"


def _lift_soldiers(board: dict[int, str]) -> None:
    """No soldier stands behind the rank it started from."""
    for square, letter in list(board.items()):
        if (letter == "S" and square < 16) or (letter == "s" and square >= 48):
            del board[square]

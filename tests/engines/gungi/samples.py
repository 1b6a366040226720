"""Many different Gungi positions, drawn by dice: from play, and strewn over the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from engines.core.dice import Dice
from engines.gungi.engine import ENGINE
from engines.gungi.moves import CAPTURE, DROP, STACK, Move
from engines.gungi.pieces import KINDS, MARSHAL, TACTICIAN
from engines.gungi.position import Position
from engines.gungi.rulesets import BY_NAME
from engines.gungi.stacks import stack_of
from engines.gungi.text import write_hand, write_stack
from tests.engines.gungi.boards import started, view


def lively(rules: str, seed: bytes, limit: int = 200) -> Iterator[Position]:
    """A random match in which moves on the board are as likely as drops, and stacks common."""
    here = started(rules)
    yield here
    for number in range(limit):
        if here.outcome:
            return
        dice = Dice(seed, f"{number}")
        here = ENGINE.play(here, here.to_move, _lively(here, dice), dice).position
        yield here


def _lively(here: Position, dice: Dice) -> Move:
    moves = list(ENGINE.legal_moves(view(here)))
    wanted = dice.choice((None, None, STACK, CAPTURE, DROP))
    some = [move for move in moves if move.act == wanted or (wanted is None and move.act != DROP)]
    return dice.choice(some or moves)


def played(rules: str, seed: bytes, number: int, every: int = 1) -> Iterator[str]:
    """*number* positions of lively matches that are not over, one in *every*."""
    texts = (
        ENGINE.codec.write(here)
        for match in count()
        for here in list(lively(rules, seed + match.to_bytes(4, "big")))[::every]
        if here.outcome is None
    )
    yield from (text for text, _ in zip(texts, range(number), strict=False))


def strewn(rules: str, seed: bytes, number: int) -> Iterator[str]:
    """*number* texts with stacks strewn at random, the marshals often near; any side in check."""
    for index in range(number):
        yield _strewn(rules, Dice(seed, f"{rules} {index}"))


def _strewn(rules: str, dice: Dice) -> str:
    chosen = BY_NAME[rules]
    left = Counter(
        kind | seat << 4 for seat in (0, 1) for kind in KINDS for _ in range(chosen.army[kind])
    )
    stacks: dict[int, list[int]] = {}
    for _ in range(dice.choice((3, 10, 20, 30, 44))):
        piece = dice.choice(sorted(left.elements()))
        if piece & 15 != MARSHAL:
            left[piece] -= 1
            square = dice.choice(sorted(stacks)) if stacks and dice.below(2) else dice.below(81)
            if len(stacks.get(square, ())) < chosen.limit:
                stacks.setdefault(square, []).append(piece)
            else:
                left[piece] += 1
    seat = dice.below(2)
    _bring_tactician(stacks, left, seat, chosen.limit, dice)
    for marshal in (MARSHAL, MARSHAL | 16):
        square = dice.choice([*range(81)])
        while len(stacks.get(square, ())) >= chosen.limit or (
            stacks.get(square, [0])[-1] & 15 == MARSHAL
        ):
            square = dice.below(81)
        stacks.setdefault(square, []).append(marshal)
        left[marshal] = 0
    most = dice.choice((1, 4))
    hands = [
        tuple(min(left[kind | seat << 4], most) if kind else 0 for kind in (0, *KINDS))
        for seat in (0, 1)
    ]
    return _written(stacks, hands, rules, seat)


def _bring_tactician(
    stacks: dict[int, list[int]], left: Counter[int], seat: int, limit: int, dice: Dice
) -> None:
    """Mostly: *seat*'s tactician a step from a stack with enemies, for a betrayal."""
    tactician, ahead = TACTICIAN | seat << 4, -9 if seat else 9
    mixed = [square for square in sorted(stacks) if any(one >> 4 != seat for one in stacks[square])]
    if not left[tactician] or not mixed or not dice.below(4):
        return
    target = dice.choice(mixed)
    origin = target - ahead + dice.choice((-1, 1))
    if 0 <= origin < 81 and abs(origin % 9 - target % 9) == 1:
        stack = stacks.setdefault(origin, [])
        if len(stack) < limit:
            stack.append(tactician)
            left[tactician] -= 1


def _written(
    stacks: dict[int, list[int]], hands: list[tuple[int, ...]], rules: str, seat: int
) -> str:
    ranks = []
    for rank in range(8, -1, -1):
        units = [write_stack(stack_of(stacks.get(9 * rank + file, []))) for file in range(9)]
        row = "".join(
            "." if not unit else unit if len(unit) == 1 else f"|{':'.join(unit)}|" for unit in units
        )
        for empty in range(9, 0, -1):
            row = row.replace("." * empty, str(empty))
        ranks.append(row)
    held = "/".join(write_hand(hand, number) for number, hand in enumerate(hands))
    return f"{'/'.join(ranks)} {held} {seat} {rules} -"

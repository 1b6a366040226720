"""Battles (§5): who is left when a piece moves onto an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engines.gunjin.pieces import FLAG, IS_OF, KIND_OF, KINDS, MOVABLE, kinds_in, mask_of
from engines.gunjin.squares import BEHIND

NO_BATTLE, ATTACKER, DEFENDER, NOBODY = range(4)
"""Who is left on the square; the first is no battle at all."""

SIGNS = ("", "+", "-", "=")
"""Each result as the rules page writes it, from the attacker's side."""

_TABLE = """
      G L M C K J A B D P T H E S X
G     = + + + + + + + + + + + + - =
L     - = + + + + + + + + + + + + =
M     - - = + + + + + + + + + + + =
C     - - - = + + + + + - - + + + =
K     - - - - = + + + + - - + + + =
J     - - - - - = + + + - - + + + =
A     - - - - - - = + + - - + + + =
B     - - - - - - - = + - - + + + =
D     - - - - - - - - = - - + + + =
P     - - - + + + + + + = + + + + +
T     - - - + + + + + + - = + - + =
H     - - - - - - - - - - - = + + =
E     - - - - - - - - - - + - = + +
S     + - - - - - - - - - - - - = =
"""


def _rows() -> tuple[tuple[int, ...], ...]:
    """For each attacking kind, the result against each kind; against a flag, that of a lone one."""
    lines = [line.split()[1:] for line in _TABLE.split("\n")[2:-1]]
    lost = (NO_BATTLE,) * (len(KINDS) + 1)
    fought = (
        (ATTACKER, *(SIGNS.index(sign) for sign in line), ATTACKER)  # 0: nothing behind a flag
        for line in lines
    )
    return (lost, *fought, lost, lost)


RESULTS = _rows()
"""The result for each attacking kind (row) and defending kind. Column 0 is a flag without support,
as is the flag's own."""


def result_of(attacker: int, defender: int, behind: int) -> int:
    """Return who is left when kind *attacker* moves onto kind *defender*.

    *behind* is the kind of the defender's own piece right behind it, 0 if
    there is none; it matters to a flag only (§5.2).
    """
    return RESULTS[attacker][behind if defender == FLAG else defender]


def result_on(board: Sequence[int], origin: int, target: int) -> int:
    """Return who will be left when the piece on *origin* moves to *target*."""
    if not board[target]:
        return NO_BATTLE
    attacker, defender = KIND_OF[board[origin]], KIND_OF[board[target]]
    if defender != FLAG:
        return RESULTS[attacker][defender]
    seat = 0 if IS_OF[0][board[target]] else 1
    return result_of(attacker, FLAG, _support(board, seat, target))


def _support(board: Sequence[int], seat: int, square: int) -> int:
    """Return the kind of *seat*'s piece behind *square*, 0 if there is none."""
    behind = BEHIND[seat][square]
    return KIND_OF[board[behind]] if behind >= 0 and IS_OF[seat][board[behind]] else 0


@lru_cache(maxsize=1 << 14)
def defenders_against(attackers: int, result: int) -> int:
    """The kinds but the flag with which some kind of *attackers* would have this *result*."""
    return mask_of(
        defender
        for defender in KINDS[:-1]
        if any(RESULTS[kind][defender] == result for kind in kinds_in(attackers & MOVABLE))
    )


@lru_cache(maxsize=1 << 14)
def attackers_against(defenders: int, result: int) -> int:
    """The kinds that would have this *result* against some kind but the flag of *defenders*."""
    kinds = [kind for kind in kinds_in(defenders) if kind != FLAG]
    return mask_of(
        attacker
        for attacker in kinds_in(MOVABLE)
        if any(RESULTS[attacker][kind] == result for kind in kinds)
    )

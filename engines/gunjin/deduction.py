"""What one battle tells of the kinds of those who took part (§5)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.gunjin.battle import ATTACKER, attackers_against, defenders_against, result_of
from engines.gunjin.history import NOWHERE, Battle
from engines.gunjin.pieces import FLAG, MOVABLE

JUST_FLAG = 1 << FLAG


def narrow_by_battle(kinds: list[int], battle: Battle) -> None:
    """Take from the fighters in *kinds* (masks by piece) what no opponent of theirs accounts for.

    The piece behind the defender is narrowed once the defender must be the
    flag: it fights in the flag's place.
    """
    attacker, defender, support = battle.attacker, battle.defender, battle.support
    may_attack = attackers_against(kinds[defender] & ~JUST_FLAG, battle.result)
    may_defend = defenders_against(kinds[attacker], battle.result)
    if kinds[defender] & JUST_FLAG:
        against_flag = _attackers_against_flag(kinds, battle)
        if kinds[attacker] & against_flag:
            may_attack |= against_flag
            may_defend |= JUST_FLAG
    kinds[attacker] &= may_attack
    kinds[defender] &= may_defend
    if kinds[defender] == JUST_FLAG and support != NOWHERE:
        kinds[support] &= defenders_against(kinds[attacker], battle.result)


def explains(guess: Sequence[int], battle: Battle) -> bool:
    """Return whether the battle would have ended as it did, were these the kinds of the pieces."""
    behind = 0 if battle.support == NOWHERE else guess[battle.support]
    return result_of(guess[battle.attacker], guess[battle.defender], behind) == battle.result


def is_explained(kinds: Sequence[int], battle: Battle) -> bool:
    """Return whether it would have ended so whichever of *kinds* (masks) the pieces are."""
    plain = kinds[battle.defender] & ~JUST_FLAG
    if not _always(kinds[battle.attacker], plain, battle.result):
        return False
    if plain == kinds[battle.defender]:
        return True
    if battle.support == NOWHERE:
        return battle.result == ATTACKER
    return _always(kinds[battle.attacker], kinds[battle.support] & ~JUST_FLAG, battle.result)


def undecided(kinds: Sequence[int], battle: Battle) -> list[int]:
    """Return the pieces that could be several of *kinds*, and may have mattered to the battle."""
    pieces = battle.pieces if kinds[battle.defender] & JUST_FLAG else battle.pieces[:2]
    return [piece for piece in pieces if kinds[piece] & kinds[piece] - 1]


def _attackers_against_flag(kinds: Sequence[int], battle: Battle) -> int:
    if battle.support == NOWHERE:
        return MOVABLE if battle.result == ATTACKER else 0
    return attackers_against(kinds[battle.support], battle.result)


def _always(attackers: int, defenders: int, result: int) -> bool:
    """Return whether every attacker has this result against every defender."""
    return all(
        not defenders & ~defenders_against(1 << kind, result)
        for kind in range(1, FLAG + 1)
        if attackers >> kind & 1
    )

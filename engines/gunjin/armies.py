"""Set-ups the house makes (§3): a recommended army, or any at all."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.pieces import (
    FLAG,
    GENERAL,
    LIEUTENANT_GENERAL,
    MAJOR_GENERAL,
    MINE,
    SOUTH,
)
from engines.gunjin.setup import shuffled, warnings_about
from engines.gunjin.squares import BEHIND, SETUP_ORDER

PUBLISHED = PLACING.published()

CHANGES = 8
"""How many times two pieces of a varied army are to change places, where that is sound."""
WORTHY = {GENERAL, LIEUTENANT_GENERAL, MAJOR_GENERAL, MINE}
"""What a flag of a varied army fights like: all three recommended ones have such a flag."""


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    return placement_of(PLACING.recommended(dice))


def varied(dice: Dice) -> Placement:
    """A recommended army in which many pieces have changed places, as bots and the house set up.

    The recommended armies are known to everybody: whoever meets one of them as it is knows all
    its pieces after a few moves. So none of them is returned, nor a mirror image.
    """
    while True:
        placement = recommended(dice)
        for _change in range(CHANGES):
            kinds = list(placement.kinds)
            one, other = dice.below(len(kinds)), dice.below(len(kinds))
            kinds[one], kinds[other] = kinds[other], kinds[one]
            changed = Placement(tuple(kinds))
            if _is_sound(changed):
                placement = changed
        if str(placement) not in PUBLISHED:
            return placement


def _is_sound(placement: Placement) -> bool:
    """Whether there is nothing to warn of, and what is behind the flag is worth something."""
    kinds = dict(zip(SETUP_ORDER[SOUTH], placement.kinds, strict=True))
    flag = next(square for square, kind in kinds.items() if kind == FLAG)
    return kinds.get(BEHIND[SOUTH][flag]) in WORTHY and not warnings_about(placement)


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

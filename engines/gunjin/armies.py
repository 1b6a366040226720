"""Set-ups the house makes (§3): a recommended army, or any at all."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.hidden import Army
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.pieces import CODES, FLAG, MINE, SOUTH
from engines.gunjin.setup import pieces_of, shuffled, warnings_about
from engines.gunjin.squares import BEHIND, SETUP_ORDER

PLACINGS = {CODES.army_of(placing.pieces): placing for placing in PLACING.all()}
"""How each army is placed that there is."""
PUBLISHED = {army: placing.published() for army, placing in PLACINGS.items()}

CHANGES = 8
"""How many times two pieces of a varied army are to change places, where that is sound."""
HIGHEST = 3
"""A flag of a varied army fights like one of so many highest officers, or like a mine: all three
recommended ones have such a flag."""


def recommended(dice: Dice, army: Army) -> Placement:
    """One of the recommended set-ups of *army*, or its mirror image, each as likely."""
    return placement_of(PLACINGS[army].recommended(dice))


def varied(dice: Dice, army: Army) -> Placement:
    """A recommended army in which many pieces have changed places, as bots and the house set up.

    The recommended armies are known to everybody: whoever meets one of them as it is knows all
    its pieces after a few moves. So none of them is returned, nor a mirror image.
    """
    worthy = {*pieces_of(army)[:HIGHEST], MINE}
    while True:
        placement = recommended(dice, army)
        for _change in range(CHANGES):
            kinds = list(placement.kinds)
            one, other = dice.below(len(kinds)), dice.below(len(kinds))
            kinds[one], kinds[other] = kinds[other], kinds[one]
            changed = Placement(tuple(kinds))
            if _is_sound(changed, worthy) or not _is_sound(placement, worthy):
                placement = changed
        if _is_sound(placement, worthy) and str(placement) not in PUBLISHED[army]:
            return placement


def _is_sound(placement: Placement, worthy: set[int]) -> bool:
    """Whether there is nothing to warn of, and what is behind the flag is worth something."""
    kinds = dict(zip(SETUP_ORDER[SOUTH], placement.kinds, strict=True))
    flag = next(square for square, kind in kinds.items() if kind == FLAG)
    return kinds.get(BEHIND[SOUTH][flag]) in worthy and not warnings_about(placement)


def sample(dice: Dice, army: Army) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice, army) if dice.below(4) else recommended(dice, army)

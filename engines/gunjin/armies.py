"""Set-ups the site makes (§3): a recommended army, or any at all."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.hidden import Army
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.pieces import CODES, FLAG, MINE, SOUTH
from engines.gunjin.setup import pieces_of, shuffled, warnings_about
from engines.gunjin.squares import BEHIND, HEADQUARTERS, SETUP_ORDER

PLACINGS = {CODES.army_of(placing.pieces): placing for placing in PLACING.all()}
"""How each army is placed that there is."""
PUBLISHED = {army: placing.published() for army, placing in PLACINGS.items()}

CHANGES = 8
"""How many times two pieces of a varied army are to change places, where that is sound."""
HIGHEST = 3
"""A flag of a varied army fights like one of so many highest officers, or like a mine: all three
recommended ones have such a flag."""
MINED = 80
"""In so many of a hundred guarded armies a mine stands in the headquarters: not in all, or
everybody would know."""
_HOME = SETUP_ORDER[SOUTH].index(HEADQUARTERS[SOUTH])
"""The place of the headquarters in a set-up."""


def recommended(dice: Dice, army: Army) -> Placement:
    """One of the recommended set-ups of *army*, or its mirror image, each as likely."""
    return placement_of(PLACINGS[army].recommended(dice))


def varied(dice: Dice, army: Army) -> Placement:
    """A recommended army in which many pieces have changed places, as bots and the site set up.

    The recommended armies are known to everybody: whoever meets one of them as it is knows all
    its pieces after a few moves. So none of them is returned, nor a mirror image.
    """
    worthy = _worthy(army)
    while True:
        placement = recommended(dice, army)
        for _change in range(CHANGES):
            size = len(placement.kinds)
            changed = _swapped(placement, dice.below(size), dice.below(size))
            if _is_sound(changed, worthy) or not _is_sound(placement, worthy):
                placement = changed
        if _is_sound(placement, worthy) and str(placement) not in PUBLISHED[army]:
            return placement


def guarded(dice: Dice, army: Army) -> Placement:
    """A varied army, mostly with a mine in the headquarters: only planes and engineers get it out.

    That is worth more than any other place of a piece (docs/bots.md).
    """
    is_mined, worthy = dice.below(100) < MINED, _worthy(army)
    while True:
        placement = varied(dice, army)
        if not is_mined or placement.kinds[_HOME] == MINE:
            return placement
        mines = [place for place, kind in enumerate(placement.kinds) if kind == MINE]
        changed = _swapped(placement, dice.choice(mines), _HOME)
        if _is_sound(changed, worthy) and str(changed) not in PUBLISHED[army]:
            return changed


def _worthy(army: Army) -> set[int]:
    """Return what a flag should have behind it."""
    return {*pieces_of(army)[:HIGHEST], MINE}


def _swapped(placement: Placement, one: int, other: int) -> Placement:
    """Return the same with two pieces in each other's place."""
    kinds = list(placement.kinds)
    kinds[one], kinds[other] = kinds[other], kinds[one]
    return Placement(tuple(kinds))


def _is_sound(placement: Placement, worthy: set[int]) -> bool:
    """Return whether there is nothing to warn of, and what is behind the flag is worth
    something."""
    kinds = dict(zip(SETUP_ORDER[SOUTH], placement.kinds, strict=True))
    flag = next(square for square, kind in kinds.items() if kind == FLAG)
    return kinds.get(BEHIND[SOUTH][flag]) in worthy and not warnings_about(placement)


def sample(dice: Dice, army: Army) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice, army) if dice.below(4) else recommended(dice, army)

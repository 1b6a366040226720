"""Whole set-ups: any, some without a warning, and the recommended ones (§3)."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.hidden import Army
from engines.seichu.meta import PLACING
from engines.seichu.moves import Placement, placement_of
from engines.seichu.pieces import CODES
from engines.seichu.setup import shuffled, warnings_about

PLACINGS = {CODES.army_of(placing.pieces): placing for placing in PLACING.all()}
"""How each army is placed that there is."""
PUBLISHED = {army: placing.published() for army, placing in PLACINGS.items()}


def recommended(dice: Dice, army: Army) -> Placement:
    """One of the recommended set-ups of *army*, or its mirror image, each as likely."""
    placing = PLACINGS[army]
    action = placing.action(placing.recommended(dice))
    return placement_of(action.removeprefix("setup:"))


def varied(dice: Dice, army: Army) -> Placement:
    """Any placement without a warning, each as likely, as bots and the site set up.

    The recommended armies, which everybody knows, and their mirror images are left out.
    """
    while True:
        placement = shuffled(dice, army)
        if str(placement) not in PUBLISHED[army] and not warnings_about(placement):
            return placement


def sample(dice: Dice, army: Army) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice, army) if dice.below(4) else recommended(dice, army)

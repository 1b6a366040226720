"""Whole set-ups: any, some without a warning, and the recommended ones (§3)."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.seichu.meta import PLACING
from engines.seichu.moves import Placement, placement_of
from engines.seichu.setup import shuffled, warnings_about

PUBLISHED = PLACING.published()


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    action = PLACING.action(PLACING.recommended(dice))
    return placement_of(action.removeprefix("setup:"))


def varied(dice: Dice) -> Placement:
    """Any placement without a warning, each as likely, as bots and the house set up.

    The recommended armies, which everybody knows, and their mirror images are left out.
    """
    while True:
        placement = shuffled(dice)
        if str(placement) not in PUBLISHED and not warnings_about(placement):
            return placement


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

"""Whole set-ups: any, some without a warning, and the recommended ones (§3)."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.seichu.meta import PLACING
from engines.seichu.moves import Placement, placement_of
from engines.seichu.setup import shuffled, warnings_about


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    action = PLACING.action(PLACING.recommended(dice))
    return placement_of(action.removeprefix("setup:"))


def without_warning(dice: Dice) -> Placement:
    """Any placement without a warning, each as likely."""
    while True:
        placement = shuffled(dice)
        if not warnings_about(placement):
            return placement


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

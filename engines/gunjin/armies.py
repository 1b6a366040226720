"""Set-ups the house makes (§3): a recommended army, or any at all."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.gunjin.meta import PLACING
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.setup import shuffled


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    return placement_of(PLACING.recommended(dice))


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

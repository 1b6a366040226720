"""Recommended armies (§3), each with its plan in a line."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.dice import Dice
from engines.gunjin.moves import Placement, placement_of
from engines.gunjin.setup import mirrored, shuffled


@dataclass(frozen=True, slots=True)
class Army:
    """A recommended set-up; its name and plan are message ids."""

    slug: str
    name: str
    plan: str
    placement: Placement


ARMIES: tuple[Army, ...] = (
    Army(
        "fortress",
        "Fortress",
        "Mines before the headquarters, a flag as strong as the lieutenant general behind it:"
        " let them come and wear themselves out, then cross both bridges.",
        placement_of("ATBDDBTAPCFXXEKPHSLGMJE"),
    ),
    Army(
        "hammer",
        "Hammer",
        "Mines and flag shut the bridge on your left for good; the generals force the one on your"
        " right, with tanks close behind.",
        placement_of("DXBAALMTDFBHEGTCPXKJSEP"),
    ),
    Army(
        "scouts",
        "Scouts first",
        "Planes and engineers strike from the first step to find out who stands where; the officers"
        " stay at home until the way is clear.",
        placement_of("DEDPPBEBATXFXCTASJLMGKH"),
    ),
)


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    placement = dice.choice(ARMIES).placement
    return mirrored(placement) if dice.below(2) else placement


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

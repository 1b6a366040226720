"""Recommended armies (§3), each with its plan in a line."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.dice import Dice
from engines.seichu.moves import Placement, placement_of
from engines.seichu.setup import mirrored, shuffled, warnings_about


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
        "Snow fort",
        "The king in the corner behind gold and silver, the bishop kept in hand: let them come,"
        " and drop it where it hurts.",
        placement_of("GSPR/KLNP"),
    ),
    Army(
        "spearhead",
        "Spearhead",
        "Rook and lance behind each other on the edge break through early; a pawn in hand keeps"
        " the file shut behind them.",
        placement_of("LGPS/RKBN"),
    ),
    Army(
        "runner",
        "Running king",
        "The king sets out for the far side at once, gold and rook beside it: who takes it for a"
        " gold lets it through to a Trial.",
        placement_of("PKGR/LNBP"),
    ),
)


def recommended(dice: Dice) -> Placement:
    """One of the recommended armies, or its mirror image, each as likely."""
    placement = dice.choice(ARMIES).placement
    return mirrored(placement) if dice.below(2) else placement


def without_warning(dice: Dice) -> Placement:
    """Any placement without a standing nifu, each as likely."""
    while True:
        placement = shuffled(dice)
        if not warnings_about(placement):
            return placement


def sample(dice: Dice) -> Placement:
    """Mostly any placement at all; one in four times a recommended one."""
    return shuffled(dice) if dice.below(4) else recommended(dice)

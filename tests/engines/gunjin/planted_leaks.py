"""Leaks to be planted in Gunjin: what battles could give away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.gunjin import news
from engines.gunjin.pieces import KIND_OF, LETTERS
from tests.secrecy import comparisons as drives
from tests.secrecy import moments
from tests.secrecy.leaking import Patch, Planted, wrap

FOUGHT = range(40)
"""Pairs of which those are taken in which a battle ends alike."""


def battles(patch: Patch) -> None:
    """A battle names the piece that was attacked."""

    def leaky(stepped: Any, before: Any, step: Any, result: int) -> Any:
        event = stepped(before, step, result)
        if event.kind != "fought":
            return event
        kind = LETTERS[KIND_OF[before.board[step.target]]]
        return replace(event, public={**event.public, "defender": kind})

    wrap(patch, news, "stepped", leaky)


def prepare() -> None:
    """Make the pairs with honest rules: a leak must not make its own twins."""
    moments.prepare("gunjin", 1)
    for number in FOUGHT:
        drives.battle_of("gunjin", number)


PLANTED = {"L14 battles": Planted(battles, lambda stage: drives.fighting(stage, FOUGHT))}
"""What Gunjin has of its own, beside what is planted in every game."""

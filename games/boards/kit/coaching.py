"""What a coach says to somebody who plays a game for the first time, from their own view alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Scene

MOST_NAMED = 3
"""No more squares than these are named in a sentence."""


@dataclass(frozen=True, slots=True)
class Coach:
    """A game's coach."""

    lines: tuple[Promise, ...]
    """One before each of the first moves, in order."""
    attacks: Promise
    """What is said where enemies on %(squares)s can be taken, or attacked."""

    def line(self, scene: Scene, offers: Sequence[Offer], own_moves: int) -> str:
        """What there is to say before the next move, after *own_moves* of them."""
        if own_moves >= len(self.lines):
            return ""
        if scene.checked:
            return _("You are in check: move away, put something between, or take the attacker.")
        sentences = [str(self.lines[own_moves])]
        squares = sorted({one.squares[-1] for one in offers if one.captures and not one.shade})
        if squares:
            named = _(", ").join(squares[:MOST_NAMED])
            sentences.append(str(self.attacks) % {"squares": named})
        return " ".join(sentences)

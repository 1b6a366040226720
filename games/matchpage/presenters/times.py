"""What players can do about time besides moving: claim, give, pause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.boards.names import bot_name
from games.matchpage.selectors import BoardFacts


@dataclass(frozen=True, slots=True)
class TimePanel:
    """One sentence and what can be answered to it."""

    sentence: str
    bots: tuple[tuple[str, str], ...] = ()
    """Who can play on in the place of one who has run out of time: levels and names."""


def time_panel(facts: BoardFacts, names: Sequence[str]) -> TimePanel | None:
    """What can be done about time in the match of *facts*; None where nothing can."""
    if facts.may_claim:
        return _claim(facts, names)
    return None


def _claim(facts: BoardFacts, names: Sequence[str]) -> TimePanel:
    late = next(p for p in facts.players if p.seat != facts.seat and p.clock and p.clock.late)
    levels = meta_for(facts.game).bot_levels
    return TimePanel(
        _("%(name)s has run out of time. Without a word of yours the win is claimed for you.")
        % {"name": names[late.seat]},
        tuple((level, bot_name(facts.game, level)) for level in levels),
    )

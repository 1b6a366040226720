"""What bots answer in positions that are laid out, where there is no match and no row."""

from __future__ import annotations

from engines.catalogue import meta_for
from games.bots import thinking
from games.match.referee.studies import Laid, study_thought


def answer_to(laid: Laid) -> str:
    """The move of whoever is to act, played by the weakest bot of the game.

    Raises ThinkingFailed, and as `study_of` does.
    """
    meta = meta_for(laid.game)
    rules = laid.rules or meta.rules_version
    return thinking.choose(
        thinking.Question.about(laid.game, rules, meta.bot_levels[0], study_thought(laid))
    )

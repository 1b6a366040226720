"""Who plays the NPC nations, and who can play for an absent player."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.nation.moves import Move
from engines.nation.npc import decision_of
from engines.nation.policies import greedy_move
from engines.nation.view import NationView


class StewardBot:
    """Plays whatever seat it is given: NPC nations by the rules, the player's greedily."""

    def choose(self, view: NationView, dice: Dice) -> Move:
        """Return the next single action; ValueError if it is not the viewing seat's turn."""
        if view.outcome is not None or view.seat != view.now.turn:
            raise ValueError("not this seat's turn")
        if view.seat != view.now.player:
            return decision_of(view.now).move
        return greedy_move(view.now)


BOTS: dict[str, Bot[NationView, Move]] = {"npc": StewardBot()}
"""The opponents, by level."""

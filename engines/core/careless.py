"""A computer opponent that overlooks things, so that beginners can win against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from engines.core.dice import Dice
from engines.core.engine import Bot

V = TypeVar("V")
M = TypeVar("M")


class Careless(Generic[V, M]):
    """Another bot, which plays just some move in so many of a hundred turns."""

    def __init__(
        self, bot: Bot[V, M], some_move: Callable[[V, Dice], M | None], percent: int
    ) -> None:
        """*some_move* says None where nobody plays without thinking."""
        self._bot, self._some_move, self._percent = bot, some_move, percent

    def choose(self, view: V, dice: Dice) -> M:
        """Return the move to play; ValueError if it is not the viewer's turn."""
        is_careless = dice.below(100) < self._percent
        move = self._some_move(view, dice) if is_careless else None
        return self._bot.choose(view, dice) if move is None else move

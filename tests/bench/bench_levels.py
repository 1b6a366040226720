"""Matches between neighbouring levels of the bots, and what their moves cost.

`python -m tests.bench levels` plays them all; `python -m tests.bench.bench_levels xiongqi 40`
plays forty matches for each pair of levels of one game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Any

from engines.catalogue import GAMES, meta_for
from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.registry import bot_for, engine_for
from tests.engines.playing import contest

MATCHES = 40
LONGEST = 300
"""Plies after which a match is broken off; it counts as a draw then."""


class Timed:
    """A bot, and the processor time of each of its moves in seconds."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot
        self.times: list[float] = []

    def choose(self, view: object, dice: Dice) -> object:
        """The bot's own move."""
        began = process_time()
        move = self._bot.choose(view, dice)
        self.times.append(process_time() - began)
        return move


def played(slug: str, levels: tuple[str, str], matches: int) -> str:
    """One line of the table: how the second of two levels did against the first."""
    engine = engine_for(slug, meta_for(slug).rules_version)
    weaker, stronger = bots = [Timed(bot_for(slug, level)) for level in levels]
    won = drawn = 0
    for number in range(matches):
        seat = number % 2
        players: list[Callable[[Any, Dice], Any]] = [weaker.choose, weaker.choose]
        players[seat] = stronger.choose
        seed = bytes([number // 2])
        outcome = engine.outcome(contest(engine, seed, *players, limit=LONGEST))
        winners = outcome.winners if outcome else frozenset()
        won += winners == {seat}
        drawn += len(winners) != 1
    score = (won + drawn / 2) / matches
    costs = "  ".join(
        f"{level} {median(bot.times):6.3f} s a move, {max(bot.times):5.2f} at most"
        for level, bot in zip(levels, bots, strict=True)
    )
    return (
        f"{slug:8} {levels[1]:>6} - {levels[0]:6} {won:3} won {drawn:3} drawn"
        f" {matches - won - drawn:3} lost {score:5.0%}   {costs}"
    )


def main() -> None:
    """Print the table, each line as soon as its matches are over."""
    asked = sys.argv[1:2]
    matches = int(sys.argv[2]) if sys.argv[2:] else MATCHES
    for meta in GAMES:
        if not asked or meta.slug in asked:
            for levels in pairwise(meta.bot_levels):
                print(played(meta.slug, levels, matches), flush=True)


if __name__ == "__main__":
    main()

"""Finds the puzzles of one match that bots play: for each game how they play, and what is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.gunjin.bots import BOTS as GUNJIN_BOTS
from engines.puzzles import gunjin, seichu
from engines.puzzles.found import Source
from engines.puzzles.open_games import find
from engines.puzzles.playing import played
from engines.puzzles.xiongqi import XIONGQI
from engines.registry import engine_for
from engines.xiongqi.bots import SearchBot as XiongqiBot

LONGEST_MATCH = 120
"""Plies after which a match is broken off: what is found in it by then is enough."""
OPENING = 4
"""So many plies are played anyhow, so that no two matches are alike."""
CARELESS = 8
"""In how many of a hundred turns a move is played anyhow later on."""
LONGEST_HIDDEN = 200
QUICK_NODES = 300
MOST_A_MATCH = 3


def made(slug: str, version: int, seed: str, number: int) -> Source:
    """The match of that number, and the puzzles in it; LookupError where none are made yet."""
    return MAKERS[slug](slug, version, seed, number)


def _open(bot: Bot[Any, Any]) -> Callable[[str, int, str, int], Source]:
    def make(slug: str, version: int, seed: str, number: int) -> Source:
        engine = engine_for(slug, version)

        def choose(view: Any, dice: Dice, ply: int) -> Any:
            if ply < OPENING or dice.below(100) < CARELESS:
                return engine.sample_move(view, dice)
            return bot.choose(view, dice)

        plies, positions = played(slug, version, {}, choose, f"{seed} {number}", LONGEST_MATCH)
        texts = [engine.codec.write(position) for position in positions]
        found = []
        for one in find(XIONGQI, texts, backward=not number % 4):
            found.append(one)
            if len(found) == MOST_A_MATCH:
                break
        return Source(number, plies, found=tuple(found))

    return make


def _gunjin(slug: str, version: int, seed: str, number: int) -> Source:
    def choose(view: Any, dice: Dice, _ply: int) -> Any:
        return GUNJIN_BOTS["easy"].choose(view, dice)

    plies, positions = played(slug, version, {}, choose, f"{seed} {number}", LONGEST_HIDDEN)
    return Source(number, plies, found=tuple(gunjin.find(positions)))


def _seichu(slug: str, version: int, seed: str, number: int) -> Source:
    plies, positions = played(slug, version, {}, seichu.choose, f"{seed} {number}", LONGEST_HIDDEN)
    return Source(number, plies, found=tuple(seichu.find(positions)))


MAKERS: dict[str, Callable[[str, int, str, int], Source]] = {
    "gunjin": _gunjin,
    "seichu": _seichu,
    "xiongqi": _open(XiongqiBot(QUICK_NODES)),
}
"""How puzzles of each game are made."""

"""A bot's answer to a view, by name: all that another process needs to import.

Views come as the plain data that the codec of their game makes of them.
"""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import ForesightEngine, WeighingBot
from engines.core.jsontypes import Json
from engines.registry import bot_for, engine_for


def choose(slug: str, rules_version: int, level: str, view: Json, seed: bytes, label: str) -> str:
    """Return the action text a bot answers *view* with. Same arguments, same answer."""
    codec = engine_for(slug, rules_version).codec
    return codec.dump_move(bot_for(slug, level).choose(codec.views.load(view), Dice(seed, label)))


def weigh(
    slug: str, rules_version: int, level: str, view: Json, seed: bytes, label: str
) -> tuple[int, int | None, list[str]] | None:
    """Return what a bot takes *view* to be worth to its seat: points, in how many moves it wins or
    loses for sure, and the action texts of the best line. None where it cannot say."""
    bot: object = bot_for(slug, level)
    if not isinstance(bot, WeighingBot):
        return None
    codec = engine_for(slug, rules_version).codec
    found = bot.weigh(codec.views.load(view), Dice(seed, label))
    if found is None:
        return None
    return found.points, found.wins_in, [codec.dump_move(move) for move in found.line]


def foresee(slug: str, rules_version: int, view: Json, way: int) -> tuple[int, int, str]:
    """Return where a match would end, played on from *view* in the way of that number: points, the
    number of the turn, and the action text of the first move; "" for none.

    ValueError for a game whose matches cannot be played on so.
    """
    engine: object = engine_for(slug, rules_version)
    if not isinstance(engine, ForesightEngine):
        raise ValueError(f"{slug} is not played on")
    found = engine.foresee(engine.codec.views.load(view), way)
    text = "" if found.first is None else engine.codec.dump_move(found.first)
    return found.points, found.turn, text

"""A bot's answer to a view, by name: all that another process needs to import."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import ForesightEngine, WeighingBot
from engines.registry import bot_for, engine_for


def choose(slug: str, rules_version: int, level: str, view: object, seed: bytes, label: str) -> str:
    """The action text a bot answers *view* with. Same arguments, same answer."""
    move = bot_for(slug, level).choose(view, Dice(seed, label))
    return engine_for(slug, rules_version).codec.dump_move(move)


def weigh(
    slug: str, rules_version: int, level: str, view: object, seed: bytes, label: str
) -> tuple[int, int | None, str] | None:
    """What a bot takes *view* to be worth to its seat: points, in how many moves it wins or loses
    for sure, and the best move's action text. None where it cannot say."""
    bot: object = bot_for(slug, level)
    found = bot.weigh(view, Dice(seed, label)) if isinstance(bot, WeighingBot) else None
    if found is None:
        return None
    text = engine_for(slug, rules_version).codec.dump_move(found.best)
    return found.points, found.wins_in, text


def foresee(slug: str, rules_version: int, view: object, way: int) -> tuple[int, int, str]:
    """Where a match would end, played on from *view* in the way of that number: points, the number
    of the turn, and the action text of the first move; "" for none.

    ValueError for a game whose matches cannot be played on so.
    """
    engine: object = engine_for(slug, rules_version)
    if not isinstance(engine, ForesightEngine):
        raise ValueError(f"{slug} is not played on")
    found = engine.foresee(view, way)
    text = "" if found.first is None else engine.codec.dump_move(found.first)
    return found.points, found.turn, text

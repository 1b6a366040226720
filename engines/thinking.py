"""A bot's answer to a view, by name: all that another process needs to import."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.registry import bot_for, engine_for


def choose(slug: str, rules_version: int, level: str, view: object, seed: bytes, label: str) -> str:
    """The action text a bot answers *view* with. Same arguments, same answer."""
    move = bot_for(slug, level).choose(view, Dice(seed, label))
    return engine_for(slug, rules_version).codec.dump_move(move)

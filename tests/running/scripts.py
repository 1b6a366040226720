"""Matches written beforehand: moves by the dice, so that a driver need not think."""

from __future__ import annotations

from itertools import count

from engines.registry import engine_for
from tests.engines.playing import playout

PLIES = 80
"""How long a written match is: about that of a real one."""


def scripts(number: int, plies: int = PLIES) -> list[list[str]]:
    """*number* different matches of exactly *plies* moves, none of which ends one."""
    found: list[list[str]] = []
    for seed in count():
        moves = _moves(seed, plies + 1)
        if len(moves) > plies:
            found.append(moves[:plies])
        if len(found) == number:
            return found
    raise AssertionError


def _moves(seed: int, limit: int) -> list[str]:
    played = playout(engine_for("xiongqi", 1), f"script {seed}".encode(), limit)
    return [ply.text for ply in played if ply.text]

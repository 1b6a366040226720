"""Matches that bots play to find puzzles in: the same seed and number, the same match anywhere.

They play as lessons and puzzles are laid out (see `games.match.referee.studies`): with no seed, so
that the plies alone bring back the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for


def played(
    slug: str,
    version: int,
    options: dict[str, str],
    choose: Callable[[Any, Dice, int], Any],
    seed: str,
    most: int,
) -> tuple[tuple[str, ...], list[Any]]:
    """Return the plies of a match in which `choose(view, dice, ply)` moves for everybody, and its
    positions, each as it was before its ply; at most so many plies."""
    engine = engine_for(slug, version)
    terms = {name: values[0] for name, values in engine.meta.options.items()} | options
    here = engine.start(Terms(options=terms), Dice(b"", "0")).position
    plies: list[str] = []
    positions: list[Any] = []
    while engine.to_act(here) and len(plies) < most:
        mover: Seat = min(engine.to_act(here))
        dice = Dice(seed.encode(), f"{slug} {len(plies)}")
        move = choose(engine.view(here, Viewer.of(mover)), dice, len(plies))
        positions.append(here)
        plies.append(engine.codec.dump_move(move))
        here = engine.play(here, mover, move, Dice(b"", str(len(plies)))).position
    return tuple(plies), positions


def replayed(
    slug: str, version: int, options: dict[str, str], plies: Sequence[tuple[int, str]]
) -> list[Any]:
    """Return the positions of a match that was played, each as it was before its ply.

    *plies* are seats and moves; those that set sides up in secret are in the order of the seats.
    Raises ValueError for plies that cannot be.
    """
    engine = engine_for(slug, version)
    terms = {name: values[0] for name, values in engine.meta.options.items()} | options
    here = engine.start(Terms(options=terms), Dice(b"", "0")).position
    positions: list[Any] = []
    for number, (seat, text) in enumerate(plies, start=1):
        mover = min(engine.to_act(here), default=None)
        if mover != seat:
            raise ValueError("the plies are in another order")
        move = engine.codec.load_move(text)
        engine.check_move(engine.view(here, Viewer.of(mover)), move)
        positions.append(here)
        here = engine.play(here, mover, move, Dice(b"", str(number))).position
    return positions

"""What the tests of texts and of storage are fed with, game by game.

Each game has a module ``tests.engines.<slug>.texts`` with

* ``POSITIONS`` and ``MOVES``, texts that are read and written back, and ``BAD_POSITIONS`` and
  ``BAD_MOVES``, which are refused;
* ``PLAYED``, pairs of a start and the moves made since, as they are stored;
* ``GOOD``, a stored position, ``BAD_DATA`` that no position is stored as, and ``UNQUOTED``, starts
  whose refusal may end up in a log;
* ``REPRS`` of a position and of a placement in a game that hides something;
* ``long_match(seed)``, the positions of a match that goes on for long.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import Seat
from engines.registry import ENGINES, engine_for
from tests.engines.playing import Engine, Ply, after, playout

TEXTS: dict[str, ModuleType] = {
    engine.meta.slug: import_module(f"tests.engines.{engine.meta.slug}.texts") for engine in ENGINES
}
GAMES = [pytest.param(engine, id=engine.meta.slug) for engine in ENGINES]
NEWEST = [*{engine.meta.slug: engine for engine in ENGINES}.values()]
"""Of each game the newest rules, whose texts those of the game's module are."""
HIDING = [
    pytest.param(engine, id=engine.meta.slug) for engine in ENGINES if engine.meta.hides_information
]


def each(name: str) -> list[Any]:
    """A case for every *name* of every game: the engine, and the text."""
    return [
        pytest.param(engine, text, id=f"{engine.meta.slug}-{number}")
        for engine in NEWEST
        for number, text in enumerate(getattr(TEXTS[engine.meta.slug], name))
    ]


STRIDE = 7


def turns_of_long_matches(engine: Engine) -> Iterator[tuple[Any, Seat]]:
    """Positions without end, from everywhere in matches that go on for long, and who is to move."""
    for number in count():
        for here in TEXTS[engine.meta.slug].long_match(b"%d" % number)[2::STRIDE]:
            for seat in sorted(engine.to_act(here)):
                yield here, seat


def plies_with_news(engine: Engine) -> list[Ply]:
    """Of whole random matches, and whatever else it takes for everything to be told once."""
    return _plies_with_news(engine.meta.slug, engine.meta.rules_version)


@cache
def _plies_with_news(slug: str, rules_version: int) -> list[Ply]:
    engine = engine_for(slug, rules_version)
    found = [ply for number in range(8) for ply in playout(engine, b"m%d" % number, limit=10_000)]
    *_, last = playout(engine, b"m", limit=3)
    steps = [engine.concede(last.position, frozenset({Seat(0)}))]
    for start, moves in TEXTS[engine.meta.slug].PLAYED:
        here = after(engine, engine.codec.read(start), *moves[:-1])
        (seat,) = engine.to_act(here)
        steps.append(engine.play(here, seat, engine.codec.load_move(moves[-1]), Dice(b"", "1")))
    return [*found, *(Ply(10, step.position, step.events) for step in steps)]

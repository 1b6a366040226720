"""How fast the games that hide something are: matches, lists, views, imagined worlds, sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from time import process_time
from typing import Any, TypeVar

from engines.core.dice import Dice
from engines.core.engine import BluffingEngine
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import ENGINES, bot_for
from tests.bench.tables import print_heading, print_row
from tests.engines.playing import Engine, playout
from tests.engines.texts import TEXTS

T = TypeVar("T")

SECONDS = 3.0
"""How long each figure is measured for."""
COLUMNS = {"processor time, full speed": 28, "a second": 12}


def main() -> None:
    """Print the figures of each game."""
    for engine in ENGINES:
        if engine.meta.hides_information:
            print(engine.meta.name)
            print_heading(COLUMNS)
            _measure(engine)
            print()


def _measure(engine: Any) -> None:
    here = _positions(engine)
    views = [engine.view(p, Viewer.of(min(engine.to_act(p)))) for p in here]
    publics = [engine.view(p, BYSTANDER) for p in here]
    south, bot, dice = Viewer.of(Seat(0)), bot_for(engine.meta.slug), Dice(b"bench", "hiding")
    numbers = count()
    _report("random full matches", [engine], lambda game: _match(game, next(numbers)))
    _report("legal move lists", views, lambda view: list(engine.legal_moves(view)))
    if isinstance(engine, BluffingEngine):
        _report("lists with fouls marked", views, lambda view: list(engine.advice(view)))
    _report("views", here, lambda position: engine.view(position, south))
    _report("views as JSON", views, engine.codec.dump_view)
    _report("worlds for a seat", here, lambda position: engine.resample(position, south, dice))
    _report("worlds for a bystander", here, lambda p: engine.resample(p, BYSTANDER, dice))
    _report("sheets for a seat", views, engine.knowledge)
    _report("sheets for a bystander", publics, engine.knowledge)
    _report("moves of the bot", views, lambda view: bot.choose(view, dice))


def _match(engine: Engine, number: int) -> None:
    """A random match from set-up to its end, as the conformance suite plays it."""
    for _ in playout(engine, b"%d" % number, limit=100_000):
        pass


def _positions(engine: Engine) -> list[Any]:
    """Positions in play from all stages of some long matches."""
    matches = (TEXTS[engine.meta.slug].long_match(b"bench%d" % number) for number in range(4))
    return [here for match in matches for here in match[2::10] if engine.outcome(here) is None]


def _report(what: str, inputs: Sequence[T], task: Callable[[T], object]) -> None:
    """Print how many of *inputs*, over and over, *task* does in a second of this process's time."""
    begun, done = process_time(), 0
    while process_time() - begun < SECONDS:
        task(inputs[done % len(inputs)])
        done += 1
    print_row(COLUMNS, [what, f"{done / (process_time() - begun):,.1f}"])


if __name__ == "__main__":
    main()

"""How fast Seichu Shogi is: matches, move lists, views, imagined worlds, knowledge sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import TypeVar

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.bots import GreedyBot
from engines.seichu.engine import ENGINE
from engines.seichu.position import Position
from tests.engines.playing import playout
from tests.engines.seichu_matches import quiet_match

T = TypeVar("T")

SECONDS = 3.0
"""How long each figure is measured for."""


def main() -> None:
    """Print each figure on a line of its own."""
    here = _positions()
    views = [ENGINE.view(position, Viewer.of(position.answering)) for position in here]
    publics = [ENGINE.view(position, BYSTANDER) for position in here]
    south, bot = Viewer.of(Seat(0)), GreedyBot()
    _report("random full matches", _per_second(_match, range(10_000)))
    _report("legal move lists", _per_second(lambda v: list(ENGINE.legal_moves(v)), views))
    _report("lists with fouls marked", _per_second(lambda v: list(ENGINE.options(v)), views))
    _report("views", _per_second(lambda p: ENGINE.view(p, south), here))
    _report("views as JSON", _per_second(ENGINE.codec.dump_view, views))
    _report("worlds for a seat", _per_second(lambda p: ENGINE.resample(p, south, _DICE), here))
    _report(
        "worlds for a bystander", _per_second(lambda p: ENGINE.resample(p, BYSTANDER, _DICE), here)
    )
    _report("sheets for a seat", _per_second(ENGINE.knowledge, views))
    _report("sheets for a bystander", _per_second(ENGINE.knowledge, publics))
    _report("moves of the bot", _per_second(lambda v: bot.choose(v, _DICE), views))


_DICE = Dice(b"bench", "seichu")


def _match(number: int) -> None:
    """A random match from set-up to its end, as the conformance suite plays it."""
    for _ in playout(ENGINE, b"%d" % number, limit=100_000):
        pass


def _positions() -> list[Position]:
    """Positions in play from all stages of some long matches."""
    matches = (quiet_match(b"bench%d" % number) for number in range(4))
    return [here for match in matches for here in match[::10] if here.outcome is None]


def _per_second(task: Callable[[T], object], inputs: Sequence[T]) -> float:
    """How many of *inputs*, over and over, *task* does in a second of this process's time."""
    begun, done = process_time(), 0
    while process_time() - begun < SECONDS:
        task(inputs[done % len(inputs)])
        done += 1
    return done / (process_time() - begun)


def _report(what: str, figure: float) -> None:
    print(f"seichu: {what}: {figure:,.1f} a second")


if __name__ == "__main__":
    main()

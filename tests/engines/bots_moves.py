"""The moves that bots choose: `python -m tests.engines.bots_moves POSITIONS NODES`, as JSON.

In the open games by searches of so many nodes in the positions of shipped puzzles; in those that
hide something by the medium one, in long random matches. Besides, which file the search
is, and the processor time. Run in processes of their own by `test_compiled` and by `make bench`, as
a process has one kind of engines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from time import process_time
from typing import Any

from engines import compiled


def main() -> None:
    """Print the moves by game, so many of each."""
    compiled.install()
    from engines.core import search
    from engines.gungi.bots import SearchBot as GungiBot
    from engines.gunjin import foresight as gunjin
    from engines.registry import bot_for
    from engines.seichu import foresight as seichu
    from engines.xiongqi.bots import SearchBot as XiongqiBot

    count, nodes = int(sys.argv[1]), int(sys.argv[2])
    values: dict[str, Any] = {"files": [one.__file__ for one in (search, gunjin, seichu)]}
    bots: dict[str, Any] = {"gungi": GungiBot(nodes), "xiongqi": XiongqiBot(nodes)}
    for game, bot in bots.items():
        values[game] = _timed(bot, _of_puzzles(game, count))
    for game in ("gunjin", "seichu"):
        values[game] = _timed(bot_for(game, "medium"), _of_matches(game, count))
    print(json.dumps(values))


def _timed(bot: Any, asked: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """What *bot* chooses for engines and views, and in how much processor time."""
    from engines.core.dice import Dice

    moves, seconds = [], 0.0
    for number, (engine, view) in enumerate(asked):
        began = process_time()
        move = bot.choose(view, Dice(b"compared", str(number)))
        seconds += process_time() - began
        moves.append(engine.codec.dump_move(move))
    return {"moves": moves, "seconds": round(seconds, 3)}


def _of_puzzles(game: str, count: int) -> Iterator[tuple[Any, Any]]:
    from engines.core.seats import Viewer
    from engines.registry import engine_for
    from games.puzzles.files import read_stock, shipped_file

    head, sources = read_stock(shipped_file(game))
    engine: Any = engine_for(game, head.rules)
    texts = (one.position for source in sources for one in source.found)
    for text in islice(texts, count):
        here = engine.codec.read(text)
        yield engine, engine.view(here, Viewer.of(min(engine.to_act(here))))


def _of_matches(game: str, count: int) -> Iterator[tuple[Any, Any]]:
    from engines.core.seats import Viewer
    from engines.registry import engine_for
    from tests.engines.texts import turns_of_long_matches

    engine: Any = engine_for(game, 1)
    for here, seat in islice(turns_of_long_matches(engine), count):
        yield engine, engine.view(here, Viewer.of(seat))


if __name__ == "__main__":
    main()

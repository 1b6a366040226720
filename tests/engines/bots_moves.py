"""The moves that searches choose: `python -m tests.engines.bots_moves POSITIONS NODES`, as JSON.

The positions are those of the shipped puzzles. Besides, which file the search is, and the
processor time. Run in processes of their own by `test_compiled` and by `make bench`, as a process
has one kind of engines.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from time import process_time
from typing import Any

from config import compiled


def main() -> None:
    """Print the moves by game, so many of each, by searches of so many nodes."""
    compiled.install()
    from engines.core import search
    from engines.core.dice import Dice
    from engines.core.seats import Viewer
    from engines.gungi.bots import SearchBot as GungiBot
    from engines.registry import engine_for
    from engines.xiongqi.bots import SearchBot as XiongqiBot
    from games.puzzles.files import read_stock, shipped_file

    count, nodes = int(sys.argv[1]), int(sys.argv[2])
    values: dict[str, Any] = {"file": search.__file__}
    bots: dict[str, Any] = {"gungi": GungiBot(nodes), "xiongqi": XiongqiBot(nodes)}
    for game, bot in bots.items():
        head, sources = read_stock(shipped_file(game))
        engine: Any = engine_for(game, head.rules)
        texts = (one.position for source in sources for one in source.found)
        moves, begun = [], process_time()
        for number, text in enumerate(islice(texts, count)):
            dice = Dice(b"compared", str(number))
            here = engine.codec.read(text)
            view = engine.view(here, Viewer.of(min(engine.to_act(here))))
            moves.append(engine.codec.dump_move(bot.choose(view, dice)))
        values[game] = {"moves": moves, "seconds": round(process_time() - begun, 3)}
    print(json.dumps(values))


if __name__ == "__main__":
    main()

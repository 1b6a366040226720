"""How soon a bot answers: `python -m tests.bench answers`. Prints, never judges.

From the hint to the nudge on PostgreSQL and Redis, one after the other: an empty task, which does
nothing but nudge; one that writes the rows of a turn with Django alone; and the first move of an
easy bot, which is a whole turn: claimed, thought about, played by the rules, and told. The pace at
which bots answer people is left out.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median, quantiles

from tests.bench.tables import print_heading, print_row
from tests.running.houses import inside, servers
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

ROUNDS = 100
COLUMNS = {"from hint to nudge": 24, "p50 ms": 8, "p95 ms": 8, "x empty": 8}


def main() -> None:
    """Print the table."""
    end_in_good_order()
    missing = servers_missing()
    if missing:
        print(f"left out, for it takes PostgreSQL and Redis: {missing}")
        return
    app = "tests.bench.quick_worker"
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), app=app) as house:
        house.start()
        found = inside(house, "tests.bench.bot_turns", ROUNDS)
    print_heading(COLUMNS)
    empty = median(found["empty"])
    for name, times in found.items():
        late = quantiles(times, n=20)[-1]
        middle = median(times)
        print_row(COLUMNS, [name, f"{middle:.1f}", f"{late:.1f}", f"{middle / empty:.2f}"])


if __name__ == "__main__":
    main()

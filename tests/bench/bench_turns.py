"""The turn path as players feel it: two browsers at each match, over real sockets.

A turn is timed from the moment one browser sends the move to the moment the other one, nudged
over its web socket, has fetched and holds the new board. Players do not think: whoever holds
the board moves at once, so the first three lines of a site show the most it can take, and the
queueing that comes with it. The last line shows how it feels when there is room left.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench.browsers import Stopwatch, play_out
from tests.bench.tables import print_heading, print_row
from tests.running.houses import (
    Embedded,
    Servers,
    embedded,
    inside,
    servers,
)
from tests.running.people import Person
from tests.running.scripts import PLIES, scripts
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

WARM_UP = 1.5  # seconds
SCRIPTS = 12

House = Embedded | Servers


@dataclass(frozen=True, slots=True)
class Level:
    """How many matches are played at once, and how."""

    matches: int
    in_a_row: int
    """Matches each pair plays one after the other, if there is time."""
    pairs: int = 1
    """Who play one after the other: nobody comes near the moves that one may make in a minute."""
    seconds: float = 8.0
    pause: float = 0.0
    """Seconds a player waits before each move."""

    @property
    def name(self) -> str:
        """For the table."""
        return f"{self.matches}" + (f" at {self.pause:g} s a move" if self.pause else "")


LEVELS = (Level(1, 4, pairs=4), Level(10, 4), Level(50, 2), Level(50, 1, seconds=12.0, pause=5.0))

COLUMNS = {
    "house": 24, "matches": 15, "turns": 6, "turns/s": 8,
    "other p50": 10, "p95": 6, "p99": 6, "own p50": 9, "p95 ": 6, "p99 ": 6,
}  # fmt: skip


def main() -> None:
    """Print the table."""
    end_in_good_order()
    print(f"Turns, two browsers at each match, matches of {PLIES} plies.")
    print("Milliseconds from sending a move until the other browser (the own) holds the new board.")
    print_heading(COLUMNS)
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
        _measure("embedded, SQLite", house)
    missing = servers_missing()
    for webs in () if missing else (1, 2):
        with tempfile.TemporaryDirectory() as folder, servers(Path(folder), webs=webs) as house:
            _measure(f"PostgreSQL, Redis, {webs} web", house)
    if missing:
        print(f"PostgreSQL and Redis were left out: {missing}")


def _measure(name: str, house: House) -> None:
    house.start()
    for level in LEVELS:
        asked = {"tables": level.matches * level.pairs, "matches": level.in_a_row}
        tables = inside(house, "tests.running.planting", asked)
        watch = asyncio.run(_play(house, tables, level))
        print_row(COLUMNS, [name, level.name, *_figures(watch)])


async def _play(house: House, tables: list[dict[str, list[str]]], level: Level) -> Stopwatch:
    written = scripts(SCRIPTS)
    watch = Stopwatch(level.seconds, WARM_UP + level.pause, asyncio.Barrier(level.matches))
    async with asyncio.TaskGroup() as playing:
        for number in range(level.matches):
            script, own = written[number % SCRIPTS], tables[number :: level.matches]
            playing.create_task(_one_after_the_other(house, own, script, watch, level.pause))
    return watch


async def _one_after_the_other(
    house: House,
    tables: list[dict[str, list[str]]],
    script: list[str],
    watch: Stopwatch,
    pause: float,
) -> None:
    for table in tables:
        await _pair(_people(house, table["sessions"]), table["matches"], script, watch, pause)


def _people(house: House, sessions: list[str]) -> list[Person]:
    """The two of a table, at different web processes if there are several."""
    doors = house.doors
    return [Person(doors[seat % len(doors)], key) for seat, key in enumerate(sessions)]


async def _pair(
    people: list[Person], uids: list[str], script: list[str], watch: Stopwatch, pause: float
) -> None:
    for uid in uids:
        if not watch.is_over:
            await play_out(people, uid, script, watch, pause)
    for person in people:
        await person.hang_up()


def _figures(watch: Stopwatch) -> list[str]:
    turns = len(watch.other_holds)
    return [
        str(turns),
        f"{turns / watch.seconds:.1f}",
        *_percentiles(watch.other_holds),
        *_percentiles(watch.own_answer),
    ]


def _percentiles(times: list[float]) -> list[str]:
    """p50, p95 and p99 in milliseconds."""
    ordered = sorted(times) or [float("nan")]
    return [f"{ordered[int(len(ordered) * share)] * 1000:.0f}" for share in (0.50, 0.95, 0.99)]


if __name__ == "__main__":
    main()

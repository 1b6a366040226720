"""A load that people make: `python -m tests.bench people`. Never judges.

People of the town (`tests/town`) at their pages at real time, over several web processes on
PostgreSQL and Redis: each makes one visit after the other, reads as long as people do, presses what
pages offer, and leaves the last page open, which hears of news and fetches the board anew. Whoever
waits for an answer asks for nothing else meanwhile. Printed is how many requests a second they
come to, how long answers take, and the share of a processor that everybody takes.

JINYA_BENCH_AT_ONCE, _SECONDS and _WEBS say how much of it.
"""

from __future__ import annotations

import asyncio
import os
import resource
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.bench_sockets import COLUMNS, _print, _shares
from tests.bench.tables import print_heading, print_row
from tests.running.houses import Servers, inside, servers
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

if TYPE_CHECKING:
    from tests.bench.evening import Evening
    from tests.town.people import Town

AT_ONCE = int(os.environ.get("JINYA_BENCH_AT_ONCE", "500"))
SECONDS = int(os.environ.get("JINYA_BENCH_SECONDS", "150"))
WEBS = int(os.environ.get("JINYA_BENCH_WEBS", "2"))
MATCHES = 3
"""Between two people, when they come."""
COMING = 60.0
"""Seconds within which all of them come; what follows is measured."""
SHARES = {"percent of a processor": 26, "while they are there": 22}


def main() -> None:
    """Print the table."""
    end_in_good_order()
    if missing := servers_missing():
        print(f"left out, for it takes PostgreSQL and Redis: {missing}")
        return
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), webs=WEBS) as house:
        house.start()
        asked = {"copies": -(-AT_ONCE // 2), "matches": MATCHES}
        tables = inside(house, "tests.running.planting", asked)
        sessions = [session for table in tables for session in table["sessions"]]
        asyncio.run(_measure(house, sessions[:AT_ONCE]))


async def _measure(house: Servers, sessions: Sequence[str]) -> None:
    from tests.bench.evening import Evening, settled

    evening = Evening(asyncio.get_running_loop(), AT_ONCE)
    town = settled(house.doors, sessions, COMING, evening)
    await asyncio.sleep(COMING)
    evening.asked.clear()
    load = os.getloadavg()[0]
    shares = await _shares(house, asyncio.sleep(SECONDS))
    _tell(evening, town, shares, load)
    evening.end()


def _tell(evening: Evening, town: Town, shares: Mapping[str, float], load: float) -> None:
    answers = list(evening.asked)
    kinds = sorted(Counter(f"{one.status // 100}xx" for one in answers).items())
    moves = [one for one in answers if "/move/" in one.path]
    print(f"{AT_ONCE} people over {WEBS} web processes for {SECONDS} s")
    print(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after")
    print(f"{len(answers)} requests, {len(answers) / SECONDS:.1f} a second: {dict(kinds)}")
    print(f"{evening.lost} without an answer; {len(town.broken)} not as a page has it")
    print(*town.broken[:3], sep="\n")
    print(f"{evening.opened} sockets opened, {len(evening.open)} open now, {evening.frames} frames")
    print_heading(COLUMNS)
    for name, some in (("answers", answers), ("moves", moves)):
        _print(f"{len(some)} {name}", [1000 * one.seconds for one in some] or [0.0])
    print_heading(SHARES)
    for who, share in shares.items():
        print_row(SHARES, [who, f"{share:.0f}"])
    webs = sum(share for who, share in shares.items() if who.startswith("web"))
    each = 10 * webs * SECONDS / max(len(answers), 1)
    print(f"processor time of web processes, sockets included: {each:.0f} ms a request")


if __name__ == "__main__":
    main()

"""What looking at a match costs as it grows: `python -m tests.bench long`. Prints, never judges.

Processor time and kilobytes at 100, 2,000 and 20,000 plies of a match without end, and how often
what 100 plies take goes into the last. A cold process has not opened the match before.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import django

from tests.bench.bench_queries import empty_database
from tests.bench.tables import print_heading, print_row

LENGTHS = (100, 2_000, 20_000)
ROUNDS = 5
COLUMNS = {"processor time": 26, **{f"{n} plies: ms": 16 for n in LENGTHS}, "kB": 22, "ratio": 8}


def main() -> None:
    """Print the table."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    import pytest

    with empty_database(), pytest.MonkeyPatch.context() as patch:
        _measure(patch)


def _measure(patch: Any) -> None:
    from django.utils import timezone

    from games.match.changes import ending
    from tests.kit.builders import south
    from tests.kit.endless import endless_match, without_repetition

    without_repetition(patch)
    made = {plies: endless_match(plies) for plies in LENGTHS}
    print_heading(COLUMNS)
    _print("page", lambda plies: _page(made[plies], ""))
    _print("page, cold", lambda plies: _page(made[plies], ""), is_cold=True)
    _print("looking back", lambda plies: _page(made[plies], f"?ply={plies // 2 + 30}"))
    _print("board", lambda plies: _page(made[plies], "board/"))
    _print("API answer", lambda plies: _program(made[plies]))
    _print("API, nothing new", lambda plies: _program(made[plies], since=plies))
    for match in made.values():
        ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    _print("embed", lambda plies: _page(made[plies], f"embed/?ply={plies // 2 + 30}"))
    _print("picture", lambda plies: _page(made[plies], f"board.svg?ply={plies // 2 + 30}"))


def _page(match: Any, path: str) -> Callable[[], Any]:
    from tests.kit.browsing import browser

    return lambda: browser().get(f"/matches/{match.uid}/{path}")


def _program(match: Any, **query: int) -> Callable[[], Any]:
    from tests.api.kit import Program
    from tests.kit.builders import south

    program = Program(south(match))
    return lambda: program.get(f"/matches/{match.uid}", **query)


def _print(name: str, ask: Callable[[int], Callable[[], Any]], *, is_cold: bool = False) -> None:
    from games.match.referee import position_cache

    times, sizes = [], []
    for plies in LENGTHS:
        act, taken = ask(plies), []
        act()
        for _round in range(ROUNDS):
            if is_cold:
                position_cache._kept.clear()
            began = process_time()
            answer = act()
            taken.append((process_time() - began) * 1000)
        assert answer.status_code == 200, answer.status_code
        times.append(median(taken))
        sizes.append(len(answer.content) / 1000)
    kilobytes = " ".join(f"{size:.0f}" for size in sizes)
    shown = [f"{taken:.0f}" for taken in times]
    print_row(COLUMNS, [name, *shown, kilobytes, f"{times[-1] / times[0]:.1f}"])


if __name__ == "__main__":
    main()

"""A season of the demo site, played by programs through the pages and the API (SQLite).

Sixteen people by default; JINYA_BENCH_PEOPLE makes it more.
"""

from __future__ import annotations

import os
import statistics
from itertools import chain

import django

from tests.bench.bench_queries import empty_database
from tests.bench.tables import print_heading, print_row

PEOPLE = int(os.environ.get("JINYA_BENCH_PEOPLE", "16"))
COLUMNS = {"a season of ten weeks": 46, "": 10}


def main() -> None:
    """Print what came of it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from tests.bench.season import play

    with empty_database():
        played = play(PEOPLE)
    waits = sorted(chain.from_iterable(player.waits for player in played.players))
    facts = {
        "people": len(played.players),
        "divisions": len(played.before),
        **{f"matches {how}": count for how, count in sorted(played.outcomes.items())},
        "plies": played.plies,
        "withdrawn": played.withdrawn,
        "entries with a place": played.placed,
        "rows that are other ones when made anew": played.wrong,
        "requests": len(waits),
        "an answer, p50, ms": f"{statistics.median(waits) * 1000:.0f}",
        "an answer, p99, ms": f"{waits[len(waits) * 99 // 100] * 1000:.0f}",
        "the begin, with all matches, ms": f"{played.begin * 1000:.0f}",
        "the end, and the next begin, ms": f"{played.end * 1000:.0f}",
        "people in the next season": sum(map(len, played.after)),
        "of them in another division": _moved(played.before, played.after),
    }
    print_heading(COLUMNS)
    for name, facts_of in facts.items():
        print_row(COLUMNS, [name, f"{facts_of}"])


def _moved(before: list[list[int]], after: list[list[int]]) -> int:
    was = {key: number for number, division in enumerate(before) for key in division}
    return sum(was[key] != number for number, division in enumerate(after) for key in division)


if __name__ == "__main__":
    main()

"""What pages cost over many rows, beside a tenth of them: `python -m tests.bench scale`.

On PostgreSQL, in a database of its own: 20,000 users, 200,000 finished and 5,000 running matches,
1,000 seeks and 100,000 notices are copied into it within a minute or two. Prints each page's
milliseconds, statements and slowest statement, the processor time of this process, the blocks the
database touched, the tables it read from end to end, and at the end the plans of slow statements.
Of several rounds each figure is the least: others on the machine only add to it. Blocks and
statements are the same however busy it is. `SCALE=10` takes a tenth of everything;
`PAGES=lobby,sweep` only what has one of these words in its name.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import django

from tests.bench.tables import print_heading, print_row
from tests.running.signals import end_in_good_order
from tests.running.stores import ADMIN_URL, servers_missing

ROUNDS = 5
SLOW = 10.0
"""Milliseconds: the plan of a statement that takes longer is printed."""
COLUMNS = {"page": 38, "a tenth ms": 10, "all ms": 8, "ratio": 6, "statements": 10,
           "slowest ms": 10, "cpu ms": 11, "blocks": 13, "kB": 6,
           "read from end to end": 30}  # fmt: skip


@dataclass
class Cost:
    """What a page costs."""

    took: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)
    """Milliseconds of this process alone, however busy the machine is."""
    statements: list[tuple[float, str, Any]] = field(default_factory=list)
    """Milliseconds, SQL and parameters."""
    size: int = 0
    blocks: int = 0
    """How many blocks of 8 kB the database touched for what it was asked."""
    scanned: tuple[str, ...] = ()
    """The tables with more than two thousand rows that it read from end to end."""

    @property
    def slowest(self) -> tuple[float, str, Any]:
        """The statement that took longest."""
        return max(self.statements, key=lambda one: one[0], default=(0.0, "", None))


def main() -> None:
    """Print the table."""
    end_in_good_order()
    if missing := servers_missing():
        print(f"left out: {missing}")
        return
    os.environ.setdefault("JINYA_TEST_DATABASE_URL", f"{ADMIN_URL}_scale_{os.getpid()}")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from tests.bench.bench_queries import empty_database

    with empty_database():
        _render_as_a_house_does()
        _measure()


def _render_as_a_house_does() -> None:
    """Undo what a test environment does to templates: it copies the context of each for its tests,
    which takes a third to a half of a page's time."""
    from django.template import Template
    from django.test import utils

    saved: Any = utils._TestState
    rendering: Any = Template
    rendering._render = saved.saved_data.template_render


def _measure() -> None:
    from tests.kit.crowd import FULL, Crowd, Shares

    size = FULL // int(os.environ.get("SCALE", "1"))
    crowd = Crowd(Shares(finished=40, running=25, notices=50))
    costs = []
    for part in (size // 10, size):
        began = time.monotonic()
        crowd.grow(part)
        print(f"{part}: built in {time.monotonic() - began:.0f} s", flush=True)
        costs.append({name: _cost(act) for name, act in _acts(crowd).items()})
    _print(costs[0], costs[1])


def _acts(crowd: Any) -> dict[str, Callable[[], int]]:
    """Everything that is measured by name: pages, and the work of sweeps, which is undone."""
    from tests.bench.sweeps import sweeps
    from tests.kit.lists import pages
    from tests.kit.own_data import put_together

    found = {page.name: _asked(page, crowd) for page in pages()}
    found["data export"] = _undone(lambda: put_together(crowd.veteran, crowd.now))
    found |= {name: _undone(work) for name, work in sweeps().items()}
    words = os.environ.get("PAGES", "").split(",")
    return {name: act for name, act in found.items() if any(word in name for word in words)}


def _asked(page: Any, crowd: Any) -> Callable[[], int]:
    client, path = page.browser(crowd), page.path(crowd)

    def ask() -> int:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return len(answer.content)

    return ask


def _undone(work: Callable[[], object]) -> Callable[[], int]:
    from django.db import transaction

    def act() -> int:
        with transaction.atomic():
            work()
            transaction.set_rollback(True)
        return 0

    return act


def _cost(act: Callable[[], int]) -> Cost:
    from django.db import connection

    cost = Cost()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            cost.statements.append(((time.perf_counter() - began) * 1000, sql, params))

    act()
    rounds = []
    for _round in range(ROUNDS):
        began, used = time.perf_counter(), time.process_time()
        with connection.execute_wrapper(note):
            cost.size = act()
        cost.took.append((time.perf_counter() - began) * 1000)
        cost.used.append((time.process_time() - used) * 1000)
        rounds.append(cost.statements)
        cost.statements = []
    # the same statements in each round: of each its best time
    alike = [one for one in rounds if len(one) == len(rounds[-1])]
    cost.statements = [min(same, key=lambda one: one[0]) for same in zip(*alike, strict=True)]
    _look_at_plans(cost)
    return cost


def _print(tenth: dict[str, Cost], full: dict[str, Cost]) -> None:
    print(f"load {os.getloadavg()[0]:.1f}")
    print_heading(COLUMNS)
    slow = []
    for name, cost in full.items():
        before, now = min(tenth[name].took), min(cost.took)
        print_row(
            COLUMNS,
            [
                name, f"{before:.1f}", f"{now:.1f}", f"{now / before:.2f}",
                f"{len(tenth[name].statements)}/{len(cost.statements)}",
                f"{cost.slowest[0]:.1f}",
                f"{min(tenth[name].used):.0f}/{min(cost.used):.0f}",
                f"{tenth[name].blocks}/{cost.blocks}",
                f"{cost.size / 1000:.0f}", " ".join(cost.scanned),
            ],
        )  # fmt: skip
        slow += [(name, *one) for one in sorted(cost.statements, key=lambda one: -one[0])[:2]]
    for name, took, sql, params in slow:
        if took > SLOW:
            print(f"\n{name}: {took:.1f} ms\n  {sql[:1500]}\n{_plan(sql, params)}")


def _look_at_plans(cost: Cost) -> None:
    import re

    from django.db import connection

    found = set()
    for _took, sql, params in cost.statements:
        plan = _plan(sql, params, analyse="(ANALYZE, BUFFERS)")
        found |= set(re.findall(r"Seq Scan on (\w+)", plan))
        whole = re.search(r"Buffers: shared([^\n]*)", plan)  # the first line has the sum
        cost.blocks += sum(map(int, re.findall(r"(?:hit|read)=(\d+)", whole[1] if whole else "")))
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reltuples > 2000")
        large = {name for (name,) in cursor.fetchall()}
    cost.scanned = tuple(sorted(found & large))


def _plan(sql: str, params: Any, analyse: str = "ANALYZE") -> str:
    """How the database answers *sql*."""
    from django.db import connection

    if not sql.startswith("SELECT"):
        return ""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {analyse} {sql}", params)
        return "\n".join(f"    {line}" for (line,) in cursor.fetchall())


if __name__ == "__main__":
    main()

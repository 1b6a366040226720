"""Every migration since a release, on a copy of its kept site that has grown (PostgreSQL).

Tells how long each takes, and how long it keeps others from writing a table or from reading it.
200,000 matches that are over by default; JINYA_BENCH_MATCHES makes it fewer. JINYA_BENCH_RELEASE
names another release than the last one before this version.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import django
import psycopg

from config.version import VERSION
from tests.bench.tables import print_heading, print_row
from tests.running.signals import end_in_good_order
from tests.running.stores import ADMIN_URL, own_database
from tests.upgrade import keep

MATCHES = int(os.environ.get("JINYA_BENCH_MATCHES", "200000"))
PEOPLE, RUNNING, NOTICES = MATCHES // 10, MATCHES // 40, MATCHES // 2
BASE = 1_000_000
"""The keys of copies begin there; those of matches that run at its double."""
SHOWN = 0.1
"""Seconds from which on a migration has a row of its own."""
LOOKS = 0.005  # seconds between two looks at the locks
STOPS = {
    "ShareLock": "writing",
    "ShareRowExclusiveLock": "writing",
    "ExclusiveLock": "writing",
    "AccessExclusiveLock": "reading",
}
"""What others cannot do to a table while it is locked so."""
COLUMNS = {"migration": 44, "seconds": 8, "locked for": 11, "what waits": 44}
BEFORE = [release for release in keep.releases() if release != VERSION]


def main() -> None:
    """Print the table."""
    try:
        psycopg.connect(ADMIN_URL, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        print(f"not measured: {str(error).splitlines()[0]}")
        return
    end_in_good_order()
    release = os.environ.get("JINYA_BENCH_RELEASE", BEFORE[-1])
    with own_database() as url:
        keep.restore_postgresql(release, url)
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
        os.environ["JINYA_TEST_DATABASE_URL"] = url
        django.setup()
        from django.db import connections

        try:
            with psycopg.connect(url, autocommit=True) as filling:
                _fill(filling)
            _measure(release, url)
        finally:
            connections.close_all()


def _fill(database: psycopg.Connection[Any]) -> None:
    """Have many people, matches, plies, ratings and notices, as copies of what is there."""
    began = time.perf_counter()
    match_id, pool = database.execute(
        "SELECT match_id, min(owner_id) FROM ratings_ratingevent GROUP BY match_id LIMIT 1"
    ).fetchone() or (0, 0)
    active_id = _first(database, "SELECT min(id) FROM match_match WHERE status = 'active'")
    person = _first(database, "SELECT min(id) FROM accounts_user WHERE name = 'ann'")
    notice = _first(database, "SELECT min(notice_id) FROM notices_delivery")
    own, name = f"{BASE} + n", "'crowd' || n"
    names = {"name": name, "name_key": name, "name_look": name, "email": "n || '@example.org'"}
    _copies(database, "accounts_user", f"id = {person}", PEOPLE, id=own, **names)
    _copies(database, "ratings_rating", f"id = {pool}", PEOPLE, id=own, user_id=own)
    for source, base, times in ((match_id, BASE, MATCHES), (active_id, 2 * BASE, RUNNING)):
        number, letter = f"{base} + n", "r" if base > BASE else "f"
        secrets = {"uid": f"'{letter}' || n", "secret": f"'{letter}' || n"}
        _copies(database, "match_match", f"id = {source}", times, id=number, **secrets)
        for table in ("match_sealedposition", "match_sealedply"):
            _copies(database, table, f"match_id = {source}", times, match_id=number)
        for seat in (0, 1):
            who = f"{BASE} + (n + {seat} * (1 + n / {PEOPLE})) % {PEOPLE}"
            where = f"match_id = {source} AND seat = {seat}"
            _copies(database, "match_player", where, times, match_id=number, user_id=who)
            ratings = {"match_id": number, "owner_id": who}
            _copies(database, "ratings_ratingevent", where, times, **ratings)
    told = {"id": own, "subject": "'told ' || n", "match_id": f"{BASE} + n"}
    told["user_id"] = f"{BASE} + n % {PEOPLE}"
    _copies(database, "notices_notice", f"id = {notice}", NOTICES, **told)
    _copies(database, "notices_delivery", f"notice_id = {notice}", NOTICES, notice_id=own)
    database.execute("VACUUM ANALYZE")
    plies = _first(database, "SELECT count(*) FROM match_sealedply")
    size = _first(database, "SELECT pg_size_pretty(pg_database_size(current_database()))")
    print(
        f"{MATCHES:,} matches that are over, {RUNNING:,} that run, {plies:,} plies, "
        f"{PEOPLE:,} people, {NOTICES:,} notices: {size}, in {time.perf_counter() - began:.0f} s"
    )


def _first(database: psycopg.Connection[Any], query: Any) -> Any:
    return (database.execute(query).fetchone() or (None,))[0]


def _copies(
    database: psycopg.Connection[Any], table: str, where: str, times: int, **changed: str
) -> None:
    """Copies of the rows of *table* at *where*, numbered `n` from 0; *changed* is SQL by column."""
    columns = "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
    known = [name for (name,) in database.execute(columns, [table])]
    names = [name for name in known if name != "id" or name in changed]
    values = ", ".join(changed.get(name, f'template."{name}"') for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    database.execute(
        f"INSERT INTO {table} ({quoted}) SELECT {values} FROM "
        f"(SELECT * FROM {table} WHERE {where}) AS template, generate_series(0, {times - 1}) AS n"
    )


@dataclass
class Locks:
    """The locks of one connection that keep others waiting: how long each was held at a time."""

    url: str
    pid: int
    longest: dict[tuple[str, str], float] = field(default_factory=dict)
    """By table and by what waits."""

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look at them, again and again, as long as this goes on."""
        over = threading.Event()
        looking = threading.Thread(target=self._look, args=(over,))
        looking.start()
        try:
            yield
        finally:
            over.set()
            looking.join()

    def _look(self, over: threading.Event) -> None:
        """Tables that the transaction has made itself are not among them: nobody sees those."""
        since: dict[tuple[str, str], float] = {}
        query = (
            "SELECT relname, mode FROM pg_locks JOIN pg_class ON pg_class.oid = relation"
            " WHERE pid = %s AND granted AND relkind IN ('r', 'p')"
            " AND relnamespace = 'public'::regnamespace"
        )
        with psycopg.connect(self.url, autocommit=True) as database:
            while not over.wait(LOOKS):
                rows = database.execute(query, [self.pid], prepare=True).fetchall()
                now = time.perf_counter()
                held = {(table, STOPS[mode]) for table, mode in rows if mode in STOPS}
                since = {one: since.get(one, now) for one in held}
                for one, began in since.items():
                    self.longest[one] = max(self.longest.get(one, 0.0), now - began)

    def told(self) -> tuple[float, str]:
        """How long the one held longest was, and what waits for it: for reading, if both do."""
        if not self.longest:
            return 0.0, ""
        seconds = max(self.longest.values())
        kinds: dict[str, list[str]] = {}
        for table, what in sorted(self.longest):
            if self.longest[table, what] >= seconds / 2:
                kinds.setdefault(what, []).append(table)
        kind = min(kinds)  # whoever cannot read cannot write
        return seconds, f"{kind} {', '.join(kinds[kind])}"


def _measure(release: str, url: str) -> None:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    print(f"from {release} to {VERSION}, load {os.getloadavg()[0]:.1f} before\n")
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    state = executor._create_project_state(with_applied_migrations=True)  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    print_heading(COLUMNS)
    every, short, longest_of_short = 0.0, [], 0.0
    for migration, _backwards in plan:
        locks, began = Locks(url, pid), time.perf_counter()
        with locks.watched():
            state = executor.apply_migration(state, migration)
        seconds = time.perf_counter() - began
        every += seconds
        held, what = locks.told()
        if seconds >= SHOWN or held >= SHOWN:
            label = f"{migration.app_label}.{migration.name}"
            print_row(COLUMNS, [label, f"{seconds:.2f}", f"{held:.2f} s" if what else "-", what])
        else:
            short.append(seconds)
            longest_of_short = max(longest_of_short, held)
    rest = f"{len(short)} others, each below {SHOWN} s"
    print_row(COLUMNS, [rest, f"{sum(short):.2f}", f"{longest_of_short:.2f} s", ""])
    print_row(COLUMNS, [f"all {len(plan)}", f"{every:.2f}", "", ""])
    print(f"\nload {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()

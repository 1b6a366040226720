"""The deadline sweep on PostgreSQL: a hundredth of many running matches is overdue.

A million matches by default; JINYA_BENCH_MATCHES makes it fewer. While the sweep ends what is
overdue, moves are made in matches that are not, and the longest is told.
"""

from __future__ import annotations

import os
import statistics
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import django
import psycopg

from tests.bench.tables import print_heading, print_row
from tests.running.signals import end_in_good_order
from tests.running.stores import ADMIN_URL, own_database

MATCHES = int(os.environ.get("JINYA_BENCH_MATCHES", "1000000"))
OVERDUE = MATCHES // 100
PEOPLE = MATCHES // 20  # on each side; each has twenty matches
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NOW = NOON + timedelta(days=20)
PACE = 0.05  # seconds between two moves beside the sweep

COLUMNS = {"deadline sweep": 34, "": 12}
TABLES = ("match_match", "match_player", "match_sealedposition", "match_sealedply")


def main() -> None:
    """Print the plan and the figures."""
    try:
        psycopg.connect(ADMIN_URL, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        print(f"not measured: {str(error).splitlines()[0]}")
        return
    end_in_good_order()
    with own_database() as url:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
        os.environ["JINYA_TEST_DATABASE_URL"] = url
        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        try:
            _measure()
        finally:
            connections.close_all()


def _measure() -> None:
    from django.db import connection

    began = time.perf_counter()
    match_id = _pattern()
    _people()
    _copy(match_id, MATCHES)
    print_heading(COLUMNS)
    print_row(COLUMNS, ["running matches", f"{MATCHES:,}"])
    print_row(COLUMNS, ["overdue", f"{OVERDUE:,}"])
    print_row(COLUMNS, ["seconds to fill the tables", f"{time.perf_counter() - began:.0f}"])
    with connection.cursor() as cursor:
        _explain(cursor)
    sweeps, moves = _sweep_beside_moves()
    ended = sum(count for count, _took in sweeps)
    took = [seconds for _count, seconds in sweeps]
    print_row(COLUMNS, ["sweeps", f"{len(sweeps)}"])
    print_row(COLUMNS, ["ended", f"{ended:,}"])
    print_row(COLUMNS, ["matches ended a second", f"{ended / sum(took):.0f}"])
    print_row(COLUMNS, ["a sweep of a hundred, p50, ms", _ms(statistics.median(took))])
    print_row(COLUMNS, ["a sweep of a hundred, longest, ms", _ms(max(took))])
    print_row(COLUMNS, ["moves beside it", f"{len(moves)}"])
    print_row(COLUMNS, ["a move beside it, p50, ms", _ms(statistics.median(moves))])
    print_row(COLUMNS, ["a move beside it, p99, ms", _ms(sorted(moves)[len(moves) * 99 // 100])])
    print_row(COLUMNS, ["a move beside it, longest, ms", _ms(max(moves))])


def _pattern() -> int:
    """One match in which South has run out of everything; its key."""
    from tests.kit.builders import match_between, person, play

    match = match_between(person("ann"), person("bob"), now=NOON)
    play(match, "e3e4", "e6e5", now=NOON)
    match.players.filter(seat=0).update(late="claim", was_excused=True)
    return match.pk


def _people() -> None:
    """Those who sit South, from key 1000 on, and after them those who sit North."""
    from accounts.models import User

    User.objects.bulk_create(
        (
            User(pk=1000 + number, name=name, name_key=name, name_look=name)
            for number, name in enumerate(f"person {number}" for number in range(2 * PEOPLE))
        ),
        batch_size=5000,
    )


def _copy(match_id: int, count: int) -> None:
    """Fill the tables with copies of that match; the first of them are overdue."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in TABLES:
            key = "id" if table == "match_match" else "match_id"
            cursor.execute(
                "SELECT column_name FROM information_schema.columns"
                " WHERE table_name = %s ORDER BY ordinal_position",
                [table],
            )
            columns = [name for (name,) in cursor.fetchall()]
            names = [name for name in columns if table != "match_player" or name != "id"]
            values = ", ".join(_value(table, name, key) for name in names)
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {values}"
                f" FROM {table} made, generate_series(1, %s) copy WHERE made.{key} = %s",
                [count, match_id],
            )
        cursor.execute("UPDATE match_match SET status = 'aborted' WHERE id = %s", [match_id])
    _vacuum()


def _vacuum() -> None:
    """As a site that has run for a while is."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in ("accounts_user", *TABLES):
            cursor.execute(f"VACUUM ANALYZE {table}")


def _value(table: str, name: str, key: str) -> str:
    """How a column of a copy follows from which it is."""
    deadline = (
        f"CASE WHEN copy <= {OVERDUE} THEN timestamptz '{NOON}' + copy * interval '1 ms'"
        f" ELSE timestamptz '{NOW}' + copy * interval '1 s' END"
    )
    if name == key:
        return "copy + 1000"
    if table == "match_match" and name in ("uid", "secret"):
        return f"'{name[0]}' || copy"
    if table == "match_player" and name == "user_id":
        return f"1000 + copy %% {PEOPLE} + made.seat * {PEOPLE}"
    if name == "deadline":
        return (
            deadline if table == "match_match" else f"CASE WHEN made.seat = 0 THEN {deadline} END"
        )
    return f"made.{name}"


def _sweep_beside_moves() -> tuple[list[tuple[int, float]], list[float]]:
    """How many each sweep ended and how long it took; how long each move beside it took."""
    from games.match.changes.deadlines import sweep_deadlines
    from tests.kit.builders import house_was_up

    house_was_up(since=NOW - timedelta(days=1), until=NOW)
    moves: list[float] = []
    over = threading.Event()
    beside = threading.Thread(target=_move_along, args=(moves, over))
    beside.start()
    sweeps: list[tuple[int, float]] = []
    try:
        while True:
            began = time.perf_counter()
            ended = sweep_deadlines(now=NOW)
            if not ended:
                return sweeps, moves
            sweeps.append((ended, time.perf_counter() - began))
    finally:
        over.set()
        beside.join()


def _move_along(moves: list[float], over: threading.Event) -> None:
    """Move in one match after the other that is not overdue, until it is *over*."""
    from django.db import connection

    from accounts.models import User
    from games.match.changes import turns

    number = OVERDUE
    while not over.wait(PACE) and number < MATCHES:
        number += 1
        mover = User.objects.get(pk=1000 + number % PEOPLE)
        began = time.perf_counter()
        turns.play_move(
            uid=f"u{number}", user=mover, move=turns.MoveRequest("d3d4", 2, "beside-it-1"), now=NOW
        )
        moves.append(time.perf_counter() - began)
    connection.close()


def _explain(cursor: Any) -> None:
    """The plan of the question that finds what is overdue."""
    from games.match.models import Match

    late = Match.objects.overdue(NOON + timedelta(days=1)).order_by("deadline")
    query, values = late.values_list("uid", flat=True).query.sql_with_params()
    cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) {query}", values)
    print("plan of the question for what is overdue:")
    for (line,) in cursor.fetchall():
        print(f"  {line}")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"


if __name__ == "__main__":
    main()

"""A confirmed turn survives a power cut: every connection is opened as safely as decided."""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.db.utils import ConnectionHandler

from config.env import Env

sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="pragmas are SQLite's")


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]


def pragmas() -> dict[str, object]:
    return {name: pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")}


SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_sqlite_is_opened_safely_in_every_thread() -> None:
    found = [pragmas()]

    def look() -> None:
        found.append(pragmas())
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [SAFE, SAFE]
    opened: Any = connection
    assert opened.transaction_mode == "IMMEDIATE"
    assert pragma("busy_timeout") == 20_000


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_a_transaction_takes_the_write_lock_when_it_begins() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert connection.connection.in_transaction
        assert others_can_write() is False
    assert others_can_write() is True


def others_can_write() -> bool:
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return False
    finally:
        other.close()
    return True


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has a timeout of its own")
@pytest.mark.django_db
def test_postgresql_is_told_how_long_to_wait() -> None:
    options = {"lock_timeout": 7, "statement_timeout": 9}
    database = Env(prefix="JINYA_TEST_").database("DATABASE_URL", pooled=False, **options)
    with psycopg.connect(
        host=database["HOST"],
        port=database["PORT"],
        user=database["USER"],
        password=database["PASSWORD"],
        dbname=connection.settings_dict["NAME"],
        options=database["OPTIONS"]["options"],
    ) as other:
        found = other.execute(
            "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
        ).fetchone()
    assert found == ("7s", "9s")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool")
@pytest.mark.django_db
def test_a_pool_gives_out_no_connection_that_has_died() -> None:
    """PostgreSQL may have been restarted in the meantime."""
    database = Env(prefix="JINYA_TEST_").database("DATABASE_URL", pooled=True)
    database["NAME"] = connection.settings_dict["NAME"]
    pooled: Any = ConnectionHandler({"default": database})["default"]
    try:
        with pooled.cursor() as cursor:
            backend = cursor.execute("SELECT pg_backend_pid()").fetchone()[0]
        pooled.close()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])
        for _request in range(database["OPTIONS"]["pool"]["min_size"] + 1):
            with pooled.cursor() as cursor:
                assert cursor.execute("SELECT 1").fetchone() == (1,)
            pooled.close()
    finally:
        pooled.close()
        pooled.close_pool()

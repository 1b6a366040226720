"""The empty database made beforehand is what the migrations make, and is taken only if it is."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from games.management import blank
from tests.kit.builders import person

ROOT = Path(__file__).resolve().parents[2]
MAKE = "import sys, pathlib, games.management.blank as it; it.make_blank(pathlib.Path(sys.argv[1]))"
TABLES = "SELECT name, sql FROM sqlite_master ORDER BY name"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file that says it is made of today's migrations."""
    path = tmp_path / "kept.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE it (is_blank)")
        made.execute(f"PRAGMA user_version = {blank.stamp_of(blank.sources())}")
    return path


def test_a_house_without_a_database_takes_it(kept: Path, tmp_path: Path) -> None:
    database = tmp_path / "house" / "jinya.sqlite3"
    database.parent.mkdir()
    assert blank.take_blank(database, kept)
    with closing(sqlite3.connect(database)) as taken:
        assert taken.execute("SELECT name FROM sqlite_master").fetchall() == [("it",)]
    assert [path.name for path in database.parent.iterdir()] == ["jinya.sqlite3"]


@pytest.mark.parametrize("there", ["jinya.sqlite3", "jinya.sqlite3-wal"])
def test_what_is_there_stays(kept: Path, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_bytes(b"mine")
    assert not blank.take_blank(tmp_path / "jinya.sqlite3", kept)
    assert (tmp_path / there).read_bytes() == b"mine"


def test_after_a_change_of_a_migration_it_is_not_taken(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "0099_newer.py"
    newer.write_text("operations = []")
    sources = [*blank.sources(), newer]
    monkeypatch.setattr(blank, "sources", lambda: sources)
    assert not blank.take_blank(tmp_path / "jinya.sqlite3", kept)
    assert not (tmp_path / "jinya.sqlite3").exists()
    assert not blank.take_blank(tmp_path / "jinya.sqlite3", tmp_path / "none")


def test_what_is_kept_is_taken_whole(tmp_path: Path) -> None:
    made, kept, database = (tmp_path / f"{name}.sqlite3" for name in ("made", "kept", "house"))
    with closing(sqlite3.connect(made)) as written:
        written.execute("CREATE TABLE it (is_blank)")
    blank.keep_blank(made, kept)
    assert blank.take_blank(database, kept)
    with closing(sqlite3.connect(database)) as taken:
        assert taken.execute("SELECT name FROM sqlite_master").fetchall() == [("it",)]
    assert len([*tmp_path.iterdir()]) == 3


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the tables of another database")
def test_it_has_the_tables_that_the_migrations_make(tmp_path: Path) -> None:
    clean = {name: text for name, text in os.environ.items() if not name.startswith("JINYA_")}
    made = tmp_path / "made.sqlite3"
    subprocess.run([sys.executable, "-c", MAKE, str(made)], cwd=ROOT, env=clean, check=True)
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        migrated = cursor.fetchall()
    with closing(sqlite3.connect(made)) as kept:
        assert kept.execute(TABLES).fetchall() == migrated
        (permissions,) = kept.execute("SELECT count(*) FROM auth_permission").fetchone()
    assert permissions
    assert blank.take_blank(tmp_path / "jinya.sqlite3", made)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="sequences of another database")
@pytest.mark.parametrize("_time", ["first", "second"])
def test_keys_begin_anew_after_a_test_that_commits(_time: str) -> None:
    assert person().pk < 10**6
    with connection.cursor() as cursor:
        cursor.execute("UPDATE sqlite_sequence SET seq = 10 * 1000 * 1000")
    assert person().pk > 10**6

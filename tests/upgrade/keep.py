"""Keeps the site of a release: `python -m tests.upgrade.keep 0.2.0`, by the code of that one.

Writes, below tests/upgrade/<release>/, a compressed dump of a furnished house for each database,
what the upgraded site must still give, the description of the API, and the digests of all
migrations. PostgreSQL is that of
JINYA_TEST_DATABASE_URL, or 127.0.0.1; `pg_dump` has to be at hand.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.running import PYTHON, ROOT
from tests.running.stores import own_database

HERE = Path(__file__).resolve().parent
KINDS = ("sqlite", "postgresql")
COMMITS = {"0.1.0": "da099f3d9e8865e219a670c90a1c8990c8cf3a6b"}
"""Where the code of each release that is out stands; one that is being made has no place yet."""


def releases() -> list[str]:
    """The releases of which sites are kept, oldest first."""
    folders = (path.parent.name for path in HERE.glob("*/migrations.txt"))
    return sorted(folders, key=lambda name: [int(part) for part in name.split(".")])


def digests() -> dict[str, str]:
    """The SHA-256 of every migration in this checkout, by its path."""
    paths = sorted(ROOT.glob("accounts/migrations/0*.py")) + sorted(
        ROOT.glob("games/*/migrations/0*.py")
    )
    return {str(path.relative_to(ROOT)): digest_of(path) for path in paths}


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def kept_digests(release: str) -> dict[str, str]:
    """The same of a release that is kept."""
    lines = (HERE / release / "migrations.txt").read_text().splitlines()
    return {path: digest for digest, path in (line.split("  ") for line in lines)}


def run_in_house(module: str, database: str, given: str = "") -> str:
    """What `python -m tests.upgrade.<module>` prints on *database*, told *given*."""
    env = {**os.environ, "JINYA_UPGRADE_DATABASE": database}
    env |= {"DJANGO_SETTINGS_MODULE": "tests.upgrade.settings"}
    command = [PYTHON, "-m", f"tests.upgrade.{module}"]
    done = subprocess.run(
        command, cwd=ROOT, env=env, input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def restore_sqlite(release: str, path: Path) -> None:
    """The kept site in a new file."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(_read(release, "sqlite.sql"))


def restore_postgresql(release: str, url: str) -> None:
    """The kept site in the empty database at *url*."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_read(release, "postgresql.sql").encode())


def promised(release: str, kind: str) -> str:
    """What `furnish` printed for that database, as JSON."""
    return _read(release, f"{kind}.json")


def _read(release: str, name: str) -> str:
    return gzip.decompress((HERE / release / f"{name}.gz").read_bytes()).decode()


def _write(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def described() -> str:
    """The description of the API by this checkout, as JSON; needs no database."""
    return run_in_house("described", "none.sqlite3")


def kept_description(release: str) -> str:
    """The same of a release that is kept; "" where it had promised nothing yet."""
    return _read(release, "openapi.json") if (HERE / release / "openapi.json.gz").exists() else ""


def _keep_sqlite(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "house.sqlite3"
        _write(folder, "sqlite.json", run_in_house("furnish", str(path)))
        with closing(sqlite3.connect(path)) as database:
            _write(folder, "sqlite.sql", "\n".join(database.iterdump()))


def _keep_postgresql(folder: Path) -> None:
    with own_database() as url:
        _write(folder, "postgresql.json", run_in_house("furnish", url))
        command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--dbname", url]
        dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        _write(folder, "postgresql.sql", "\n".join(_statements(dump)))


def _statements(dump: str) -> Iterator[str]:
    """The lines of a dump that are SQL: `pg_dump` writes commands for `psql` among them."""
    return (line for line in dump.splitlines() if not line.startswith("\\"))


def main(release: str) -> None:
    """Keeps the site of *release*; anew, as long as it is not out."""
    if release in COMMITS:
        sys.exit(f"{release} is out: what is kept of it does not change.")
    folder = HERE / release
    folder.mkdir(exist_ok=True)
    _keep_sqlite(folder)
    _keep_postgresql(folder)
    _write(folder, "openapi.json", described())
    lines = [f"{digest}  {path}\n" for path, digest in digests().items()]
    (folder / "migrations.txt").write_text("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1])

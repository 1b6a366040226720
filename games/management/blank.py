"""An empty database made beforehand: `python -m games.management.blank`, as `make play` does once.

Migrating a new SQLite file takes longer than all else at the first start. So it is done when the
house is installed, by the migrations themselves, and a site without a database takes a copy. It
bears the digest of what made it; after a change of any migration it is not taken, and made anew.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLANK = Path(sys.prefix) / "jinya-blank.sqlite3"


def sources() -> Iterable[Path]:
    """Return the files an empty database follows from: our migrations, and the requirements."""
    found = [ROOT / "requirements.txt"]
    for part in ("accounts", "games", "queues"):
        found += (ROOT / part).glob("**/migrations/*.py")
    return sorted(found)


def stamp_of(paths: Iterable[Path]) -> int:
    """The digest of these files, as a number that SQLite keeps in the head of a file."""
    digest = sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return int.from_bytes(digest.digest()[:3], "big") + 1


def take_blank(database: Path, blank: Path = BLANK) -> bool:
    """Put a copy of *blank* where there is no *database* yet; False if there is none of today."""
    beside = database.with_name(f"{database.name}-wal")
    if database.exists() or beside.exists() or not blank.exists():
        return False
    part = database.with_suffix(".part")
    shutil.copyfile(blank, part)
    with closing(sqlite3.connect(part)) as copy:
        (stamp,) = copy.execute("PRAGMA user_version").fetchone()
    if stamp != stamp_of(sources()):
        part.unlink()
        return False
    part.rename(database)
    return True


def keep_blank(database: Path, blank: Path) -> None:
    """Keep a copy of an empty *database* as *blank*, with the digest of what made it."""
    part = blank.with_suffix(f".{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as made:
        made.execute("VACUUM INTO ?", [str(part)])
    with closing(sqlite3.connect(part)) as kept:
        kept.execute(f"PRAGMA user_version = {stamp_of(sources()):d}")
    part.replace(blank)


def make_blank(blank: Path = BLANK) -> None:
    """Migrate an empty database, and keep it. For a process of its own: it sets Django up."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(JINYA_DATA=folder, DJANGO_SETTINGS_MODULE="config.settings.embedded")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        keep_blank(Path(folder) / "jinya.sqlite3", blank)


if __name__ == "__main__":
    make_blank()

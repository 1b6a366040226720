"""The empty SQLite database that runs of the tests begin with, and sites that tests start.

Migrating one takes longer than a hundred tests. The first run does it and keeps a copy, with the
digest of the migrations; after a change of any of them it is made anew.
"""

from __future__ import annotations

from pathlib import Path

from games.management import blank

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".pytest_cache" / "blank.sqlite3"


def take(database: Path) -> bool:
    """Put an empty database there; False if none is kept that is of today."""
    return blank.take_blank(database, KEPT)


def keep(database: Path) -> None:
    """Keep *database*, which is empty, for the next."""
    KEPT.parent.mkdir(exist_ok=True)
    blank.keep_blank(database, KEPT)

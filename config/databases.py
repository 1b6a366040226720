"""How each kind of database is spoken to."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote

SQLITE_OPTIONS: dict[str, Any] = {
    # a transaction that will write says so at once, and waits instead of failing half-way
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: a confirmed turn survives a power cut
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
POOL = {"min_size": 2, "max_size": 10, "timeout": 10}


def sqlite(path: Path) -> dict[str, Any]:
    """A database in the file *path*."""
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": SQLITE_OPTIONS}


def postgresql(url: SplitResult, *, pooled: bool) -> dict[str, Any]:
    """The database at *url*: a pool for web processes, one kept connection for a worker.

    Under ASGI every request has a thread context of its own, so connections kept by age
    would never be used again and never be closed.
    """
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname,
        "PORT": url.port or 5432,
        "CONN_MAX_AGE": 0 if pooled else 60,
        "CONN_HEALTH_CHECKS": not pooled,
        "OPTIONS": {"pool": POOL} if pooled else {},
    }

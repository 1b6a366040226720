"""One writer at a time where the database wants it so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import connection, transaction

# SQLite's busy handler sleeps and is unfair: with many writers in one process
# the unlucky wait for seconds. Queueing here keeps the same throughput and is
# fair enough; PostgreSQL needs no help.
_sqlite_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that means to write: everything inside happens, or nothing."""
    with writing_once(), transaction.atomic():
        yield


@contextmanager
def writing_once() -> Iterator[None]:
    """One statement that writes: it needs no transaction around it."""
    with _sqlite_writer if connection.vendor == "sqlite" else nullcontext():
        yield


@contextmanager
def writing_lightly() -> Iterator[None]:
    """`writing` that does not wait for the disk, and holds up other writers for less long.

    The death of this process undoes nothing of it, a power cut may undo the last of it. For what
    may be done once more: that something was sent, under an id that it would have again.
    """
    if connection.in_atomic_block:
        with writing():
            yield
    elif connection.vendor == "sqlite":
        with _sqlite_writer:
            _run("PRAGMA synchronous=NORMAL")
            try:
                with transaction.atomic():
                    yield
            finally:
                _run("PRAGMA synchronous=FULL")
    else:
        with transaction.atomic():
            _run("SET LOCAL synchronous_commit TO off")
            yield


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)

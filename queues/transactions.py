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

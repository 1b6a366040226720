"""The parts of the embedded site: its door, its queue, and how they stop."""

from __future__ import annotations

import fcntl
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from django.core.management import CommandError

WORKERS = 2  # threads, of which one at a time thinks: the other is there for what is due
BACKLOG = 128


def open_door(address: str, port: int) -> socket.socket:
    """A listening socket; CommandError if the port is taken.

    Bound by ourselves because daphne only logs a failure and then ends with status 0.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((address, port))
    except OSError as error:
        raise CommandError(
            f"Cannot listen on {address}:{port} ({error.strerror}). "
            "Set JINYA_PORT to another port, or stop what is running there."
        ) from None
    door.listen(BACKLOG)
    return door


def claim(folder: Path) -> IO[str]:
    """The right to be the only house in *folder*, held until the file is closed."""
    file = (folder / "house.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CommandError(
            f"A site is already running in {folder}. Stop it, or set JINYA_DATA to another folder."
        ) from None
    return file


class Queue:
    """A real Celery worker and beat, in threads of this process."""

    def __init__(self, app: Celery) -> None:
        app.set_default()
        # Django's checks load every page: a third of the start, and of what the site then holds
        os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")
        self._worker: Any = app.WorkController(
            app=app,
            hostname="house@localhost",
            pool="threads",
            concurrency=WORKERS,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        # thread=True: otherwise beat is forked, and would speak to a broker of its own
        self._beat: Any = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)

    def start(self) -> None:
        """Begins to work."""
        threading.Thread(target=self._worker.start, name="Worker", daemon=True).start()
        self._beat.start()

    def stop(self) -> None:
        """Ends after the tasks that run now."""
        self._beat.service.stop()
        self._worker.stop()


def within(seconds: float, work: Callable[[], None]) -> bool:
    """Does *work*, but waits no longer than *seconds*; whether it was done by then."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()

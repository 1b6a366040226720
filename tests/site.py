"""The running site inside the test process: pages, sockets and a worker, in threads.

In one process, tests can build rows, move time and patch code while browsers look on.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

import uvicorn
from celery.worker import state
from django.conf import settings

from config.asgi import application, pages
from config.celery import QUEUES, app

PATIENCE = 180.0  # seconds, on a busy machine


class Site:
    """Serves the site on a port of its own; `url` is where."""

    def __init__(self) -> None:
        self._door = socket.socket()
        self._door.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._server = uvicorn.Server(
            uvicorn.Config(application, lifespan="off", log_level="warning", access_log=False)
        )
        self._server.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]
        self._answering, self._counting = 0, threading.Lock()
        self._count_answers(pages)
        self._worker: Any = app.WorkController(
            app=app,
            hostname="test@localhost",
            pool="threads",
            concurrency=2,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self._threads = [
            threading.Thread(target=self._server.run, args=([self._door],), daemon=True),
            threading.Thread(target=self._worker.start, daemon=True),
        ]

    def start(self) -> None:
        """Opens; returns when the first page can be had."""
        settings.SITE_ORIGINS.append(self.url)
        for thread in self._threads:
            thread.start()
        _wait(lambda: self._server.started and self._worker.consumer is not None)

    def stop(self) -> None:
        """Closes."""
        settings.SITE_ORIGINS.remove(self.url)
        self._server.should_exit = True
        self._worker.stop()
        for thread in self._threads:
            thread.join(PATIENCE)
        self._door.close()

    def settle(self) -> None:
        """Waits until no page is made and the worker has nothing left to do."""
        _wait(lambda: not (self._answering or self._queued() or state.reserved_requests))

    def _count_answers(self, handler: Any) -> None:
        """Counts requests until their threads are done, even those whose reader has gone away.

        A page still being made reads tables that the end of a test empties: a deadlock.
        """
        make = handler._middleware_chain

        def counted(request: Any) -> Any:
            with self._counting:
                self._answering += 1
            try:
                return make(request)
            finally:
                with self._counting:
                    self._answering -= 1

        handler._middleware_chain = counted

    def _queued(self) -> int:
        with app.connection_for_read() as connection:
            return sum(int(connection.default_channel._size(queue)) for queue in QUEUES)


def _wait(done: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError("the site did not come to rest")
        time.sleep(0.01)

"""One look every few seconds at all open sockets of this process.

Whoever ends a sign-in, gives a seat away, hides a match or blocks somebody tells the sockets
concerned. Such a message can be lost, so what it would have said is looked for as well, by the same
few queries for all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from weakref import WeakKeyDictionary, WeakSet

from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.sign_in import sessions
from games.common.sockets import Socket

EVERY = 2.0
"""Seconds between two looks: what nobody told a socket, it knows within five."""

logger = logging.getLogger(__name__)


class Rechecks:
    """The sockets of one event loop that can lose something, looked at for as long as there are."""

    def __init__(self) -> None:
        self._sockets: WeakSet[Socket] = WeakSet()
        self._next: asyncio.TimerHandle | None = None
        self._now: asyncio.Task[None] | None = None  # kept: tasks are held weakly

    def add(self, socket: Socket) -> None:
        """Look at *socket* from now on."""
        self._sockets.add(socket)
        if self._next is None and self._now is None:
            self._set()

    def drop(self, socket: Socket) -> None:
        """Look at *socket* no more."""
        self._sockets.discard(socket)
        if not self._sockets and self._next is not None:
            self._next.cancel()
            self._next = None

    def _set(self) -> None:
        self._next = asyncio.get_running_loop().call_later(EVERY, self._begin)

    def _begin(self) -> None:
        self._next, self._now = None, asyncio.ensure_future(self._go())

    async def _go(self) -> None:
        try:
            for socket in await database_sync_to_async(doubtful)(list(self._sockets)):
                if not socket.is_closed:
                    await socket.session_recheck({})
        except Exception:
            logger.warning("sockets could not be looked at; the next look will", exc_info=True)
        self._now = None
        if self._sockets:
            self._set()


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Rechecks] = WeakKeyDictionary()


def rechecks() -> Rechecks:
    """Return those of the running loop."""
    return _of_loops.setdefault(asyncio.get_running_loop(), Rechecks())


def doubtful(sockets: Sequence[Socket]) -> list[Socket]:
    """Return those of *sockets* that have to look for themselves whether they may stay open.

    Their sign-in may be over by its age, or is gone; their user or their seat is another.
    """
    now = timezone.now()
    owned = [socket for socket in sockets if socket.user_id is not None]
    alive = sessions.alive([str(socket.session_key) for socket in owned], now)
    marks = sessions.marks([socket.user_id for socket in owned if socket.user_id is not None])
    found = [socket for socket in owned if _is_doubtful(socket, alive, marks, now)]
    for kind in {type(socket) for socket in sockets}:
        found += kind.strayed([socket for socket in sockets if type(socket) is kind])
    return list(dict.fromkeys(found))


def _is_doubtful(
    socket: Socket, alive: set[str], marks: dict[int, sessions.Mark], now: datetime
) -> bool:
    is_signed_in = socket.session_key in alive and now <= socket.look_at
    return not is_signed_in or marks.get(socket.user_id or 0) != socket.mark

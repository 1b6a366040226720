"""The socket of everything a user has open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from channels.db import database_sync_to_async

from games.common.consumers import NOT_SIGNED_IN, NudgeConsumer
from games.desk.selectors import boards_to_move
from games.notices.selectors import unread_notices

SOON = 0.25
"""Seconds for which word of changes is gathered, so that a move and the look at it are one."""
AGAIN = 2.0
"""Seconds after which it is tried again when the database could not be asked."""

Counts = tuple[int, int]

logger = logging.getLogger(__name__)


class DeskConsumer(NudgeConsumer):
    """Tells every open page of a user the two counts of its frame."""

    async def connect(self) -> None:
        await self.accept()
        if self.user_id is None:
            await self.close(NOT_SIGNED_IN)
            return
        await self.attend(self.user_id)
        counts = await database_sync_to_async(_counts)([self.user_id])
        await self.tell(counts[self.user_id])

    async def desk_changed(self, message: dict[str, Any]) -> None:
        _of_loops.setdefault(asyncio.get_running_loop(), Recounts()).ask(self)

    async def tell(self, counts: Counts) -> None:
        """Send them."""
        boards, unread = counts
        await self.send_json({"desk": boards, "bell": unread})


class Recounts:
    """The sockets of one event loop whose counts have changed: counted together, once a user."""

    def __init__(self) -> None:
        self._due: WeakSet[DeskConsumer] = WeakSet()
        self._now: asyncio.Task[None] | None = None  # kept: tasks are held weakly

    def ask(self, socket: DeskConsumer) -> None:
        """Count for *socket* soon."""
        self._due.add(socket)
        if self._now is None:
            self._now = asyncio.ensure_future(self._go(SOON))

    async def _go(self, wait: float) -> None:
        await asyncio.sleep(wait)
        due, self._due, wait = self._due, WeakSet(), SOON
        try:
            await _tell_all([socket for socket in due if not socket.is_closed])
        except Exception:
            logger.warning("desks could not be counted; they will be", exc_info=True)
            self._due, wait = self._due | due, AGAIN
        self._now = asyncio.ensure_future(self._go(wait)) if self._due else None


async def _tell_all(sockets: list[DeskConsumer]) -> None:
    counts = await database_sync_to_async(_counts)({socket.user_id or 0 for socket in sockets})
    for socket in sockets:
        await socket.tell(counts[socket.user_id or 0])


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Recounts] = WeakKeyDictionary()


def _counts(user_ids: Iterable[int]) -> dict[int, Counts]:
    """By user, how many boards wait for their move, and how many lines of the bell are not read."""
    return {user_id: (boards_to_move(user_id), unread_notices(user_id)) for user_id in user_ids}

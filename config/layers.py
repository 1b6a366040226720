"""Live updates inside one process: a channel layer that may be used from any thread.

The stock in-memory layer wakes a sleeping event loop up to a second late and can lose a
message when threads send (docs/adr/0006). Both cannot happen here: one lock guards all
state, and a waiting loop is woken by `call_soon_threadsafe`.
"""

from __future__ import annotations

import asyncio
import threading
import time
import uuid
from collections import deque
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer

Message = dict[str, Any]


@dataclass(slots=True)
class Box:
    """The messages that wait for one channel, and who waits for them."""

    items: deque[tuple[float, Message]] = field(default_factory=deque)
    waiter: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None

    def drop_expired(self, now: float) -> None:
        """Forgets what nobody fetched in time."""
        while self.items and self.items[0][0] < now:
            self.items.popleft()

    def is_idle(self) -> bool:
        """Return whether nothing is kept here."""
        return not self.items and self.waiter is None


class MemoryLayer(BaseChannelLayer):
    """Channels, groups and messages in the memory of this process."""

    extensions = ["groups", "flush"]

    def __init__(
        self, expiry: float = 60, group_expiry: float = 86400, capacity: int = 100, **kwargs: Any
    ) -> None:
        super().__init__(expiry=expiry, capacity=capacity, **kwargs)
        self.group_expiry = group_expiry
        self._lock = threading.Lock()
        self._boxes: dict[str, Box] = {}
        self._groups: dict[str, dict[str, float]] = {}

    async def send(self, channel: str, message: Message) -> None:
        """Puts *message* into *channel*; ChannelFull when nobody has been fetching."""
        self.require_valid_channel_name(channel)
        self.put(channel, message)

    def put(self, channel: str, message: Message) -> None:
        """The same, from any thread and without an event loop."""
        now = time.monotonic()
        with self._lock:
            box = self._boxes.setdefault(channel, Box())
            box.drop_expired(now)
            if len(box.items) >= self.get_capacity(channel):
                raise ChannelFull(channel)
            box.items.append((now + self.expiry, deepcopy(message)))
            waiter = box.waiter
        if waiter is not None:
            _wake(*waiter)

    async def receive(self, channel: str) -> Message:
        """The next message of *channel*; waits for one."""
        self.require_valid_channel_name(channel)
        loop = asyncio.get_running_loop()
        while True:
            with self._lock:
                box = self._boxes.setdefault(channel, Box())
                box.drop_expired(time.monotonic())
                if box.items:
                    message = box.items.popleft()[1]
                    self._forget_idle(channel)
                    return message
                future: asyncio.Future[None] = loop.create_future()
                box.waiter = (loop, future)
            try:
                await future
            finally:
                self._stop_waiting(channel, future)

    async def forget(self, channel: str) -> None:
        """Drops what waits for *channel*, which somebody read from who is no consumer."""
        with self._lock:
            self._boxes.pop(channel, None)

    async def new_channel(self, prefix: str = "specific.") -> str:
        """A channel name nobody else uses; what was left for readers that have gone is dropped."""
        now = time.monotonic()
        with self._lock:
            for channel, box in list(self._boxes.items()):
                box.drop_expired(now)
                if box.is_idle():
                    del self._boxes[channel]
        return f"{prefix}inmemory!{uuid.uuid4().hex}"

    async def group_add(self, group: str, channel: str) -> None:
        """Lets *channel* hear what *group* is told, for `group_expiry` seconds."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            self._groups.setdefault(group, {})[channel] = time.monotonic() + self.group_expiry

    async def group_discard(self, group: str, channel: str) -> None:
        """Ends that."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self._lock:
            members = self._groups.get(group, {})
            members.pop(channel, None)
            if not members:
                self._groups.pop(group, None)

    async def group_send(self, group: str, message: Message) -> None:
        """Tells every channel of *group*."""
        self.announce(group, message)

    def announce(self, group: str, message: Message) -> None:
        """Tells every channel of *group*, from any thread; a full channel misses it."""
        self.require_valid_group_name(group)
        for channel in self._members(group):
            try:
                self.put(channel, message)
            except ChannelFull:
                pass  # the page behind it re-reads when it comes back

    async def flush(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._boxes.clear()
            self._groups.clear()

    async def close(self) -> None:
        """Nothing to close."""

    def _members(self, group: str) -> list[str]:
        now = time.monotonic()
        with self._lock:
            members = self._groups.get(group, {})
            for channel in [name for name, until in members.items() if until < now]:
                del members[channel]
            return list(members)

    def _stop_waiting(self, channel: str, future: asyncio.Future[None]) -> None:
        with self._lock:
            box = self._boxes.get(channel)
            if box is not None and box.waiter is not None and box.waiter[1] is future:
                box.waiter = None
                self._forget_idle(channel)

    def _forget_idle(self, channel: str) -> None:
        if self._boxes[channel].is_idle():
            del self._boxes[channel]


def _wake(loop: asyncio.AbstractEventLoop, future: asyncio.Future[None]) -> None:
    try:
        loop.call_soon_threadsafe(_resolve, future)
    except RuntimeError:
        pass  # that loop is closed: its reader is gone


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)

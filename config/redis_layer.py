"""Live updates between processes, through Redis; never in the way of a move."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import RedisError

from config.outages import Breaker

logger = logging.getLogger("jinya.live")

Message = dict[str, Any]

PATIENCE = 0.5  # seconds one announcement may take


class RedisLayer(RedisPubSubChannelLayer):
    """The stock layer, except that telling a group costs nothing when Redis is away.

    Of the two stock layers the one that publishes: a nudge is one message from process to
    process, where the other one fetches the messages of all sockets one after the other, in
    several steps each (docs/adr/0006).
    """

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self._breaker = Breaker("the layer of live updates", "pages poll")
        self._announcer = Announcer(self._publish)
        self._endings: set[asyncio.Future[None]] = set()  # tasks are held weakly

    async def group_send(self, group: str, message: Message) -> None:
        """Tells every channel of *group*, or nobody: an announcement is a hint."""
        await self._publish(group, message)

    async def _publish(self, group: str, message: Message) -> bool:
        """Whether Redis has taken the message."""
        if not self._breaker.lets_through():
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._get_layer().group_send(group, message)
        except (RedisError, OSError, TimeoutError) as error:
            self._breaker.failed(error)
            return False
        self._breaker.worked()
        return True

    async def receive(self, channel: str) -> Message:
        """The next message of *channel*; a reader that is cancelled leaves no subscription."""
        layer = self._get_layer()
        if channel not in layer.channels:  # it was read before by who was cancelled
            await layer._subscribe_to_channel(channel)  # noqa: SLF001
        try:
            data = await layer.channels[channel].get()
        except asyncio.CancelledError:
            layer.channels.pop(channel, None)
            # in a task of its own: a second cancelling must not keep it from that
            ending = asyncio.ensure_future(self._unsubscribe(channel))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            raise
        return cast(Message, self.deserialize(data))

    async def forget(self, channel: str) -> None:
        """Fetches nothing more for *channel*, which somebody read from who is no consumer."""
        if self._get_layer().channels.pop(channel, None) is not None:
            await self._unsubscribe(channel)

    async def _unsubscribe(self, channel: str) -> None:
        try:
            await self._get_layer()._get_shard(channel).unsubscribe(channel)  # noqa: SLF001
        except (RedisError, OSError) as error:
            self._breaker.failed(error)

    def announce(self, group: str, message: Message) -> None:
        """The same from any thread, which does not wait for it."""
        self._announcer.tell(group, message)


class Announcer:
    """A thread that sends the announcements of its process, in order, over one connection.

    What is not taken is sent later, the newest of a kind for each group: a server that is busy for
    a moment looks like one that is away.
    """

    again = 1.0
    """Seconds until what was not taken is tried again, if nothing comes in between."""
    most = 10_000
    """Of what waits; the oldest is given up."""

    def __init__(self, send: Callable[[str, Message], Awaitable[bool]]) -> None:
        self._send = send
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[tuple[str, Message]] = queue.SimpleQueue()
        self._process = 0

    def tell(self, group: str, message: Message) -> None:
        """Sends soon."""
        self._be_there()
        self._waiting.put((group, message))

    def _be_there(self) -> None:
        with self._lock:
            if self._process != os.getpid():  # first use, or a fork: threads do not come along
                self._process = os.getpid()
                self._waiting = queue.SimpleQueue()
                threading.Thread(target=self._serve, name="Announcer", daemon=True).start()

    def _serve(self) -> None:
        waiting = self._waiting
        unsent: dict[tuple[str, str], Message] = {}
        with asyncio.Runner() as runner:
            while True:
                with suppress(queue.Empty):
                    group, message = waiting.get(timeout=self.again if unsent else None)
                    kind = group, str(message["type"])
                    unsent.pop(kind, None)  # the newest comes last
                    unsent[kind] = message
                while unsent:
                    kind, message = next(iter(unsent.items()))
                    if not runner.run(self._send_safely(kind[0], message)):
                        break
                    del unsent[kind]
                if len(unsent) > self.most:
                    del unsent[next(iter(unsent))]

    async def _send_safely(self, group: str, message: Message) -> bool:
        try:
            return await self._send(group, message)
        except Exception:
            logger.exception("an announcement was lost")
            return True

"""Sockets: they nudge an open page to look again, and say nothing else.

What a viewer may see is decided in one place, the board page over HTTP.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from datetime import datetime, timedelta
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from accounts import sessions
from accounts.rights import is_shut_out
from games.common import crowds, live

NOT_SIGNED_IN, SHUT_OUT = 4401, 4403
UNSUPPORTED, TOO_MUCH, TOO_BIG = 1003, 1008, 1009
MOST_MESSAGES, WINDOW = 50, 20.0  # messages, seconds
LOOK_EVERY = timedelta(minutes=5)
"""A socket looks at its sign-in at least so often, should what told it to have been lost."""
JUST_AFTER = timedelta(seconds=1)
"""So long after the last moment of a sign-in a socket looks whether it was the last."""

logger = logging.getLogger(__name__)


class NudgeConsumer(AsyncJsonWebsocketConsumer):
    """What both sockets share: groups joined for a while, and nothing to say to us."""

    groups_joined: list[str]
    is_closed = False
    next_look: asyncio.TimerHandle | None = None

    async def websocket_connect(self, message: Any) -> None:
        self.groups_joined = []
        self._arrivals: deque[float] = deque()
        if crowds.admits(self):
            await super().websocket_connect(message)
        else:
            await self.accept()
            await self.close(TOO_MUCH)

    async def join(self, *groups: str) -> None:
        """Hear what is announced to *groups* until the socket closes."""
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
            self.groups_joined.append(group)

    async def attend(self, user: Any) -> None:
        """Hear what is announced to *user*; close if their sign-in ended before we could."""
        await self.join(live.user_group(user.pk))
        await self.session_recheck({})

    async def leave(self) -> None:
        """Hear nothing any more."""
        while self.groups_joined:
            await self.channel_layer.group_discard(self.groups_joined.pop(), self.channel_name)

    async def disconnect(self, code: int) -> None:
        self.is_closed = True
        self._cancel_look()
        crowds.leaves(self)
        await self.leave()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Say nothing after this, even while the other end takes its time to go."""
        self.is_closed = True
        self._cancel_look()
        crowds.leaves(self)
        await self.leave()
        await super().close(code, reason)

    async def send_json(self, content: Any, close: bool = False) -> None:
        if not self.is_closed:
            await super().send_json(content, close)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Pages send nothing; whatever else is sent is refused, and a flood ends the socket."""
        if text_data is None:
            await self.close(UNSUPPORTED)
        elif len(text_data.encode()) > settings.SOCKET_MESSAGE_LIMIT:
            await self.close(TOO_BIG)
        elif self._is_flood():
            await self.close(TOO_MUCH)
        else:
            await self.send_json({"error": "unexpected-message"})

    def _is_flood(self) -> bool:
        now = time.monotonic()
        self._arrivals.append(now)
        while self._arrivals[0] < now - WINDOW:
            self._arrivals.popleft()
        return len(self._arrivals) > MOST_MESSAGES

    async def session_recheck(self, message: dict[str, Any]) -> None:
        """Close when pages would not take the session this socket came with for the user's.

        Whoever ends a sign-in sends this message; its age ends it at a moment that is known
        before, for which the next look is set.
        """
        before, now = self.scope["user"].pk, timezone.now()
        session = self.scope["session"]
        fresh = session.__class__(session.session_key)  # not type(): the scope's one is lazy
        user = await get_user({**self.scope, "session": fresh})
        left = await database_sync_to_async(_time_left)(fresh, user, now)
        if user.pk != before or left < timedelta(0):
            await self.close(NOT_SIGNED_IN)
        elif is_shut_out(user):
            await self.close(SHUT_OUT)
        else:
            self._look_again(min(left + JUST_AFTER, LOOK_EVERY))

    def _look_again(self, wait: timedelta) -> None:
        """Set the next look; one at a time, so that messages do not make more of them."""
        self._cancel_look()
        if not self.is_closed:
            loop = asyncio.get_running_loop()
            self.next_look = loop.call_later(wait.total_seconds(), self._look)

    def _cancel_look(self) -> None:
        if self.next_look is not None:
            self.next_look.cancel()

    def _look(self) -> None:
        self._looking = asyncio.ensure_future(self._look_once())  # kept: tasks are held weakly

    async def _look_once(self) -> None:
        try:
            await self.session_recheck({})
        except Exception:
            logger.warning("a socket could not look whether it is still open", exc_info=True)
            self._look_again(LOOK_EVERY)

    async def desk_changed(self, message: dict[str, Any]) -> None:
        """Of interest to the desk's own socket only."""


def _time_left(session: Any, user: Any, now: datetime) -> timedelta:
    """How much longer pages take *session* for a sign-in of *user*; less than nothing if not."""
    if not user.is_authenticated:
        return -JUST_AFTER
    return sessions.time_left(session, user, now)

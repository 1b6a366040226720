"""Sockets: they nudge an open page to look again, and say nothing else.

What a viewer may see is decided in one place, the board page over HTTP.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.rights import is_shut_out
from accounts.sign_in import sessions
from games.common import crowds, live
from games.common.rechecks import rechecks
from games.common.sockets import Socket

NOT_SIGNED_IN, SHUT_OUT = 4401, 4403
UNSUPPORTED, TOO_MUCH, TOO_BIG = 1003, 1008, 1009
MOST_MESSAGES, WINDOW = 50, 20.0  # messages, seconds
LOOK_EVERY = timedelta(minutes=5)
"""A socket looks at all that it stands on at least so often."""


class NudgeConsumer(Socket, AsyncJsonWebsocketConsumer):
    """The common part of both sockets: groups joined for a while; pages send nothing."""

    groups_joined: list[str]
    user: User | AnonymousUser
    """Who opens the socket, until it is open."""
    _arrivals: deque[float] | None = None
    """When the last messages came from the page, if any did: few sockets ever get one."""

    async def websocket_connect(self, message: Any) -> None:
        """Look whose the socket is; what it came with is not kept for as long as it is open."""
        self.groups_joined = []
        self.session_key = _session_key(self.scope["headers"])
        self.user, _left = await self.holder()
        self.user_id = self.user.pk
        is_admitted = crowds.admits(self)
        self.scope["headers"].clear()
        if is_admitted:
            await super().websocket_connect(message)
        else:
            await self.accept()
            await self.close(TOO_MUCH)
        del self.user

    async def holder(self) -> tuple[User | AnonymousUser, timedelta]:
        """Return whose the socket is by its session as it is now, and how much longer."""
        return await database_sync_to_async(sessions.holder)(self.session_key, timezone.now())

    async def join(self, *groups: str) -> None:
        """Hear what is announced to *groups* until the socket closes."""
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
            self.groups_joined.append(group)

    async def attend(self, user_id: int) -> None:
        """Hear what is announced to the user; close if their sign-in ended before we could."""
        await self.join(live.user_group(user_id))
        await self.session_recheck({})
        if not self.is_closed:
            rechecks().add(self)

    async def leave(self) -> None:
        """Hear nothing any more."""
        while self.groups_joined:
            await self.channel_layer.group_discard(self.groups_joined.pop(), self.channel_name)

    async def disconnect(self, code: int) -> None:
        self.is_closed = True
        rechecks().drop(self)
        crowds.leaves(self)
        await self.leave()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Say nothing after this, even while the other end takes its time to go."""
        self.is_closed = True
        rechecks().drop(self)
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
        if self._arrivals is None:
            self._arrivals = deque()
        self._arrivals.append(now)
        while self._arrivals[0] < now - WINDOW:
            self._arrivals.popleft()
        return len(self._arrivals) > MOST_MESSAGES

    async def session_recheck(self, message: dict[str, Any]) -> None:
        """Close when pages would not take the session this socket came with for the user's.

        Whoever ends a sign-in sends this message, and `rechecks` ask for it when something about
        the sign-in is not as it was, or its time is up.
        """
        await self.rechecked()

    async def rechecked(self) -> User | None:
        """Do so: the user as they are now, None when the socket is closed."""
        if self.is_closed:
            return None
        user, left = await self.holder()
        if not isinstance(user, User) or user.pk != self.user_id or left < timedelta(0):
            await self.close(NOT_SIGNED_IN)
            return None
        if is_shut_out(user):
            await self.close(SHUT_OUT)
            return None
        self.mark, self.look_at = sessions.mark_of(user), timezone.now() + min(left, LOOK_EVERY)
        return None if self.is_closed else user

    async def desk_changed(self, message: dict[str, Any]) -> None:
        """Of interest to the desk's own socket only."""


def _session_key(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the session that a browser names in its cookies."""
    for name, value in headers:
        if name == b"cookie":
            return parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    return None

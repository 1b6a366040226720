"""Sockets: they nudge an open page to look again, and say nothing else.

What a viewer may see is decided in one place, the board page over HTTP.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

from games import live
from games.selectors.boards import WatchedMatch, watched_match
from games.selectors.desks import boards_to_move

NOT_SIGNED_IN, NO_SUCH_MATCH = 4401, 4404
UNSUPPORTED, TOO_MUCH, TOO_BIG = 1003, 1008, 1009
MOST_MESSAGES, WINDOW = 50, 20.0  # messages, seconds


class NudgeConsumer(AsyncJsonWebsocketConsumer):
    """What both sockets share: groups joined for a while, and nothing to say to us."""

    groups_joined: list[str]
    is_closed = False

    async def websocket_connect(self, message: Any) -> None:
        self.groups_joined = []
        self._arrivals: deque[float] = deque()
        await super().websocket_connect(message)

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
        await self.leave()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Say nothing after this, even while the other end takes its time to go."""
        self.is_closed = True
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
        """Close when the session this socket came with is no longer the user's."""
        before = self.scope["user"].pk
        session = self.scope["session"]
        fresh = session.__class__(session.session_key)  # not type(): the scope's one is lazy
        user = await get_user({**self.scope, "session": fresh})
        if user.pk != before:
            await self.close(NOT_SIGNED_IN)

    async def desk_changed(self, message: dict[str, Any]) -> None:
        """Of interest to the desk's own socket only."""


class MatchConsumer(NudgeConsumer):
    """Nudges an open match page to fetch its own board again; what it says never goes back."""

    told_version = 0

    async def connect(self) -> None:
        uid = self.scope["url_route"]["kwargs"]["uid"]
        user = self.scope["user"]
        watched: WatchedMatch | None = await database_sync_to_async(watched_match)(uid, user)
        await self.accept()
        if watched is None:
            await self.close(NO_SUCH_MATCH)
            return
        await self.join(live.match_group(uid, watched.seat))
        if user.is_authenticated:
            await self.attend(user)
        # read again after joining: what came in between is not lost
        watched = await database_sync_to_async(watched_match)(uid, user)
        if watched is not None:
            await self._tell(uid, watched.version)

    async def match_changed(self, message: dict[str, Any]) -> None:
        await self._tell(message["match"], message["version"])

    async def _tell(self, uid: str, version: int) -> None:
        """Say it unless it is old: two turns may be announced in the order they did not happen."""
        if version > self.told_version:
            self.told_version = version
            await self.send_json({"match": uid, "version": version})


class DeskConsumer(NudgeConsumer):
    """Tells every open page of a user how many boards wait for a move."""

    async def connect(self) -> None:
        user = self.scope["user"]
        await self.accept()
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        await self.attend(user)
        await self.desk_changed({})

    async def desk_changed(self, message: dict[str, Any]) -> None:
        count = await database_sync_to_async(boards_to_move)(self.scope["user"].pk)
        await self.send_json({"desk": count})

"""The socket of a match page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async

from games.common import live
from games.common.consumers import NudgeConsumer
from games.common.rechecks import rechecks
from games.match.reading.selectors import seats_held
from games.match.reading.visibility import out_of_sight
from games.matchpage.selectors.board import WatchedMatch, watched_match
from games.notices.services.presence import note_left

NO_SUCH_MATCH = 4404
OTHER_EYES = 4410
"""The seat was given to somebody else: the page has to come back as who it is now."""


class MatchConsumer(NudgeConsumer):
    """Nudges an open match page to fetch its own board again; what it says never goes back."""

    sent_version = 0
    sent_talk = 0
    seat: int | None = None

    async def connect(self) -> None:
        uid, user = self.uid, self.user
        watched: WatchedMatch | None = await database_sync_to_async(watched_match)(uid, user)
        await self.accept()
        if watched is None:
            await self.close(NO_SUCH_MATCH)
            return
        self.seat = watched.seat
        await self.join(live.match_group(uid, watched.seat))
        if self.user_id is None:
            rechecks().add(self)
            await self.match_recheck({})
        else:
            await self.attend(self.user_id)

    async def leave(self) -> None:
        """Hear nothing any more; whoever sits at the match is not at the board any more."""
        await super().leave()
        if self.seat is not None and self.user_id is not None:
            await sync_to_async(note_left)(self.uid, self.user_id)

    @classmethod
    def strayed(cls, sockets: Sequence[Self]) -> Sequence[Self]:
        """Those whose user sits in another seat than they were opened for, or may watch no more."""
        held = seats_held({socket.uid for socket in sockets})
        lost = out_of_sight({(s.uid, s.user_id) for s in sockets if s.seat is None})
        return [
            socket
            for socket in sockets
            if held.get((socket.uid, socket.user_id or 0)) != socket.seat
            or (socket.seat is None and (socket.uid, socket.user_id) in lost)
        ]

    @property
    def uid(self) -> str:
        """The public id of the match."""
        return str(self.scope["url_route"]["kwargs"]["uid"])

    async def session_recheck(self, message: dict[str, Any]) -> None:
        """Besides the sign-in, if any, look whether the seat is still this user's."""
        if self.user_id is None:
            await self.match_recheck(message)
            return
        user = await self.rechecked()
        if user is None:
            return
        watched = await database_sync_to_async(watched_match)(self.uid, user)
        if self.is_closed:
            return
        if watched is None or watched.seat != self.seat:
            await self.close(OTHER_EYES)
        else:  # what came before anybody listened, or was lost, is told by this look
            await self._tell(self.uid, watched.version)

    async def match_recheck(self, message: dict[str, Any]) -> None:
        """Look whether there still is such a match to be seen."""
        user, _left = await self.holder()
        watched = await database_sync_to_async(watched_match)(self.uid, user)
        if watched is None:
            await self.close(NO_SUCH_MATCH)
        elif watched.seat == self.seat:
            await self._tell(self.uid, watched.version)

    async def talk_changed(self, message: dict[str, Any]) -> None:
        """Something was said: which page shows it, and to whom, is decided over HTTP."""
        self.sent_talk += 1
        await self.send_json({"match": message["match"], "talk": self.sent_talk})

    async def match_changed(self, message: dict[str, Any]) -> None:
        await self._tell(message["match"], message["version"])

    async def _tell(self, uid: str, version: int) -> None:
        """Say it unless it is old: two turns may be announced in the order they did not happen."""
        if version > self.sent_version:
            self.sent_version = version
            await self.send_json({"match": uid, "version": version})

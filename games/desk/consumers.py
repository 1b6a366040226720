"""The socket of everything a user has open."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from games.common.consumers import NOT_SIGNED_IN, NudgeConsumer
from games.desk.selectors import boards_to_move
from games.notices.selectors import unread_notices


class DeskConsumer(NudgeConsumer):
    """Tells every open page of a user the two counts of its frame."""

    async def connect(self) -> None:
        await self.accept()
        if self.user_id is None:
            await self.close(NOT_SIGNED_IN)
            return
        await self.attend(self.user_id)
        await self.desk_changed({})

    async def desk_changed(self, message: dict[str, Any]) -> None:
        assert self.user_id is not None  # visitors do not come so far
        boards, unread = await database_sync_to_async(_counts)(self.user_id)
        await self.send_json({"desk": boards, "bell": unread})


def _counts(user_id: int) -> tuple[int, int]:
    """How many boards wait for the user's move, and how many lines of the bell are not read."""
    return boards_to_move(user_id), unread_notices(user_id)

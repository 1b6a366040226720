"""The socket of the lobby: it says that something has changed, and nothing else."""

from __future__ import annotations

from typing import Any

from games.common import live
from games.common.consumers import NOT_SIGNED_IN, NudgeConsumer


class LobbyConsumer(NudgeConsumer):
    """Nudges the open pages of the lobby to fetch themselves again."""

    async def connect(self) -> None:
        await self.accept()
        if self.user_id is None:
            await self.close(NOT_SIGNED_IN)
            return
        await self.join(live.LOBBY)
        await self.attend(self.user_id)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({"lobby": "changed"})

"""The socket of the lobby: it says that something has changed, and nothing else."""

from __future__ import annotations

from typing import Any

from games.common import live
from games.common.consumers import NOT_SIGNED_IN, NudgeConsumer


class LobbyConsumer(NudgeConsumer):
    """Nudges the open pages of the lobby to fetch themselves again."""

    async def connect(self) -> None:
        user = self.scope["user"]
        await self.accept()
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        await self.join(live.LOBBY)
        await self.attend(user)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({"lobby": "changed"})

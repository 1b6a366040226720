"""What is known of an open socket by whatever counts it or looks at it again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from accounts.sign_in import sessions


class Socket:
    """An open socket, and what it stands on."""

    scope: Any
    is_closed = False
    session_key: str | None = None
    """The session the socket came with."""
    user_id: int | None = None
    """Whose it is; None for visitors."""
    crowds: tuple[str, ...] = ()
    """Where it is counted (`games.common.crowds`)."""
    mark: sessions.Mark | None = None
    """What the look at the sign-in found of its user."""
    look_at: datetime
    """When the age of the sign-in may be the end of it."""

    @classmethod
    def strayed(cls, sockets: Sequence[Self]) -> Sequence[Self]:
        """Those of *sockets*, all of this class, that may have lost what they were opened for."""
        return ()

    async def session_recheck(self, message: dict[str, Any]) -> None:
        """Look whether it may stay open."""

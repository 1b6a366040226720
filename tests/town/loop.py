"""The event loop of a season, which knows when nothing is left to do that waits for no clock."""

from __future__ import annotations

import asyncio
from typing import Any


class Loop(asyncio.SelectorEventLoop):
    """Counts what threads do for it."""

    def __init__(self) -> None:
        super().__init__()
        self._working = 0
        self._idle: asyncio.Future[None] | None = None

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        """As any loop does it; what comes back is counted."""
        work = super().run_in_executor(executor, func, *args)
        self._working += 1
        work.add_done_callback(self._worked)
        return work

    def _worked(self, _work: asyncio.Future[Any]) -> None:
        self._working -= 1
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def settle(self) -> None:
        """Let everything happen that is due."""
        self.run_until_complete(self._settled())

    async def _settled(self) -> None:
        await asyncio.sleep(0)  # what is due by the clock is among what is ready now
        while self._ready or self._working:  # type: ignore[attr-defined]
            if self._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            else:
                self._idle = self.create_future()
                await self._idle

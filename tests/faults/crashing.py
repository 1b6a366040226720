"""A process that dies at a chosen point of the work, as if somebody had pulled the plug."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.db import connections
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class Point:
    """Just before or just after a function of the site runs."""

    function: str
    """Its address: ``games.common.live._send``; for a method, the class comes before it."""
    after: bool = False
    time: int = 1
    """The how manieth call of it is the last."""

    def __str__(self) -> str:
        return f"{'after' if self.after else 'before'} {self.function}, time {self.time}"

    def arm(self) -> None:
        """From now on, whoever comes by here dies."""
        place, name = self.function.rsplit(".", 1)
        owner = import_string(place) if place.rsplit(".", 1)[1][:1].isupper() else _module(place)
        function, times = getattr(owner, name), count(1)

        def deadly(*args: Any, **kwargs: Any) -> Any:
            is_last = next(times) == self.time
            if is_last and not self.after:
                os.kill(os.getpid(), signal.SIGKILL)
            found = function(*args, **kwargs)
            if is_last:
                os.kill(os.getpid(), signal.SIGKILL)
            return found

        setattr(owner, name, deadly)


def _module(name: str) -> Any:
    import importlib

    return importlib.import_module(name)


def dies(point: Point, work: Callable[[], object]) -> bool:
    """Do *work* in a process of its own that dies at *point*; false if it never came there."""
    connections.close_all()  # a connection must not be carried over a fork
    pid = os.fork()
    if pid == 0:
        try:
            point.arm()
            work()
        except BaseException:  # noqa: BLE001 - nothing may run on into the tests of the parent
            traceback.print_exc()
        os._exit(0)
    _pid, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL

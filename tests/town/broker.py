"""The queue of a season: messages as the broker would carry them, run when their event comes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from celery import current_app
from celery.result import AsyncResult
from django.db import close_old_connections

from config.celery import Hint


@dataclass(frozen=True)
class Message:
    """One message, in the form in which it is carried."""

    task: str
    body: str
    """Positional and named arguments as JSON."""
    due: datetime
    """Not before then."""
    expires: datetime | None = None

    def run(self, now: datetime) -> bool:
        """Do what it asks as a worker would; False where it came too late."""
        if self.expires is not None and now > self.expires:
            return False
        args, kwargs = json.loads(self.body)
        close_old_connections()
        current_app.tasks[self.task](*args, **kwargs)
        return True


@contextmanager
def carrying(post: Callable[[Message], object], now: Callable[[], datetime]) -> Iterator[None]:
    """What is sent to the workers meanwhile is given to *post*."""

    def send(task: Hint, args: Any = None, kwargs: Any = None, **options: Any) -> AsyncResult:
        sent, expires = now(), options.get("expires")
        post(
            Message(
                task=task.name,
                body=json.dumps([list(args or ()), dict(kwargs or {})]),
                due=sent + timedelta(seconds=options.get("countdown") or 0),
                expires=sent + timedelta(seconds=expires) if expires else None,
            )
        )
        return AsyncResult("")

    with patch.object(Hint, "apply_async", send):
        yield

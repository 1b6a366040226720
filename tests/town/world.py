"""The site of one season: its own database, the real application, and everything it says."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from unittest.mock import patch

from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections

from config.asgi import application
from games.bots import thinking
from games.bots.thinking import CHOOSE, Question
from games.common import crowds
from games.match.referee import position_cache
from tests.kit import blank
from tests.kit.thoughts import InPlace
from tests.town.clock import Clock, seeded
from tests.town.loop import Loop

ORIGIN = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Answer:
    """What the application answered."""

    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]
    body: bytes


class Noise(logging.Handler):
    """Keeps what is logged at all, as far as it tells of a fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.faults: list[str] = []
        self.warnings: dict[str, int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Note *record*: an error with its traceback, a warning with how often it came."""
        if record.levelno >= logging.ERROR:
            said = logging.Formatter().format(record)
            self.faults.append(f"logged as {record.levelname}: {said}")
        else:
            shape = f"{record.name}: {record.msg}"
            self.warnings[shape] = self.warnings.get(shape, 0) + 1

    def take(self) -> list[str]:
        """The faults since this was last asked."""
        found, self.faults = self.faults, []
        return found


class Hasty(InPlace):
    """Chooses moves as the easy bot does where a better one is asked: a season is not about good
    moves, and a strong bot thinks for seconds."""

    def ask(self, question: Question) -> str:
        """The answer to *question*."""
        if question.what == CHOOSE and question.level.startswith(("medium", "strong")):
            question = question._replace(level="easy")
        return super().ask(question)


@dataclass
class World:
    """One site, at one time; `opened` makes it."""

    clock: Clock
    noise: Noise = field(default_factory=Noise)
    requests: int = 0
    loop: Loop = field(init=False)
    begin_lots: Callable[[str], None] = lambda _what: None
    """Let all randomness follow from the seed and what is told, from now on."""

    def ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], address: str
    ) -> Answer:
        """One request, answered by the application as a server would have it answered."""
        self.requests += 1
        bare, _mark, query = path.partition("?")
        sent: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": _unquoted(bare),
            "raw_path": bare.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()
            ],
            "client": (address, 40_000),
            "server": ("127.0.0.1", 8000),
        }
        answer: Answer = self.loop.run_until_complete(_answered(sent, body))
        return answer

    def mails(self) -> list[Any]:
        """All mails that were sent, oldest first."""
        return mail.outbox


async def _answered(scope: dict[str, Any], body: bytes) -> Answer:
    told: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
    said: list[Any] = []

    async def receive() -> Any:
        return told.pop() if told else {"type": "http.disconnect"}

    async def send(event: Any) -> None:
        said.append(event)

    await application(scope, receive, send)
    headers = [
        (name.decode().lower(), value.decode("latin-1")) for name, value in said[0]["headers"]
    ]
    return Answer(
        said[0]["status"],
        dict(headers),
        tuple(value for name, value in headers if name == "set-cookie"),
        b"".join(event.get("body", b"") for event in said[1:]),
    )


def _unquoted(path: str) -> str:
    from urllib.parse import unquote

    return unquote(path)


def cookies_of(answer: Answer) -> Iterator[tuple[str, str, bool]]:
    """Name and value of each cookie that is set, and whether it is dropped."""
    for line in answer.cookies:
        for name, morsel in SimpleCookie(line).items():
            yield name, morsel.value, morsel["max-age"] == "0" or not morsel.value


@contextmanager
def opened(seed: str, clock: Clock) -> Iterator[World]:
    """An empty site whose time is that of *clock*, and whose chances are those of *seed*."""
    database = Path(settings.DATABASES["default"]["NAME"])
    connections.close_all()
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()
    if not blank.take(database):
        call_command("migrate", interactive=False, verbosity=0)
        connections.close_all()
        blank.keep(database)
    forget_everything()
    world = World(clock)
    root = logging.getLogger()
    with ExitStack() as stack:
        stack.enter_context(patch.object(root, "handlers", [world.noise]))
        stack.enter_context(patch.object(thinking, "_child", Hasty()))
        stack.enter_context(clock.running())
        world.begin_lots = stack.enter_context(seeded(seed))
        world.loop = Loop()
        stack.callback(_close, world.loop)
        yield world


def _close(loop: Loop) -> None:
    loop.run_until_complete(closing())
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    connections.close_all()


async def closing() -> None:
    """Let the thread of all sockets let go of its connections: it stays for the next site."""
    await sync_to_async(connections.close_all, thread_sensitive=True)()


def forget_everything() -> None:
    """What a process remembers between two requests is of another site."""
    cache.clear()
    channel_layers.backends.clear()
    crowds.forget()
    position_cache._kept.clear()
    mail.outbox = []

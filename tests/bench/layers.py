"""Where a turn spends its processor time: `python -m tests.bench.layers`, answered as JSON.

Each layer is what its functions take without those of other layers that they call. Looking costs
a little itself, so the sum is more than a turn takes unobserved.
"""

from __future__ import annotations

import gc
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import process_time
from typing import Any
from unittest.mock import patch

import django

from tests.bench.one_turn import EARLY, Table, _empty_database, played
from tests.running.scripts import scripts

OUTSIDE = "middleware, session"
QUERIES, MODELS, ATOMIC, PAGES = (
    "django.db.models.query.QuerySet",
    "django.db.models.base.Model",
    "django.db.transaction.Atomic",
    "games.matchpage.views.matches",
)
PLACES = {
    "ORM reading": [
        "queues.prepared.Prepared.__call__",
        "queues.prepared.PreparedCount.__call__",
        "accounts.sign_in.sessions.read_with_user",
        f"{QUERIES}._fetch_all",
    ],
    "ORM writing": [
        "queues.prepared.PreparedInsert.__call__",
        "queues.prepared.PreparedUpdate.__call__",
        *(f"{QUERIES}.{name}" for name in ("bulk_create", "update")),
        f"{MODELS}.save",
        "games.notices.services.notifying.mark_read",
        *(f"{ATOMIC}.{name}" for name in ("__enter__", "__exit__")),
    ],
    "rules, services": ["games.match.changes.turns.play_move", f"{PAGES}.board_facts"],
    "presenters": [f"{PAGES}.present_match"],
    "rendering": [f"{PAGES}._drawn"],
    OUTSIDE: ["django.core.handlers.base.BaseHandler.get_response"],
}
TURNS = 20


class Clock:
    """Adds up what each layer takes."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def around(self, real: Callable[..., Any], layer: str) -> Callable[..., Any]:
        """*real*, counted for *layer*."""

        def timed(*args: Any, **options: Any) -> Any:
            began = process_time()
            self._inner.append(0.0)
            try:
                return real(*args, **options)
            finally:
                taken = process_time() - began
                self.spent[layer] += taken - self._inner.pop()
                if self._inner:
                    self._inner[-1] += taken

        return timed


@contextmanager
def watched(clock: Clock) -> Iterator[None]:
    """All layers go by *clock*."""
    patches = []
    for layer, names in PLACES.items():
        for name in names:
            holder, _dot, attribute = name.rpartition(".")
            owner = _found(holder)
            timed = clock.around(getattr(owner, attribute), layer)
            patches.append(patch.object(owner, attribute, timed))
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def _found(name: str) -> Any:
    """A module, or a class in one."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module, _dot, attribute = name.rpartition(".")
        return getattr(import_module(module), attribute)


def main() -> None:
    """Print the milliseconds of a move and of the other side's board."""
    django.setup()
    clock, found = Clock(), {}
    with _empty_database():
        warm, table = (Table(script) for script in scripts(2, EARLY + 2 * TURNS))
        warm.begin_at(4)
        played(warm, TURNS)
        table.begin_at(EARLY)
        gc.freeze()  # as the site does (config/asgi.py)
        with watched(clock):
            spent: dict[str, dict[str, float]] = {"post": defaultdict(float)}
            spent["board"] = defaultdict(float)
            for _turn in range(TURNS):
                for name, act in (("post", table.move), ("board", table.look)):
                    clock.spent.clear()
                    act()
                    for layer in PLACES:
                        spent[name][layer] += clock.spent[layer]
    for name, layers in spent.items():
        found[name] = {layer: taken / TURNS * 1000 for layer, taken in layers.items()}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()

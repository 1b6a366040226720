"""Faults of the machine: a process that dies, a database that is away, full, or asks to try again.

They come between any two statements of an event, or just before or after a commit, as chance has
it. Whoever asked gets no answer or an error page, and asks again; what was half done is gone, and
what a worker had in its hands is done by a later message or by a sweep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from django.core import mail
from django.core.cache import cache
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from games.common import crowds
from games.match.referee import position_cache
from tests.town.world import Answer, closing

if TYPE_CHECKING:
    from tests.town.ends import Ends
    from tests.town.people import Town
    from tests.town.sockets import Sockets
    from tests.town.workers import Workers

MOST = 400
"""Statements after which a fault that was meant for an event comes no more."""

DAYS_BETWEEN = 2.0
"""Between two settings of the clock, and two emptyings of the cache."""

NO_ANSWER = Answer(0, {}, (), b"")
"""What somebody is shown whose connection broke."""

AGAIN = ("deadlock", "serialisation")
WRITES = ("INSERT", "UPDATE", "DELETE")
SAID = {
    "away": "server closed the connection unexpectedly",
    "deadlock": "deadlock detected",
    "serialisation": "could not serialize access due to concurrent update",
    "full": "database or disk is full",
}
KINDS = ("killed", "killed", "killed", *SAID)


class Killed(BaseException):
    """The process is no more."""


class Faults:
    """Draws them. *often* is the share of events in which one is meant to come."""

    def __init__(self, chance: Random, often: float) -> None:
        self.chance, self.often = chance, often
        self.met: Counter[str] = Counter()
        """What came, and in what."""
        self.kind = ""
        """What is meant to come in this event."""
        self._left = 0
        self.has_come = False

    # --- where they come

    def arm(self) -> None:
        """Draw what is to come in the event that begins."""
        self.kind, self.has_come = "", False
        if self.chance.random() < self.often:
            self.kind = self.chance.choice(KINDS)
            self._left = min(int(self.chance.expovariate(1 / 25)), MOST)

    def disarm(self, name: str) -> bool:
        """Whether one has come in the event that ends."""
        if self.has_come:
            self.met[f"{self.kind} in {name}"] += 1
        self.kind = ""
        return self.has_come

    def pass_by(self, statement: str) -> None:
        """Another statement is about to be made, or a commit about to begin or just done."""
        if not self.kind:
            return
        self._left -= 1
        is_last = self._left < 0 and not self.has_come
        if self.kind == "killed":
            if is_last or self.has_come:
                self.has_come = True
                raise Killed
            return
        if self.kind == "full" and not statement.lstrip().startswith(WRITES):
            return
        if self.has_come and self.kind in AGAIN:
            return
        if self._left < 0 and self._left > -self._lasts():
            self.has_come = True
            raise OperationalError(SAID[self.kind])

    def _lasts(self) -> int:
        """How many statements meet it."""
        return 2 if self.kind in AGAIN else 12

    @contextmanager
    def watching(self) -> Iterator[None]:
        """All statements of this process pass by here meanwhile."""
        execute, many = CursorWrapper.execute, CursorWrapper.executemany
        commit = BaseDatabaseWrapper.commit

        def executed(cursor: Any, sql: Any, params: Any = None) -> Any:
            self.pass_by(str(sql))
            return execute(cursor, sql, params)

        def executed_many(cursor: Any, sql: Any, params: Any) -> Any:
            self.pass_by(str(sql))
            return many(cursor, sql, params)

        def committed(connection: Any) -> None:
            try:
                self.pass_by("COMMIT")
            except Killed:
                connection._rollback()  # else what follows would commit it
                raise
            commit(connection)
            if self.kind == "killed":
                try:
                    self.pass_by("COMMITTED")
                except Killed:
                    connection.run_on_commit = []
                    raise

        with ExitStack() as stack:
            stack.enter_context(patch.object(CursorWrapper, "execute", executed))
            stack.enter_context(patch.object(CursorWrapper, "executemany", executed_many))
            stack.enter_context(patch.object(BaseDatabaseWrapper, "commit", committed))
            yield


class Suffering:
    """A season in which they come: to requests, messages and sweeps alike."""

    def __init__(
        self, faults: Faults, ends: Ends, town: Town, workers: Workers, sockets: Sockets
    ) -> None:
        self.faults, self.ends, self.town, self.workers = faults, ends, town, workers
        self.sockets = sockets
        self.scheduler, self.world = town.scheduler, town.world
        self._at, self._ask = self.scheduler.at, self.world.ask

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Inside, events suffer."""
        with (
            self.faults.watching(),
            patch.object(self.scheduler, "at", self.at),
            patch.object(self.world, "ask", self.ask),
        ):
            yield

    # --- requests

    def ask(self, *asked: Any) -> Answer:
        """One request: in its process something may go wrong."""
        said = self._begin()
        try:
            answer = self._ask(*asked)
        except (Killed, Exception):
            if not self.faults.has_come:
                raise
            answer = NO_ANSWER
        if self.faults.disarm(f"a request {asked[0]}"):
            self._after(said)
            if answer.status >= 500:
                self.scheduler.last[-1] += f" ({answer.status})"
                answer = NO_ANSWER
        return answer

    # --- messages and sweeps

    def at(self, when: datetime, name: str, act: Callable[[], object]) -> None:
        """As the scheduler has it; what a worker does may go wrong."""
        is_work = name.startswith(("task ", "sweep "))
        self._at(when, name, partial(self._work, name, act) if is_work else act)

    def _work(self, name: str, act: Callable[[], object]) -> None:
        said, gone = self._begin(), False
        try:
            act()
        except (Killed, Exception):
            if not self.faults.has_come:
                raise
            gone = True
        task = " ".join(name.split()[:2])
        if self.faults.disarm(task):
            self.scheduler.last[-1] += " (suffered)"
            self._after(said)
        if gone:
            self._come_again(name, act)

    def _come_again(self, name: str, act: Callable[[], object]) -> None:
        """A message that was acknowledged late comes again, any other is lost; beat ticks on."""
        now = self.scheduler.clock.now
        if name.startswith("sweep "):
            sweep = self.workers._sweeps[name.split()[1]]
            sweep.planned = None
            self.workers._plan(sweep, self.workers._tick(sweep, now))
        elif self.faults.chance.random() < 0.5:
            self.at(now + timedelta(seconds=self.faults.chance.uniform(1, 120)), name, act)

    def _begin(self) -> int:
        self.faults.arm()
        self.ends.recent.clear()
        return len(mail.outbox)

    # --- what happens to the machine

    def start(self, days: float) -> None:
        """Let the cache be emptied and the clock be set, now and then, in so many *days*."""
        chance, clock = self.faults.chance, self.scheduler.clock
        if not self.faults.often:
            return
        for _time in range(int(days / DAYS_BETWEEN) + 1):
            when = clock.now + timedelta(days=days * chance.random())
            self._at(when, "the cache is emptied", cache.clear)
            when = clock.now + timedelta(days=days * chance.random())
            off = timedelta(seconds=chance.uniform(-300, 300))
            self._at(when, f"the clock is off by {off}", partial(self._set_clock, off))
            back = when + timedelta(hours=chance.uniform(0.1, 6))
            self._at(back, "the clock is right again", partial(self._set_clock, timedelta()))

    def _set_clock(self, off: timedelta) -> None:
        clock = self.scheduler.clock
        clock.off = off
        clock.move_to(clock.now)

    # --- what is left

    def _after(self, said: int) -> None:
        """The process begins anew, and what it logged is no fault of ours."""
        for letter in mail.outbox[said:]:
            self.town.unsure.add(letter.extra_headers.get("Message-ID", ""))
        self.town.unsure.update(self.ends.recent)
        self.world.noise.take()
        self.town.noted.faults.clear()
        self.town.broken.clear()
        self.begin_anew()

    def begin_anew(self) -> None:
        """Processes remember nothing, and neither does the cache."""
        self.sockets.leave_all()
        self.world.loop.run_until_complete(closing())
        connections.close_all()
        cache.clear()
        crowds.forget()
        position_cache._kept.clear()

"""Hundreds of bots that are to move at once keep no deadline waiting, and no worker sleeps."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Any

import pytest

from config.celery import QUEUE_OF, QUEUES, SWEEPS
from games import tasks
from games.bots import services as bots
from games.bots import thinking
from games.bots.models import BotTurn
from games.common import dispatch
from games.match.sealed import SealedPosition
from tests.kit.builders import NOON, match_with_bot, person, play

pytestmark = pytest.mark.django_db

OWED = 250
THOUGHT, QUICK = 0.2, 0.01  # seconds that a thought, and any other task, takes of its worker
REGULAR = ("games.sweep_deadlines", "games.sweep_bot_turns")


class Workers:
    """One worker of each queue, by a clock of our own: what waits, and what begins when."""

    def __init__(self) -> None:
        self.now = 0.0
        self.free_at = dict.fromkeys(QUEUES, 0.0)
        self.waiting: dict[str, Any] = {queue: deque() for queue in QUEUES}
        self.dated: list[Any] = []
        self.lateness: list[Any] = []
        self.answered_at: list[Any] = []

    # what the site sees of them

    def monotonic(self) -> float:
        return self.now

    def moment(self) -> datetime:
        return NOON + timedelta(seconds=self.now)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def choose(self, question: object) -> str:
        self.now += THOUGHT
        return "a move"

    def publish(self, task: str, arguments: dict[str, int], countdown: float = 0) -> None:
        self.dated.append((self.now + countdown, task, arguments))

    def pay(self, *_players: object, now: object, **_move: object) -> None:
        self.answered_at.append(self.now)

    # the hours they keep

    def run(self, seconds: int) -> None:
        """Let them work for so long, in steps of a tenth of a second."""
        for tenth in range(seconds * 10):
            for task in REGULAR:
                if tenth % int(SWEEPS[task] * 10) == 0:
                    self.waiting[QUEUE_OF[task]].append((tenth / 10, task, {}))
            self._bring_up(tenth / 10)
            for queue in QUEUES:
                self._work(queue, tenth / 10)

    def _bring_up(self, until: float) -> None:
        due = sorted((row for row in self.dated if row[0] <= until), key=lambda row: row[0])
        self.dated = [row for row in self.dated if row[0] > until]
        for row in due:
            self.waiting[QUEUE_OF[row[1]]].append(row)

    def _work(self, queue: str, until: float) -> None:
        while self.waiting[queue] and self.free_at[queue] <= until:
            asked, task, arguments = self.waiting[queue].popleft()
            self.now = max(self.free_at[queue], asked)
            if task == "games.sweep_deadlines":
                self.lateness.append(self.now - asked)
            getattr(tasks, task.removeprefix("games."))(**arguments)
            self.now += QUICK
            self.free_at[queue] = self.now


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Workers:
    settings.BOT_PACE_SECONDS = 0.5
    workers = Workers()
    monkeypatch.setattr(bots, "time", workers)
    monkeypatch.setattr(thinking, "choose", workers.choose)
    monkeypatch.setattr(bots, "play_for", workers.pay)
    monkeypatch.setattr(bots.timezone, "now", workers.moment)
    for task in (tasks.play_bot_turn, tasks.play_bot_answer):
        monkeypatch.setattr(
            task, "delay", lambda name=task.name, **given: workers.publish(name, given)
        )
    monkeypatch.setattr(dispatch, "_publish", workers.publish)
    monkeypatch.setattr(dispatch.transaction, "on_commit", lambda hint: hint())
    return workers


def owe_many() -> None:
    """Copies of one match in which a bot is to move."""
    match = match_with_bot(person("ann"))
    play(match, "e3e4")
    seats, sealed = list(match.players.all()), SealedPosition.objects.get(match=match)
    for number in range(1, OWED):
        match.pk, match.uid, match.secret = None, f"copy{number}", f"copy{number}"
        match.save()
        for row in seats:
            row.pk, row.match = None, match
            row.save()
        sealed.match = match
        sealed.save(force_insert=True)
        BotTurn.objects.create(match=match, seat=1, due_at=NOON, hinted_until=NOON)


def test_no_deadline_sweep_is_late_and_no_worker_sleeps(workers: Workers) -> None:
    owe_many()
    assert BotTurn.objects.count() == OWED
    workers.run(75)
    assert not BotTurn.objects.exists()
    assert len(workers.answered_at) == OWED
    assert len(workers.lateness) == 25
    assert max(workers.lateness) < 1
    # nothing but thoughts is waited for
    assert max(workers.answered_at) < OWED * (THOUGHT + QUICK) + 15

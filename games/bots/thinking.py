"""Where bots think: beside the house when it is one process, in place in a worker.

Thinking is pure computing and would hold up every page of a process that also serves
pages. There, one child process of low priority does it. The child is given a view and
imports the engines, not Django; it ends with its parent, however that ended. The owed
turn is a row, so a thought lost on the way is simply thought again.
"""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing
import os
import threading
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

logger = logging.getLogger(__name__)

TIME_LIMIT = 30.0  # seconds
CHOOSE, WEIGH, FORESEE = "choose", "weigh", "foresee"


class ThinkingFailed(Exception):
    """No move came: the bot raised, took too long, or its process went away."""


class Question(NamedTuple):
    """The arguments of what is asked of `engines.thinking`; the view is all a bot gets to see."""

    slug: str
    rules_version: int
    level: str
    view: object
    seed: bytes
    label: str
    what: str = CHOOSE
    """What of `engines.thinking` is asked."""


class Weighed(NamedTuple):
    """What a bot takes a position to be worth to whoever is to move."""

    points: int
    """In hundredths of the smallest piece."""
    wins_in: int | None
    """In how many of its moves it wins for sure; below 0, in how many of them it loses."""
    best: str
    """The action text of the best move."""


def choose(question: Question, time_limit: float = TIME_LIMIT) -> str:
    """The action text of the bot's move; ThinkingFailed if there is none in time."""
    from django.conf import settings

    if settings.THINK_IN_CHILD:
        return _child.ask(question, time_limit)
    return _answer(question)


def weigh(question: Question, time_limit: float = TIME_LIMIT) -> Weighed | None:
    """What the bot takes the view to be worth; None where it cannot say, ThinkingFailed if it does
    not say so in time."""
    from django.conf import settings

    asked = question._replace(what=WEIGH)
    found = _child.ask(asked, time_limit) if settings.THINK_IN_CHILD else _answer(asked)
    answer = json.loads(found)
    return Weighed(*answer) if answer else None


class PlayedOn(NamedTuple):
    """Where a match would end, played on in some way."""

    points: int
    """By how much the person's seat would be ahead."""
    turn: int
    """The number of the turn that was played."""
    first: str
    """The action text of the first move; empty where the seat is not to act."""


def foresee(question: Question, way: int, time_limit: float = TIME_LIMIT) -> PlayedOn:
    """The match played on from the view of *question*, whose level and label do not matter;
    ThinkingFailed if that takes too long."""
    from django.conf import settings

    asked = question._replace(what=FORESEE, label=str(way))
    found = _child.ask(asked, time_limit) if settings.THINK_IN_CHILD else _answer(asked)
    return PlayedOn(*json.loads(found))


def stop() -> None:
    """Ends the child, if there is one."""
    _child.stop()


def _answer(question: Question) -> str:
    from engines.thinking import choose as choose_move
    from engines.thinking import foresee as play_on
    from engines.thinking import weigh as weigh_view

    slug, version, level, view, seed, label, what = question
    if what == FORESEE:
        return json.dumps(play_on(slug, version, view, int(label)))
    if what == WEIGH:
        return json.dumps(weigh_view(slug, version, level, view, seed, label))
    return choose_move(slug, version, level, view, seed, label)


class Child:
    """One process that answers questions, one after the other; started when first asked."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, question: Question, time_limit: float) -> str:
        """The answer to *question*; ThinkingFailed without one. Callers wait their turn."""
        with self._turn:
            pipe = self._ready_pipe()
            try:
                pipe.send(question)
                if not pipe.poll(time_limit):
                    raise ThinkingFailed(f"no move within {time_limit:g} s")
                answer, fault = pipe.recv()
            except ThinkingFailed:
                self.stop()
                raise
            except (EOFError, OSError) as error:
                self.stop()
                raise ThinkingFailed("the thinking process went away") from error
        if fault:
            raise ThinkingFailed(fault)
        return str(answer)

    def stop(self) -> None:
        """Ends the process at once."""
        process, self._process, pipe, self._pipe = self._process, None, self._pipe, None
        if process is not None:
            process.kill()
            process.join(1)
        if pipe is not None:
            pipe.close()

    def _ready_pipe(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.stop()
            self._start()
        assert self._pipe is not None
        return self._pipe

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs,), name="jinya-thinking", daemon=True
        )
        self._process.start()
        theirs.close()


_child = Child()


def _serve(pipe: Connection) -> None:
    """The life of the child: answer until the parent hangs up."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(10)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question: Question = pipe.recv()
            pipe.send(_try_to_answer(question))


def _try_to_answer(question: Question) -> tuple[str, str]:
    """The answer and the fault: one of them is empty. A fault names no part of a view."""
    try:
        return _answer(question), ""
    except Exception as error:  # noqa: BLE001 - a bot may break in any way
        return "", f"{type(error).__name__} while thinking"


def _end_with_parent() -> None:
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)

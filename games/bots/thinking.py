"""Where bots think: in a process of low priority beside the site, or beside each worker.

Thinking is pure computing and would hold up every page, in the same process or on the same
machine. What is done with a thought is done by who asked, at its own priority: it holds a match
that people wait for. The child is given a view as plain data, a line of JSON, and imports the
engines, not Django; it ends with its parent, however that ended. The owed turn is a row, so a
thought lost on the way is simply thought again.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple

from engines import compiled

if TYPE_CHECKING:
    from engines.core.jsontypes import Json
    from games.match.referee import Thought

TIME_LIMIT = 30.0
"""Seconds of processor time for one answer, however busy the machine is."""
WALL_LIMIT = 40.0
"""Seconds by the clock, the start of the child among them: less than a worker has for a task."""
KINDS = CHOOSE, WEIGH, FORESEE = "choose", "weigh", "foresee"
"""Of questions."""

logger = logging.getLogger(__name__)


class ThinkingFailed(Exception):
    """No move came: the bot raised, took too long, or its process went away."""


class WentAway(ThinkingFailed):
    """Its process ended by itself, or was killed by somebody else."""


class TooBusy(ThinkingFailed):
    """The machine had no time for it: that says nothing of the question."""


class Question(NamedTuple):
    """The arguments of what is asked of `engines.thinking`; the view is all a bot gets to see."""

    slug: str
    rules_version: int
    level: str
    view: Json
    """As its game's codec makes plain data of it."""
    seed: str
    """Hexadecimal."""
    label: str
    what: str = CHOOSE
    """What of `engines.thinking` is asked."""

    def __repr__(self) -> str:
        """Nothing of the view or the dice: a traceback or a log must not tell a seat's kinds."""
        return f"<{self.what} by the {self.level} bot of {self.slug}>"

    @classmethod
    def about(cls, slug: str, rules_version: int, level: str, thought: Thought) -> Question:
        """Return what the bot of that *level* makes of *thought*."""
        return cls(slug, rules_version, level, thought.view, thought.seed.hex(), thought.label)

    def as_line(self) -> bytes:
        """Return all of it as a line of JSON."""
        return json.dumps(self).encode() + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> Question:
        """Inverse of `as_line`."""
        return cls(*json.loads(line))


class Weighed(NamedTuple):
    """The worth of a position to whoever is to move, as a bot sees it."""

    points: int
    """In hundredths of the smallest piece."""
    wins_in: int | None
    """In how many of its moves it wins for sure; below 0, in how many of them it loses."""
    line: tuple[str, ...]
    """The action texts of the best move and of what should follow it."""


def choose(question: Question) -> str:
    """Return the action text of the bot's move; ThinkingFailed if there is none in time."""
    return _child.ask(question)


def weigh(question: Question) -> Weighed | None:
    """Return what the bot takes the view to be worth; None where it cannot say, ThinkingFailed if
    it does not say so in time."""
    answer = json.loads(_child.ask(question._replace(what=WEIGH)))
    if not answer:
        return None
    points, wins_in, line = answer
    return Weighed(points, wins_in, tuple(line))


class PlayedOn(NamedTuple):
    """The end that a match would have, played on in some way."""

    points: int
    """By how much the person's seat would be ahead."""
    turn: int
    """The number of the turn that was played."""
    first: str
    """The action text of the first move; empty where the seat is not to act."""


def foresee(question: Question, way: int) -> PlayedOn:
    """Return the match played on from the view of *question*, whose level and label do not matter;
    ThinkingFailed if that takes too long."""
    asked = question._replace(what=FORESEE, label=str(way))
    return PlayedOn(*json.loads(_child.ask(asked)))


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
    asked = slug, version, level, view, bytes.fromhex(seed), label
    return json.dumps(weigh_view(*asked)) if what == WEIGH else choose_move(*asked)


class Child:
    """One process that answers questions, one after the other; started when first asked.

    It is no child of `multiprocessing`: the processes of a worker may not have any.
    """

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answered: set[str] = set()

    def ask(self, question: Question) -> str:
        """Return the answer to *question*; ThinkingFailed without one. Callers wait their turn.

        If the process goes away meanwhile, another one is asked, once.
        """
        line = question.as_line()
        with self._turn:
            until = time.monotonic() + WALL_LIMIT
            try:
                answer, fault = self._ask(line, until)
            except WentAway:
                answer, fault = self._ask(line, until)
        if fault:
            raise ThinkingFailed(fault)
        if question.what not in self._answered:
            self._answered.add(question.what)
            logger.info("first answer to %s", question.what)
        return answer

    def _ask(self, line: bytes, until: float) -> tuple[str, str]:
        """As `_try_to_answer`, in the process; ThinkingFailed if nothing comes from there."""
        process = self._ready_process()
        assert process.stdin is not None
        assert process.stdout is not None
        limit = threading.Timer(until - time.monotonic(), process.kill)
        limit.start()
        try:
            process.stdin.write(line)
            process.stdin.flush()
            answer, fault = json.loads(process.stdout.readline())
        except (OSError, ValueError) as error:
            is_late = limit.finished.is_set()
            self.stop()
            raise _why(process, is_late=is_late) from error
        except BaseException:  # the worker's time is up: its answer must meet no other question
            self.stop()
            raise
        finally:
            limit.cancel()
        return str(answer), str(fault)

    def stop(self) -> None:
        """Ends the process at once."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError), process:  # what it was not sent is lost
                process.wait(1)

    def _ready_process(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            self._process = subprocess.Popen(  # noqa: S603 - nothing in it comes from outside
                [sys.executable, "-c", COMMAND],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # which is weighed by itself
            )
        return self._process


def _why(process: subprocess.Popen[bytes], *, is_late: bool) -> ThinkingFailed:
    """Return why nothing came from *process*, which has ended."""
    if is_late:
        return TooBusy(f"nothing within {WALL_LIMIT:g} s by the clock")
    if process.returncode == -signal.SIGPROF:
        return ThinkingFailed(f"no move within {TIME_LIMIT:g} s of processor time")
    return WentAway("the process went away")


ROOT = Path(__file__).resolve().parents[2]
COMMAND = "from games.bots.thinking import serve; serve()"
_child = Child()
atexit.register(stop)


def serve() -> None:
    """The life of the child: answer until the parent hangs up, or an answer takes too long."""
    _give_way()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what anything prints is no answer
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    compiled.install()
    importlib.import_module("engines.thinking")  # not in the time of the first answer
    with contextlib.suppress(OSError, KeyboardInterrupt):
        while True:
            line = questions.get()
            signal.setitimer(signal.ITIMER_PROF, TIME_LIMIT)  # ends us, in compiled code as well
            answer = json.dumps(_try_to_answer(line))
            signal.setitimer(signal.ITIMER_PROF, 0)
            answers.write(answer + "\n")
            answers.flush()


NICENESS = 10
"""Within its session it has a tenth of what others have. With less pages were no faster."""
OWN_SESSION = Path("/proc/self/autogroup")
"""Linux weighs whole sessions against each other, and niceness within one of them alone. This file
weighs the session of who writes it."""
OF_THE_SESSION = 5
"""It has a third of what other sessions have: with a tenth some thoughts took too long on a busy
machine, and with the least there is, all."""


def _give_way() -> None:
    """Let others go first from now on, as far as the system knows how."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    if hasattr(os, "getsid") and os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):  # no such file: not Linux, or built without it
            OWN_SESSION.write_text(str(OF_THE_SESSION))


def _listen(questions: SimpleQueue[bytes]) -> None:
    """Read what is asked, and end with the parent, in the middle of a thought as well."""
    with contextlib.suppress(OSError):
        for line in sys.stdin.buffer:
            questions.put(line)
    os._exit(1)


def _try_to_answer(line: bytes) -> tuple[str, str]:
    """Return the answer and the fault: one of them is empty. A fault names no part of a view."""
    try:
        return _answer(Question.of_line(line)), ""
    except Exception as error:  # noqa: BLE001 - a bot may break in any way
        return "", f"{type(error).__name__} while thinking"

"""Bots think in a process of their own that knows no Django and outlives nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from engines import compiled
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from games.bots import thinking
from games.bots.thinking import Child, Question, ThinkingFailed, TooBusy

ROOT = Path(__file__).resolve().parents[2]
SEED = b"s" * 32


def question(level: str = "easy") -> Question:
    engine = engine_for("xiongqi", 1)
    position = engine.start(Terms({}), Dice(SEED, "0")).position
    (seat,) = engine.to_act(position)
    view = engine.codec.views.dump(engine.view(position, Viewer.of(Seat(seat))))
    return Question("xiongqi", 1, level, view, SEED.hex(), "1")


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child()
    yield child
    child.stop()


def test_what_crosses_is_a_line_of_json_and_reads_back() -> None:
    asked = question()
    assert asked.as_line().count(b"\n") == 1
    assert Question.of_line(asked.as_line()) == asked
    assert repr(asked) == "<choose by the easy bot of xiongqi>"


def test_a_bot_that_raises_is_a_fault_and_the_child_lives_on(child: Child) -> None:
    with pytest.raises(ThinkingFailed, match="KeyError while thinking"):
        child.ask(question(level="no such level"))
    pid = child._process.pid
    child.ask(question())
    assert child._process.pid == pid


def command(setup: str) -> str:
    """What a child is started by that is set up in that way."""
    return f"from games.bots import thinking\n{setup}\nthinking.serve()"


ENDLESS = """
def endless(question):
    while True:
        pass
thinking._answer = endless
"""


def test_a_thought_of_too_much_processor_time_is_given_up_and_the_next_one_works(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "COMMAND", command(f"thinking.TIME_LIMIT = 0.2\n{ENDLESS}"))
    with pytest.raises(ThinkingFailed, match="within 30 s of processor time"):
        child.ask(question())
    monkeypatch.undo()
    assert child.ask(question())


def test_neither_waiting_nor_its_imports_count_as_thinking(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = "thinking.TIME_LIMIT = 0.2\nimport time\nwhile time.process_time() < 0.5: pass"
    waits = "answer = thinking._answer\nthinking._answer = lambda asked: time.sleep(0.5) or '-'"
    monkeypatch.setattr(thinking, "COMMAND", command(f"{busy}\n{waits}"))
    assert child.ask(question()) == "-"


def test_a_child_the_machine_has_no_time_for_is_given_up(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    child.ask(question())
    os.kill(child._process.pid, signal.SIGSTOP)
    monkeypatch.setattr(thinking, "WALL_LIMIT", 0.2)
    with pytest.raises(TooBusy, match=r"within 0\.2 s by the clock"):
        child.ask(question())
    monkeypatch.undo()
    assert child.ask(question())


def test_the_child_has_the_compiled_engines(
    child: Child, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are made of nothing here but a line that tells where it is taken from."""
    monkeypatch.setenv("JINYA_PLAIN_ENGINES", "0")
    built = tmp_path / compiled.folder().name
    (built / "engines" / "xiongqi").mkdir(parents=True)
    (built / "complete").touch()
    source = ROOT / "engines" / "xiongqi" / "search.py"
    (built / "engines" / "xiongqi" / "search.py").write_text(source.read_text())
    setup = f"""
from pathlib import Path
from engines import compiled
compiled.HOME = Path({str(tmp_path)!r})
def tell(question):
    import sys
    return sys.modules["engines.xiongqi.search"].__file__
thinking._answer = tell
"""
    monkeypatch.setattr(thinking, "COMMAND", command(setup))
    assert Path(child.ask(question())).is_relative_to(built)


def test_an_answer_that_nobody_waited_for_meets_no_other_question(
    child: Child,
) -> None:
    """Where a worker is told that its time is up while it waits."""
    child.ask(question())

    def time_is_up(*_signal: object) -> None:
        raise SoftTimeLimitExceeded

    before = signal.signal(signal.SIGALRM, time_is_up)
    os.kill(child._process.pid, signal.SIGSTOP)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(SoftTimeLimitExceeded):
            child.ask(question(level="no such level"))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert child.ask(question())


def test_another_child_is_asked_where_one_is_killed_while_thinking(child: Child) -> None:
    answer = child.ask(question())
    pid = child._process.pid
    os.kill(pid, signal.SIGSTOP)
    threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
    assert child.ask(question()) == answer
    assert child._process.pid != pid


def test_a_child_that_always_goes_away_is_a_fault(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "COMMAND", "raise SystemExit")
    with pytest.raises(ThinkingFailed, match="went away"):
        child.ask(question())
    monkeypatch.undo()
    assert child.ask(question())


PARENT = """
import sys
sys.path.insert(0, {root!r})
from tests.bots.test_thinking import question
from games.bots.thinking import Child
if __name__ == "__main__":
    child = Child()
    child.ask(question())
    print(child._process.pid, flush=True)
    sys.stdin.read()
"""


def test_the_child_ends_with_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(root=str(ROOT)))
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 5
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(pid)


def test_the_child_lets_others_go_first(child: Child) -> None:
    assert weight_of(child) == LOW


WORKER = """
import sys
sys.path.insert(0, {root!r})
import billiard
from tests.bots.test_thinking import weight_beside_a_worker
if __name__ == "__main__":
    with billiard.Pool(1) as pool:
        print(*pool.apply(weight_beside_a_worker))
"""


def test_so_does_the_child_of_a_process_of_a_worker(tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text(WORKER.format(root=str(ROOT)))
    found = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [str(one) for one in LOW]


def weight_beside_a_worker() -> list[object]:
    child = Child()
    try:
        return weight_of(child)
    finally:
        child.stop()


def weight_of(child: Child) -> list[object]:
    """The niceness of a child that has thought, and of its session; whether that is its own."""
    child.ask(question())
    pid = child._process.pid
    session = Path(f"/proc/{pid}/autogroup")
    weighed = int(session.read_text().split()[-1]) if session.exists() else thinking.OF_THE_SESSION
    return [os.getpriority(os.PRIO_PROCESS, pid), weighed, os.getsid(pid) == pid]


LOW = [
    min(os.getpriority(os.PRIO_PROCESS, 0) + thinking.NICENESS, 19),
    thinking.OF_THE_SESSION,
    True,
]


def test_where_the_system_knows_no_priorities_it_thinks_all_the_same(
    monkeypatch, tmp_path: Path
) -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with monkeypatch.context() as patch:
        patch.delattr(os, "nice")
        patch.delattr(os, "getsid")
        thinking._give_way()
    with monkeypatch.context() as patch:
        patch.setattr(os, "nice", lambda by: by)
        patch.setattr(os, "getsid", lambda _pid: os.getpid())
        patch.setattr(thinking, "OWN_SESSION", tmp_path / "nowhere" / "autogroup")
        thinking._give_way()
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_the_child_imports_no_django() -> None:
    code = (
        "import sys; import games.bots.thinking, engines.thinking; "
        "print([name for name in sys.modules if name.split('.')[0] == 'django'])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False

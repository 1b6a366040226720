"""How many small changes to what keeps secrets and turns right do tests notice?

    python -m tests.mutants [--every N] [--tests FILE ...] [MODULE[:LINE,LINE] ...]

A module's functions are changed one place at a time (another comparison, `or` for `and`, no `not`,
a number more, a line left out, nothing returned), and the tests that run the line are run until one
fails: first those that have noticed another, of the same function or else of the module. Without a
module: all of `AIMS`, which takes a night. Set up once, as the database takes longer than the
tests: each mutant lives in a fork. Time is that of the processor, so that a busy machine changes no
figure.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import functools
import gc
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from django.db import connection, connections

ROOT = Path(__file__).resolve().parent.parent
SIGHT = [
    *(f"tests/match/test_{name}.py" for name in ("visibility", "onlookers", "own_boards")),
    *("tests/match/test_kept_to_a_link.py", "tests/secrecy/test_kept_matches.py"),
    *("tests/campaign/test_daily.py", "tests/reviews/test_known.py"),
]
TIME = [
    *(f"tests/match/test_{name}.py" for name in ("calendar", "clocks", "deadlines", "overtime")),
    *(f"tests/match/test_{name}.py" for name in ("pauses", "time_off", "vacations", "dated_ends")),
    *(f"tests/match/test_{name}.py" for name in ("sweeping", "running_clocks", "time_properties")),
    "tests/vacation",
]
TURNS = [
    *(f"tests/match/test_{name}.py" for name in ("turns", "deadlines", "draws", "overtime")),
    *(f"tests/match/test_{name}.py" for name in ("pauses", "takebacks", "time_off")),
    *("tests/match/test_playing_on.py", "tests/match/test_reading_ahead.py"),
    *("tests/setup/test_setting_up.py", "tests/moderation/test_rulings.py"),
    "tests/matchpage/test_sockets.py",
]
SEALED = [
    *TURNS,
    *(f"tests/match/test_{name}.py" for name in ("looking_back", "snapshots", "own_boards")),
    *(f"tests/match/test_{name}.py" for name in ("kept_positions", "onlookers", "bounds")),
    *(f"tests/record/test_{name}.py" for name in ("commitments", "reading", "records")),
    *("tests/moderation/test_verify_matches.py", "tests/lobby/test_positions.py"),
    *(
        "tests/plans/test_forced.py",
        "tests/knowledge/test_sheets.py",
        "tests/reviews/test_known.py",
    ),
]
AIMS = {
    "games/match/reading/visibility.py": SIGHT,
    "games/match/clocks/controls.py": ["tests/match/test_clocks.py"],
    "games/match/clocks/calendar.py": TIME,
    "games/match/clocks/timeoff.py": TIME,
    "games/match/clocks/vacations.py": [*TIME, "tests/secrecy/test_time_off.py"],
    "games/match/clocks/health.py": [
        *TIME,
        "tests/moderation/test_rulings.py",
        "tests/moderation/test_clock_actions.py",
    ],
    "games/match/changes/deadlines.py": [*TIME, "tests/setup/test_setting_up.py"],
    "games/match/changes/settling.py": TURNS,
    **{
        f"games/match/referee/{name}.py": SEALED
        for name in (
            *("umpire", "table", "archive", "positions", "standing", "lookback", "position_cache"),
            *("eyes", "snapshots", "hindsight", "foresight", "sheets", "spelling"),
            *("studies", "analysing"),
        )
    },
}
"""The modules, and the tests that have to know of them."""

SECONDS = 20
"""The longest that a test may take beyond four times its own; one that hangs has noticed."""

IN_ALL = 20
"""What the tests of one mutant may take together; one that is not noticed by then is not."""


class Mutant(NamedTuple):
    """A change to a function: its qualified name, the lines of the statement, and both texts."""

    function: str
    line: int
    lines: range
    before: str
    after: str
    code: CodeType


# --- the changes ---------------------------------------------------------------------------------

COMPARED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


def _changed(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901 -- a table
    """Yield what may stand for *node*."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(op)]()], node.comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for place in range(len(values)):
                left = values[:place] + values[place + 1 :]
                yield left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=op) if type(op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(op)](), node.right)
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if _says_something(value):
            yield ast.Return(ast.Constant(None))
        case ast.If():
            yield ast.If(ast.Constant(False), node.body, node.orelse)
            yield ast.If(ast.Constant(True), node.body, node.orelse)
        case (
            ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Expr(value=ast.Call() | ast.Await())
        ):
            yield ast.Pass()


def _says_something(value: ast.expr) -> bool:
    """Return whether another answer than *value* is None: not to `if`, where it is False or ()."""
    return not (isinstance(value, ast.Constant) and not value.value) and ast.unparse(value) != "()"


def mutants(path: Path) -> list[Mutant]:
    """Return the mutants of the functions in the module at *path*."""
    source = path.read_text()
    tree = ast.parse(source)
    found = []
    for name, function in _functions(tree):
        for node in [one for line in function.body for one in ast.walk(line)]:
            for other in _changed(node):
                code = _compiled(tree, node, other, path, name, function)
                if code is not None:
                    line, lines = getattr(node, "lineno", function.lineno), _lines(function, node)
                    found.append(Mutant(name, line, lines, _text(node), _text(other), code))
    return found


def _lines(function: ast.AST, node: ast.AST) -> range:
    """Return the lines of the statement around *node*; of one that holds others, of its head."""
    around: Any = None
    for statement in ast.walk(function):
        is_within = isinstance(statement, ast.stmt) and statement is not function
        if is_within and any(one is node for one in ast.walk(statement)):
            around = statement  # those within come later
    body = getattr(around, "body", None)
    return range(around.lineno, body[0].lineno if body else around.end_lineno + 1)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the functions and methods of a module with their qualified names."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in inside:
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                yield prefix + one.name, one


def _compiled(
    tree: ast.Module, node: ast.AST, other: ast.AST, path: Path, name: str, function: Any
) -> CodeType | None:
    """Return the code of the function with *other* in the place of *node*."""
    spare = {
        key: getattr(node, key, None)
        for key in ("lineno", "col_offset", "end_lineno", "end_col_offset")
    }
    for one in ast.walk(other):
        for key, value in spare.items():
            if isinstance(one, ast.expr | ast.stmt) and getattr(one, key, None) is None:
                setattr(one, key, value)
    with _in_place(function, node, other):
        whole = compile(tree, str(path), "exec", dont_inherit=True)
    return next((one for one in _codes(whole) if one.co_qualname == name), None)


@contextlib.contextmanager
def _in_place(function: ast.AST, node: ast.AST, other: ast.AST) -> Iterator[None]:
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, other)
                yield
                setattr(parent, field, node)
                return
            if isinstance(value, list) and any(one is node for one in value):
                place = next(index for index, one in enumerate(value) if one is node)
                value[place] = other
                yield
                value[place] = node
                return


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return ast.unparse(node).split("\n")[0][:70]


# --- the runs ------------------------------------------------------------------------------------


class Test(NamedTuple):
    """A test, and what it takes without a change."""

    item: pytest.Item
    seconds: float


class Runner:
    """A plugin of pytest that runs mutants in the place of the tests."""

    def __init__(self, modules: dict[str, set[int]], every: int = 1) -> None:
        self.modules = modules
        """And the lines to be changed; all if there is none."""
        self.every = every
        self.rows: dict[str, dict[str, Any]] = {}
        self._sound: dict[str, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Set up once, look which tests run what, and run each mutant in a fork."""
        items = session.items
        needing = (item for item in items if item.get_closest_marker("django_db"))
        for first in islice(needing, 1):
            _fails(first)  # makes the database
        connections.close_all()
        if _database().exists():
            shutil.copyfile(_database(), _kept())
        files = {str(ROOT / one) for one in self.modules}
        reached = in_fork(lambda: iter([_reached(items, files)]))
        tests = [Test(item, row[0]) for item, row in zip(items, reached, strict=True)]
        by_line: dict[str, set[int]] = defaultdict(set)
        for place, (_seconds, lines) in enumerate(reached):
            for line in lines:
                by_line[line].add(place)
        print(f"{len(tests)} tests, {sum(test.seconds for test in tests):.0f} s", flush=True)
        for module, lines in self.modules.items():
            self.rows[module] = self._run_module(module, lines, tests, by_line)
        _kept().unlink(missing_ok=True)
        return True

    def _run_module(
        self, module: str, lines: set[int], tests: list[Test], by_line: dict[str, set[int]]
    ) -> dict[str, Any]:
        path = ROOT / module
        found = [one for one in mutants(path) if not lines or one.line in lines]
        found = found[self.every // 2 :: self.every]
        functions, caches = _functions_of(path), _caches_of(path)
        lived, noticing, noticed_by = list[str](), list[int](), defaultdict[str, list[int]](list)
        for done, mutant in enumerate(found, 1):
            places = set[int]().union(*(by_line[f"{path}:{line}"] for line in mutant.lines))
            tried = dict.fromkeys([*noticed_by[mutant.function], *noticing])
            good = [place for place in tried if place in places]
            rest = _in_turn(tests, places.difference(good))
            order = [place for place in [*good, *rest] if self._is_sound(tests[place], known=True)]

            def change(mutant: Mutant = mutant) -> None:
                for function in functions[mutant.function]:
                    function.__code__ = mutant.code
                for cache in caches:
                    cache.cache_clear()

            place = self._noticing(change, tests, order)
            if place is None:
                lived.append(f"{mutant.line}: `{mutant.before}` → `{mutant.after}`")
                print(f"{module}:{lived[-1]} ({len(order)} tests)", flush=True)
            else:
                noticed_by[mutant.function].insert(0, place)
                noticing.insert(0, place)
            if not done % 25:
                print(f"{module}: {done} of {len(found)}, {len(lived)} unnoticed", flush=True)
        return {"mutants": len(found), "unnoticed": lived}

    def _noticing(self, change: Any, tests: list[Test], order: list[int]) -> int | None:
        """Return the first of the tests at *order* that fails by *change*, and only by that."""
        told = in_fork(lambda: _failing(change, tests, order))
        if told is None or self._is_sound(tests[told]):
            return told
        return self._noticing(change, tests, order[order.index(told) + 1 :])

    def _is_sound(self, test: Test, *, known: bool = False) -> bool:
        """Return whether *test* holds in a fork without a change; what is *known* of it, if so."""
        key = test.item.nodeid
        if key not in self._sound and not known:
            self._sound[key] = not in_fork(lambda: _trying(test.item))
            if not self._sound[key]:
                print(f"fails by itself without a change: {key}", flush=True)
        return self._sound.get(key, True)


def _reached(items: list[pytest.Item], files: set[str]) -> list[tuple[float, list[str]]]:
    """Run every test: its seconds, and the lines of *files* that it runs."""
    lines: set[str] = set()

    def on_line(frame: FrameType, _event: str, _argument: object) -> Any:
        lines.add(f"{frame.f_code.co_filename}:{frame.f_lineno}")
        return on_line

    def on_call(frame: FrameType, _event: str, _argument: object) -> Any:
        return on_line if frame.f_code.co_filename in files else None

    threading.settrace(on_call)
    found = []
    for item in items:
        lines.clear()
        began = time.process_time()
        sys.settrace(on_call)
        is_failed = _fails(item)
        sys.settrace(None)
        if is_failed:
            sys.__stderr__.write(f"fails without a change: {item.nodeid}\n")
            lines.clear()
        found.append((round(time.process_time() - began, 3), sorted(lines)))
    return found


def _in_turn(tests: list[Test], places: Iterable[int]) -> list[int]:
    """Return *places* with one case of each test first, and the quick before the slow."""
    cases: dict[str, int] = defaultdict(int)
    turns = []
    for place in sorted(places, key=lambda place: tests[place].seconds):
        name = tests[place].item.nodeid.partition("[")[0]
        turns.append((cases[name], tests[place].seconds, place))
        cases[name] += 1
    return [place for _case, _seconds, place in sorted(turns)]


def _functions_of(path: Path) -> dict[str, list[FunctionType]]:
    """Return the functions of a module by their qualified names.

    Of the objects that there are none is asked for its class: it would wake lazy ones.
    """
    found = defaultdict(list)
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename == str(path):
            found[one.__qualname__].append(one)
    gc.freeze()
    return found


def _caches_of(path: Path) -> list[Any]:
    """Return what remembers answers of a module's functions."""
    gc.unfreeze()
    found = [
        one
        for one in gc.get_objects()
        if type(one) is functools._lru_cache_wrapper
        and getattr(one.__wrapped__, "__code__", None) is not None
        and one.__wrapped__.__code__.co_filename == str(path)
    ]
    gc.freeze()
    return found


def _failing(change: Any, tests: list[Test], order: Iterable[int]) -> Iterator[int | None]:
    """Yield what is being tried, and last what has failed, or None."""
    change()
    spent = 0.0
    for place in order:
        test = tests[place]
        spent += test.seconds
        if spent > IN_ALL:
            break
        yield place  # should it hang, or die
        signal.setitimer(signal.ITIMER_PROF, SECONDS + 4 * test.seconds)
        signal.alarm(900)
        if _fails(test.item):
            yield place
            return
    yield None


def _fails(item: pytest.Item) -> bool:
    """Run *item*, and leave the session set up."""
    reports = runtestprotocol(item, nextitem=item.session, log=False)  # type: ignore[arg-type]
    return any(report.failed for report in reports)


def _trying(item: pytest.Item) -> Iterator[bool]:
    """Yield whether *item* fails; True first, should it die."""
    yield True
    yield _fails(item)


def in_fork(run: Any) -> Any:
    """Return the last that *run* yields in a fork of this process; of one that dies or hangs, too.

    What such a one leaves in the database is taken away.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            with os.fdopen(writing, "w") as answer:
                for one in run():
                    print(json.dumps(one), file=answer, flush=True)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as answer:
        last = json.loads([*answer][-1])
    if os.waitpid(child, 0)[1] and _kept().exists():
        shutil.copyfile(_kept(), _database())
        for beside in ("-wal", "-shm"):
            Path(f"{_database()}{beside}").unlink(missing_ok=True)
    return last


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _kept() -> Path:
    return Path(f"{_database()}.kept")


# --- by hand -------------------------------------------------------------------------------------


def _modules(arguments: list[str]) -> dict[str, set[int]]:
    """Return the modules that are named, with the lines behind a colon; LookupError for others."""
    found = {}
    for argument in arguments or AIMS:
        module, _colon, lines = argument.partition(":")
        if module not in AIMS:
            raise LookupError(f"no aim: {module}; there are {', '.join(AIMS)}")
        found[module] = {int(line) for line in lines.split(",") if line}
    return found


def main(arguments: list[str]) -> int:
    """Print what no test noticed, and each module's share; 2 for a module that is no aim."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--tests", nargs="+", help="run these instead of those of the modules")
    parser.add_argument("--every", type=int, default=1, help="try one of so many")
    parser.add_argument("modules", nargs="*", metavar="MODULE[:LINE,LINE]")
    given = parser.parse_args(arguments)
    try:
        runner = Runner(_modules(given.modules), given.every)
    except LookupError as error:
        parser.error(str(error))
    options = [*("-q", "-s", "-n0", "-o", "faulthandler_timeout=0"), "-p", "no:cacheprovider"]
    tests = given.tests or sorted({test for module in runner.modules for test in AIMS[module]})
    pytest.main([*options, *tests], plugins=[runner])
    for module, row in runner.rows.items():
        lived, whole = len(row["unnoticed"]), row["mutants"]
        share = 100 * (whole - lived) / whole if whole else 100
        print(f"{module}: {whole - lived} of {whole} noticed, {share:.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

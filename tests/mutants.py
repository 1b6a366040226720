"""How many small changes to what keeps secrets and turns right do tests notice?

    python -m tests.mutants [MODULE …]

A module's functions are changed one place at a time (another comparison, `or` for `and`, no `not`,
a number more, a line left out, nothing returned), and the tests that enter the function run until
one fails. Without a module: all of `AIMS`, which takes a night. Set up once, as the database takes
longer than the tests: each mutant lives in a fork.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parent.parent
SIGHT = [
    "tests/match/test_visibility.py",
    "tests/match/test_onlookers.py",
    "tests/match/test_kept_to_a_link.py",
    "tests/match/test_own_boards.py",
    "tests/campaign/test_daily.py",
    "tests/reviews/test_known.py",
    "tests/secrecy/test_kept_matches.py",
]
AIMS = {
    "games/match/visibility.py": SIGHT,
    "games/match/clocks.py": ["tests/match"],
    "games/match/settling.py": ["tests/match"],
    "games/match/referee/table.py": ["tests/match", "tests/record"],
    "games/match/referee/umpire.py": ["tests/match", "tests/record"],
    "games/match/referee/eyes.py": ["tests/match", "tests/record", "tests/knowledge"],
}
"""The modules, and the tests that have to know of them."""

SECONDS = 60
"""The longest that the tests of one mutant may take; one that hangs is noticed."""


class Mutant(NamedTuple):
    """A change to a function: its qualified name, the line, and both texts."""

    function: str
    line: int
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
                line = getattr(node, "lineno", function.lineno)
                if code is not None:
                    found.append(Mutant(name, line, _text(node), _text(other), code))
    return found


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


class Runner:
    """A plugin of pytest that runs mutants in the place of the tests."""

    def __init__(self, modules: list[str]) -> None:
        self.modules = modules
        self.rows: dict[str, dict[str, Any]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Set up once, look which tests enter what, and run each mutant in a fork."""
        items = session.items
        first = next(item for item in items if item.get_closest_marker("django_db"))
        _fails(first)  # makes the database
        print(f"{len(items)} tests", flush=True)
        entered = _in_fork(lambda: _entered(items, {str(ROOT / one) for one in self.modules}))
        by_function: dict[str, list[tuple[float, int]]] = defaultdict(list)
        for place, (seconds, functions) in enumerate(entered):
            for function in functions:
                by_function[function].append((seconds, place))
        for module in self.modules:
            self.rows[module] = self._run_module(module, items, by_function)
        return True

    def _run_module(
        self, module: str, items: list[pytest.Item], by_function: dict[str, list[tuple[float, int]]]
    ) -> dict[str, Any]:
        path = ROOT / module
        found, lived = mutants(path), []
        for done, mutant in enumerate(found, 1):
            tests = [
                items[place] for _time, place in sorted(by_function[f"{path}:{mutant.function}"])
            ]
            if not tests or not _in_fork(lambda m=mutant, t=tests: _is_noticed(m, path, t)):
                lived.append(f"{mutant.line}: `{mutant.before}` → `{mutant.after}`")
                print(f"{module}:{lived[-1]}" + ("" if tests else " (no test enters)"), flush=True)
            if not done % 50:
                print(f"{module}: {done} of {len(found)}, {len(lived)} unnoticed", flush=True)
        return {"mutants": len(found), "unnoticed": lived}


def _entered(items: list[pytest.Item], files: set[str]) -> list[tuple[float, list[str]]]:
    """Run every test: its seconds, and the functions of *files* that it enters."""
    names: set[str] = set()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        if frame.f_code.co_filename in files:
            names.add(
                f"{frame.f_code.co_filename}:{frame.f_code.co_qualname.split('.<locals>')[0]}"
            )

    threading.setprofile(note)
    found = []
    for item in items:
        names.clear()
        began = time.perf_counter()
        sys.setprofile(note)
        is_failed = _fails(item)
        sys.setprofile(None)
        if is_failed:
            sys.__stderr__.write(f"fails without a change: {item.nodeid}\n")
            names.clear()
        found.append((round(time.perf_counter() - began, 3), sorted(names)))
    return found


def _is_noticed(mutant: Mutant, path: Path, tests: Iterable[pytest.Item]) -> bool:
    signal.alarm(SECONDS)
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(path):
            one.__code__ = mutant.code if one.__qualname__ == mutant.function else one.__code__
    return any(_fails(item) for item in tests)


def _fails(item: pytest.Item) -> bool:
    """Run *item*, and leave the session set up."""
    reports = runtestprotocol(item, nextitem=item.session, log=False)  # type: ignore[arg-type]
    return any(report.failed for report in reports)


def _in_fork(run: Any) -> Any:
    """Return what *run* returns in a fork of this process; True where it dies or hangs."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        with os.fdopen(writing, "w") as answer:
            json.dump(run(), answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else True


def main(arguments: list[str]) -> int:
    """Print what no test noticed, and each module's share; 2 for a module that is no aim."""
    if unknown := set(arguments) - set(AIMS):
        print(f"no aim: {', '.join(sorted(unknown))}; there are {', '.join(AIMS)}")
        return 2
    modules = arguments or list(AIMS)
    runner = Runner(modules)
    options = [
        "-q",
        "-s",
        "-n0",
        "-o",
        "faulthandler_timeout=0",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
    ]
    tests = sorted({test for module in modules for test in AIMS[module]})
    pytest.main([*options, *tests], plugins=[runner])
    for module, row in runner.rows.items():
        lived, whole = len(row["unnoticed"]), row["mutants"]
        share = 100 * (whole - lived) / whole
        print(f"{module}: {whole - lived} of {whole} noticed, {share:.1f} %")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Who may import whom, and what rules may use: the drawing in docs/architecture.md holds."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
LOADER = ROOT / "engines" / "compiled.py"  # it finds files, and knows no rules
ENGINES = sorted({*(ROOT / "engines").rglob("*.py")} - {LOADER})
FORBIDDEN = {
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale"),
    *("asyncio", "os", "pathlib", "socket", "sqlite3", "subprocess", "threading"),
}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    """The first part of every name the module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "engines" if node.level else str(node.module).split(".")[0]


def test_the_arrows_point_where_the_drawing_says() -> None:
    assert lint_imports(str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True) == 0


@pytest.mark.parametrize("path", ENGINES, ids=name)
def test_rules_use_the_standard_library_only_and_no_clock_or_chance_of_it(path: Path) -> None:
    used = set(imports(path))
    assert used <= {"engines", *sys.stdlib_module_names}
    assert not used & FORBIDDEN


@pytest.mark.parametrize("path", ENGINES, ids=name)
def test_rules_read_and_write_nothing(path: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "eval", "exec", "compile", "__import__"}


SITE = [path for path in (ROOT / "games").rglob("*.py") if "migrations" not in path.parts]
LENT = {("games/setup/selectors.py", "games.reviews.models")}
"""Tables that another slice reads."""


def imported_at_run_time(node: ast.AST) -> Iterator[str]:
    """The full names of modules and of what is imported from them, but for annotations alone."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for inner in ast.iter_child_nodes(node):
        yield from imported_at_run_time(inner)


def foreign_tables(path: Path, text: str) -> set[str]:
    """The models of other slices that a module of this *text* uses."""
    own = ".".join(path.relative_to(ROOT).parts[:2])
    used = {".".join(one.split(".")[:3]) for one in imported_at_run_time(ast.parse(text))}
    tables = {one for one in used if one.startswith("games.") and one.endswith(".models")}
    return {one for one in tables - {f"{own}.models"} if (name(path), one) not in LENT}


def test_the_tables_of_a_slice_are_touched_by_it_alone() -> None:
    """Others ask its services and selectors, and may name its rows in annotations."""
    found = {name(path): foreign_tables(path, path.read_text()) for path in SITE}
    assert {path: tables for path, tables in found.items() if tables} == {}
    seek = "from games.lobby.models import Seek"
    planted = f"if TYPE_CHECKING:\n    {seek}\ndef late():\n    {seek}\n"
    assert foreign_tables(ROOT / "games/clubs/views.py", planted) == {"games.lobby.models"}
    assert foreign_tables(ROOT / "games/lobby/views/seeks.py", planted) == set()


def test_every_sweep_of_the_clock_is_a_task() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)

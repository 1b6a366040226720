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


def test_every_sweep_of_the_clock_is_a_task() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)

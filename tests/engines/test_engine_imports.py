"""Engines are pure: the standard library only, and of it nothing that knows chance or time."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINES = Path(__file__).parents[2] / "engines"
FILES = sorted(ENGINES.rglob("*.py"))
FORBIDDEN = {
    "asyncio",
    "datetime",
    "locale",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
    "uuid",
    "zoneinfo",
}


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_imports(path: Path) -> None:
    for name in imported(path.read_text()):
        top = name.split(".")[0]
        assert top == "engines" or top in sys.stdlib_module_names, name
        assert top not in FORBIDDEN, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ENGINES)))
def test_games_do_not_know_each_other_nor_the_core_any_of_them(path: Path) -> None:
    package = path.relative_to(ENGINES).parts[0]
    if not (ENGINES / package).is_dir():
        return  # the registry, the catalogue and what joins them
    for name in imported(path.read_text()):
        if name.startswith("engines."):
            assert name.split(".")[1] in {package, "core"}, name
        assert name != "engines", name


def test_only_the_viewers_of_the_platform_get_the_all_seeing_eyes() -> None:
    users = [path for path in FILES if "engines.core.arbiter" in imported(path.read_text())]
    assert users == []


def test_the_check_would_notice() -> None:
    assert list(imported("from random import choice\nimport time, os.path")) == [
        "random",
        "time",
        "os.path",
    ]

"""What tests replace is written down, each with a test that has the real thing."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.config.test_modes import DUMMIES, embedded, run
from tests.replaced import OF_SERVERS, PATCHED, SETTINGS, Replaced

pytestmark = pytest.mark.usefixtures("any_database")

ROOT = Path(__file__).resolve().parents[1]
SHOW = """
import json
from django.conf import settings

def plain(value):
    return sorted(value) if isinstance(value, (set, frozenset)) else type(value).__name__

found = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
print(json.dumps(found, default=plain))
"""
PARTS = {
    *("BIND", "BROKER_URL", "CACHE_URL", "DATA_DIR", "EMAIL_FILE_PATH", "GAMES", "HSTS"),
    *("LAYER_URL", "LEVELS", "MOST_GUESTS", "ON_LOOPBACK", "OWN", "PATIENCE", "PORT", "PROCESS"),
    *("PROXIES", "REDIS_URL", "SETTINGS_MODULE"),
}
"""Names in the modules of settings that are read there alone, or by one kind of site."""


@cache
def settings_of(kind: str, folder: str) -> dict[str, Any]:
    """Every setting of a kind of site, or of "test"."""
    values = {
        "production": DUMMIES,
        "embedded": embedded(Path(folder)),
        "test": {"DJANGO_SETTINGS_MODULE": "config.settings.test"},
    }
    found = run(values[kind], "-c", SHOW)
    assert found.returncode == 0, found.stderr
    return {name: value for name, value in json.loads(found.stdout).items() if name not in PARTS}


def differing(kind: str, folder: Path) -> set[str]:
    """The settings of tests that are others than in that kind of site."""
    ours, theirs = settings_of("test", str(folder)), settings_of(kind, str(folder))
    return {name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site on one machine has its files."""
    return tmp_path_factory.mktemp("house")


def test_the_table_names_the_settings_that_no_house_has(folder: Path) -> None:
    assert differing("embedded", folder) & differing("production", folder) == {*SETTINGS}


def test_the_table_names_the_settings_of_servers(folder: Path) -> None:
    assert differing("production", folder) - differing("embedded", folder) == {*OF_SERVERS}


def test_the_table_names_what_is_patched_for_many_tests() -> None:
    assert {*patched()} == {*PATCHED}


def patched() -> Iterator[str]:
    """Functions that put something else in a place of the site, by file."""
    files = [*(ROOT / "tests").rglob("conftest.py"), *(ROOT / "tests" / "kit").glob("*.py")]
    for path in (*files, ROOT / "tests" / "site.py", ROOT / "config" / "settings" / "test.py"):
        tree = ast.parse(path.read_text())
        for node in tree.body:
            for function in functions_in(node):
                if any(map(replaces, ast.walk(function))):
                    name = getattr(function, "name", "os.environ")
                    yield f"{path.relative_to(ROOT)}::{name}"


def functions_in(node: ast.stmt) -> list[ast.stmt]:
    """Methods, where it is a class."""
    return node.body if isinstance(node, ast.ClassDef) else [node]


PLACES = ("settings.", "os.environ[", "self._server.capture", "handler._", "thinking._")


def replaces(node: ast.AST) -> bool:
    """Whether something of the site is put in another's place here."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        setting = ("patch.setattr", "patch.setitem", "patch.setenv", "patch.dict", "patch.object")
        return called.endswith((*setting, "override_settings", "time_machine.travel"))
    if isinstance(node, ast.Assign):
        places = [ast.unparse(target) for target in node.targets]
        return any(place.startswith(PLACES) for place in places)
    return False


@pytest.mark.parametrize("name", [*SETTINGS, *OF_SERVERS, *PATCHED])
def test_something_has_the_real_thing(name: str) -> None:
    replaced: Replaced = {**SETTINGS, **OF_SERVERS, **PATCHED}[name]
    assert replaced.reason
    file, _, function = replaced.proof.partition("::")
    tree = ast.parse((ROOT / file).read_text())
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, functions)}

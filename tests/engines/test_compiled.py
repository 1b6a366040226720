"""Compiled engines: the same moves as the plain ones, and never any made of other files."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import engines.core
from engines import compiled
from tools import compile_engines


def test_what_was_made_of_other_files_is_never_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "HOME", tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("core", "gungi", "gunjin", "seichu", "xiongqi"):
        package = sys.modules[f"engines.{name}"]
        monkeypatch.setattr(package, "__path__", [*package.__path__])
    monkeypatch.delenv("JINYA_PLAIN_ENGINES", raising=False)
    assert not compiled.install()
    built = compiled.folder()
    built.mkdir()
    assert not compiled.install(), "it is not complete"
    (built / "complete").touch()
    changed = tmp_path / "search.py"
    changed.write_text("# other rules")
    with monkeypatch.context() as other:
        other.setattr(compiled, "FILES", (*compiled.FILES[:-1], changed))
        assert not compiled.install()
    monkeypatch.setenv("JINYA_PLAIN_ENGINES", "1")
    assert not compiled.install()
    monkeypatch.delenv("JINYA_PLAIN_ENGINES")
    assert compiled.install()
    assert engines.core.__path__[0] == str(built / "engines" / "core")


def classes_of(path: Path) -> dict[str, set[str]]:
    """Its classes with the names of what they are derived from."""
    found = (
        node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)
    )
    return {
        one.name: {base.id for base in one.bases if isinstance(base, ast.Name)} for one in found
    }


def test_no_plain_class_is_derived_from_one_that_is_compiled() -> None:
    built = {name for path in compiled.FILES for name in classes_of(path)}
    assert {"Search", "SearchBoard"} <= built
    for path in sorted((compiled.ROOT / "engines").rglob("*.py")):
        if path not in compiled.FILES and "search" in path.read_text():
            for name, bases in classes_of(path).items():
                assert not bases & built, f"{path}: {name}"


def moves_of_bots(count: int, nodes: int, *, plain: bool) -> dict[str, Any]:
    """What they choose in a process with engines of that kind."""
    known = subprocess.run(
        [sys.executable, "-m", "tests.engines.bots_moves", str(count), str(nodes)],
        cwd=compiled.ROOT,
        env={**os.environ, "JINYA_PLAIN_ENGINES": "1" if plain else "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(known.stdout)
    assert all(file.endswith(".py") == plain for file in found.pop("files"))
    return {game: one["moves"] for game, one in found.items()}


@pytest.mark.prove
def test_the_same_moves_in_a_thousand_positions() -> None:
    assert compile_engines.main() == 0
    plain, built = (moves_of_bots(250, 800, plain=each) for each in (True, False))
    assert sum(map(len, plain.values())) == 1000
    assert built == plain

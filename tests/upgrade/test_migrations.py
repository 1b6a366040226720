"""Migrations of a release never change; later ones go forward, on tables that are in use."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest
from django.db.migrations.operations import RunPython

from tests.running import ROOT
from tests.upgrade.keep import digest_of, digests, kept_digests, releases

RELEASED = {path for release in releases() for path in kept_digests(release)}
LATER = sorted(digests().keys() - RELEASED)


@pytest.mark.parametrize("release", releases())
def test_migrations_of_a_release_are_as_they_were(release: str) -> None:
    now = digests()
    changed = [path for path, digest in kept_digests(release).items() if now.get(path) != digest]
    assert changed == [], "add a new migration; those of a release stay as they are"


@pytest.mark.parametrize("path", LATER)
def test_a_later_data_migration_commits_batch_by_batch(path: str) -> None:
    name = path.removesuffix(".py").replace("/", ".")
    migration = importlib.import_module(name).Migration
    if any(isinstance(one, RunPython) for one in migration.operations):
        assert not migration.atomic, f"{path}: see docs/releasing.md"


TAKES_AWAY = {"RemoveField", "DeleteModel", "RenameField", "RenameModel", "RunSQL"}
"""What the release before may still read, or what nobody can look into."""

LOOKED_AT: dict[str, set[str]] = {}
"""Which of these a migration may use: the release before has stopped reading what goes."""


@pytest.mark.parametrize("path", LATER)
def test_a_later_migration_takes_nothing_away_that_the_release_before_reads(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text())
    called = {
        getattr(node.func, "attr", "") for node in ast.walk(tree) if isinstance(node, ast.Call)
    }
    assert called & TAKES_AWAY <= LOOKED_AT.get(path, set()), f"{path}: see docs/releasing.md"


def test_a_changed_migration_is_found(tmp_path: Path) -> None:
    path, digest = next(iter(kept_digests("0.1.0").items()))
    assert digest_of(ROOT / path) == digest
    (tmp_path / "changed.py").write_text((ROOT / path).read_text() + "\n")
    assert digest_of(tmp_path / "changed.py") != digest

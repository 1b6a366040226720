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
    called = called_on_tables(ast.parse((ROOT / path).read_text()))
    assert called & TAKES_AWAY <= LOOKED_AT.get(path, set()), f"{path}: see docs/releasing.md"


def called_on_tables(tree: ast.AST) -> set[str]:
    """The names of what a migration calls; operations on the state alone touch no table."""
    if isinstance(tree, ast.keyword) and tree.arg == "state_operations":
        return set()
    own = {getattr(tree.func, "attr", "")} if isinstance(tree, ast.Call) else set()
    return own.union(*map(called_on_tables, ast.iter_child_nodes(tree)))


def test_a_column_that_is_renamed_is_found_and_a_new_name_in_the_code_is_not() -> None:
    renamed = "migrations.RenameField(model_name='appeal', old_name='wish', new_name='request')"
    in_code = f"migrations.SeparateDatabaseAndState(state_operations=[{renamed}])"
    in_table = f"migrations.SeparateDatabaseAndState(database_operations=[{renamed}])"
    assert "RenameField" not in called_on_tables(ast.parse(in_code))
    assert "RenameField" in called_on_tables(ast.parse(in_table))


def test_a_changed_migration_is_found(tmp_path: Path) -> None:
    path, digest = next(iter(kept_digests("0.1.0").items()))
    assert digest_of(ROOT / path) == digest
    (tmp_path / "changed.py").write_text((ROOT / path).read_text() + "\n")
    assert digest_of(tmp_path / "changed.py") != digest

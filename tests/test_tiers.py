"""Nothing is left out of a tier unnoticed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests import tiers


def item(
    *marks: pytest.Mark | str, name: str = "tests/some.py::test_it", fixtures: tuple[str, ...] = ()
) -> Any:
    """A test as pytest has it, as far as tiers ask."""
    all_marks = [
        mark if isinstance(mark, pytest.Mark) else getattr(pytest.mark, mark).mark for mark in marks
    ]
    found = {mark.name: mark for mark in all_marks}
    return cast(
        "pytest.Item",
        SimpleNamespace(nodeid=name, fixturenames=fixtures, get_closest_marker=found.get),
    )


@pytest.fixture(autouse=True)
def by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PROVE", "THIRD", "TEST_REPEATED", "GATE", "WHOLE"):
        monkeypatch.delenv(f"JINYA_{name}", raising=False)


def test_what_is_for_the_night_runs_by_night(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not tiers.is_due(item("prove"))
    monkeypatch.setenv("JINYA_PROVE", "1")
    assert tiers.is_due(item("prove"))


def test_every_rotating_test_is_due_on_one_day_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"tests/secrecy/test_leaks.py::test_it[{number}]" for number in range(60)]
    runs: list[set[str]] = []
    for third in "012":
        monkeypatch.setenv("JINYA_THIRD", third)
        runs.append({name for name in names if tiers.is_due(item("rotating", name=name))})
        assert tiers.is_due(item())
    assert [len(run) > 10 for run in runs] == [True] * 3
    assert sum(map(len, runs)) == len(set().union(*runs)) == len(names)


def test_by_hand_all_of_them_run() -> None:
    tiers.choose_third()
    assert all(
        tiers.is_due(item("rotating", name=f"tests/some.py::test_it[{n}]")) for n in range(9)
    )


@pytest.mark.parametrize("group", tiers.DEPENDS)
def test_a_change_of_what_a_group_depends_on_makes_all_of_it_due(
    group: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tiers, "PROVED", tmp_path / "proved.json")
    monkeypatch.setenv("JINYA_GATE", "1")
    proved = {group: tiers.digest_of(group) for group in tiers.DEPENDS}
    for found, whole in ((None, {*proved}), ({**proved, group: "-"}, {group}), (proved, set())):
        if found is not None:
            tiers.PROVED.write_text(json.dumps(found))
        monkeypatch.delenv("JINYA_WHOLE", raising=False)
        monkeypatch.delenv("JINYA_THIRD", raising=False)
        tiers.choose_third()
        rotating = [
            item(pytest.mark.rotating(group).mark, name=f"tests/some.py::test_it[{number}]")
            for number in range(60)
        ]
        assert (sum(map(tiers.is_due, rotating)) == 60) is (group in whole)
        assert 10 < sum(tiers.is_due(item("rotating", name=one.nodeid)) for one in rotating) < 30


def test_what_rotates_by_its_file_exists_and_has_a_group_that_exists() -> None:
    assert {*tiers.ROTATING.values()} <= {"", *tiers.DEPENDS}
    for path in (*tiers.ROTATING, *tiers.GATE):
        assert (tiers.ROOT / path).exists(), path
    for patterns in tiers.DEPENDS.values():
        assert any(any(tiers.ROOT.glob(pattern)) for pattern in patterns)


def test_middlewares_consumers_and_leak_tests_are_guarded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tiers, "ROOT", tmp_path)
    seen = {tiers.digest_of("leaks")}
    for path in (
        "tests/secrecy/a.py",
        "games/middleware.py",
        "games/b/consumers.py",
        "games/b/c.py",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("pass")
        seen.add(tiers.digest_of("leaks"))
    assert len(seen) == 4, "the first three change it, the last does not"


@pytest.mark.parametrize(
    ("fixtures", "is_repeated"),
    [((), False), (("db",), True), (("stores",), True), (("db", "any_database"), False)],
)
def test_what_asks_for_a_store_is_repeated_on_another(
    fixtures: tuple[str, ...], is_repeated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JINYA_TEST_REPEATED", "1")
    assert tiers.is_due(item(fixtures=fixtures)) is is_repeated
    assert tiers.is_due(item("django_db", fixtures=fixtures)) is ("any_database" not in fixtures)


def test_of_what_is_rolled_back_a_third_is_repeated_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JINYA_TEST_REPEATED", "1")
    monkeypatch.setenv("JINYA_THIRD", "0")
    commits = pytest.mark.django_db(transaction=True).mark
    names = [f"tests/some.py::test_it[{number}]" for number in range(60)]
    assert 10 < sum(tiers.is_due(item("django_db", name=name)) for name in names) < 30
    for always in (item(commits, name=name) for name in names):
        assert tiers.is_due(always)
    assert all(tiers.is_due(item(name=name, fixtures=("db", "stores"))) for name in names)

"""Nothing is left out of a tier unnoticed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests import tiers


def item(*marks: str, name: str = "tests/some.py::test_it", fixtures: tuple[str, ...] = ()) -> Any:
    """A test as pytest has it, as far as tiers ask."""
    found = {mark: mark for mark in marks}
    return cast(
        "pytest.Item",
        SimpleNamespace(nodeid=name, fixturenames=fixtures, get_closest_marker=found.get),
    )


@pytest.fixture(autouse=True)
def by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JINYA_PROVE", "JINYA_THIRD", "JINYA_TEST_REPEATED"):
        monkeypatch.delenv(name, raising=False)


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


def test_a_change_of_what_is_guarded_makes_all_of_them_due(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    proved = tmp_path / "proved.txt"
    monkeypatch.setattr(tiers, "PROVED", proved)
    for found, third in (("", "all"), ("another", "all"), (tiers.digest_of_guarded(), "012")):
        proved.write_text(found)
        monkeypatch.delenv("JINYA_THIRD", raising=False)
        tiers.choose_third()
        assert tiers.os.environ["JINYA_THIRD"] in third


def test_middlewares_consumers_and_leak_tests_are_guarded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(tiers, "ROOT", tmp_path)
    seen = {tiers.digest_of_guarded()}
    for path in (
        "tests/secrecy/a.py",
        "games/middleware.py",
        "games/b/consumers.py",
        "games/b/c.py",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("pass")
        seen.add(tiers.digest_of_guarded())
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

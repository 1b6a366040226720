"""Sites that stand from one test to the next."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from pytest_django.plugin import DjangoDbBlocker

from config import celery
from tests.kit.prepared import prepared
from tests.secrecy.house import LastingHouse


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts the tests of these modules by their games."""
    mine = [number for number, item in enumerate(items) if is_kept(item)]
    by_game = sorted(
        (items[number] for number in mine), key=lambda item: (item.path, game_of(item))
    )
    for number, item in zip(mine, by_game, strict=True):
        items[number] = item


def is_kept(item: pytest.Item) -> bool:
    return item.get_closest_marker("usefixtures") == pytest.mark.usefixtures("db").mark


def game_of(item: pytest.Item) -> str:
    """The game a test is about, as far as it says so."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    return str(params.get("game", params.get("name", ""))).partition(":")[0]


@pytest.fixture(autouse=True, scope="session")
def each_question_is_prepared() -> None:
    """The site keeps statements: none is to be made first under a planted leak, and kept."""
    import_module("config.urls")
    for _name, question in prepared():
        question._compiler(tuple(question._stand_ins))


@pytest.fixture(autouse=True, scope="session")
def each_task_has_run_before() -> None:
    """A worker logs the first run of each kind of task: no twin is to be the first."""
    celery._worked.update(celery.app.tasks)


@pytest.fixture(autouse=True)
def on_any_database(any_database: None) -> None:
    """What is told to whom is asked of rows; where they lie changes nothing."""


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database of a whole module: tests find the site as the one before of that game did."""
    with django_db_blocker.unblock(), LastingHouse():
        yield

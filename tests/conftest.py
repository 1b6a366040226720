"""What holds in every test: no network, the same chances each time, no silent template faults."""

from __future__ import annotations

import gc
import inspect
import random
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import time_machine
from django.core.cache import cache as counters
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.template import engines as template_engines
from django.template.backends.django import DjangoTemplates
from django.template.base import Node
from django.template.engine import Engine
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts import switches
from accounts.models import User
from config import cache, catalogues, celery
from games.bots import thinking
from games.common import crowds
from games.desk import consumers as desk_consumers
from games.match.models import Match
from games.moderation import append_only
from tests import tiers
from tests.kit import blank
from tests.kit.builders import match_between, person
from tests.kit.thoughts import InPlace
from tests.watchdog import Watchdog

ROOT = Path(__file__).resolve().parent.parent

hypothesis_settings.register_profile("house", derandomize=True, deadline=None)
hypothesis_settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """Compiles changed translations and settles what runs, once for all workers."""
    config.pluginmanager.register(Watchdog(config))
    if not hasattr(config, "workerinput"):
        catalogues.compile_catalogues()
        tiers.choose_third()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what another tier runs."""
    tiers.sort_out(config, items)
    for item in items:
        refuse_rows_left_behind(item)


def refuse_rows_left_behind(item: pytest.Item) -> None:
    """No plain mark on coroutines: the rows they write would stay on PostgreSQL.

    Raises UsageError.
    """
    mark = item.get_closest_marker("django_db")
    if mark is None or not inspect.iscoroutinefunction(getattr(item, "function", None)):
        return
    if not mark.kwargs.get("transaction"):
        raise pytest.UsageError(f"{item.nodeid}: async tests need django_db(transaction=True)")


def pytest_collection_finish() -> None:
    """Lets the collector leave alone what is there to stay: it takes an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session")
def stores() -> None:
    """Asked for by what speaks to a database or to Redis by itself: it is repeated on others."""


@pytest.fixture(scope="session")
def any_database() -> None:
    """Asked for by what comes out the same on every database: it is not repeated on another."""


@pytest.fixture(scope="session", autouse=True)
def thoughts_in_place() -> None:
    """Bots think here unless a test asks a child by itself."""
    thinking._child = InPlace()


@pytest.fixture(autouse=True)
def same_chances() -> None:
    """Every test begins with the same ambient randomness."""
    random.seed(20260101)


@pytest.fixture(autouse=True)
def servers_are_back() -> Iterator[None]:
    """No test inherits the outage of another, nor what it has spent of its limits."""
    yield
    counters.clear()
    for breaker in (cache.breaker, celery.breaker):
        breaker.worked()
    crowds.forget()


def own_file() -> Path | None:
    """Where the database of this run is, if it is a file."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Whether the run begins with a database that is there; on SQLite, with a copy of the one that
    an earlier run has migrated."""
    named = connection.settings_dict["TEST"]["NAME"]
    return connection.vendor == "sqlite" and blank.take(Path(named))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_keepdb: bool, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """At the end nobody is left in the database: PostgreSQL drops none that is in use, and a thread
    of the last test may still be closing its connection. A file that was copied goes as well."""
    file = own_file()
    if file is not None and not django_db_keepdb:
        blank.keep(file)
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        if file is not None and django_db_keepdb:
            connection.close()
            for path in file.parent.glob(f"{file.name}*"):
                path.unlink()


KEPT = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
"""Tables that follow from the code: what a test that commits writes there would stay."""


@pytest.fixture(autouse=True, scope="session")
def tables_are_emptied_quickly() -> Iterator[None]:
    """Tests that commit are followed by emptying every table. The audit log refuses that; and
    what is made when all is empty, twenty times the work, need not be made if it is kept."""
    execute = BaseDatabaseOperations.execute_sql_flush

    def unlocked(self: BaseDatabaseOperations, sql_list: list[str]) -> None:
        vendor, connection = self.connection.vendor, self.connection
        with connection.cursor() as cursor:
            for statement in append_only.statements(vendor, lock=False):
                cursor.execute(statement)
            execute(self, sql_list)
            if vendor == "sqlite":  # keys begin anew: a test may have put them far apart
                cursor.execute("DELETE FROM sqlite_sequence")
            for statement in append_only.statements(vendor, lock=True):
                cursor.execute(statement)

    def of_others(style: Style, connection: BaseDatabaseWrapper, **how: bool) -> list[str]:
        names = connection.introspection.django_table_names(only_existing=True)
        tables = [name for name in names if name not in KEPT]
        if connection.vendor == "postgresql":  # few rows are quicker deleted than truncated
            return [f"DELETE FROM {connection.ops.quote_name(name)}" for name in tables]
        return list(connection.ops.sql_flush(style, tables, **how))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", unlocked)
        patch.setattr(flush, "sql_flush", of_others)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *args, **options: None)
        yield


THE_DAY = datetime(2026, 11, 21, 12, tzinfo=UTC)
"""When every run begins: the day after the matches that tests make have begun."""


@pytest.fixture(autouse=True, scope="session")
def switches_are_remembered() -> Iterator[None]:
    """For as long as a test lasts: on a busy machine it may last longer than a web process is to
    remember them, and then a page would take a statement more than the one before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(switches, "SECONDS", 3600)
        yield


@pytest.fixture(autouse=True, scope="session")
def desks_are_counted_at_once() -> Iterator[None]:
    """A test that hears nothing for a moment has not to wait for what is gathered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk_consumers, "SOON", 0)
        yield


@pytest.fixture(autouse=True, scope="session")
def static_files_are_found_once() -> Iterator[None]:
    """Every client loads the middleware anew, and looking through all static files took most of the
    time of a page."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[tuple[str, int | None], dict[str, Any]] = {}

    def find_once(self: WhiteNoiseMiddleware) -> None:
        kind = (self.static_prefix, self.max_age)
        if kind not in found:
            find(self)
            found[kind] = dict(self.files)
        self.files.update(found[kind])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(autouse=True, scope="session")
def same_day() -> Iterator[None]:
    """Time goes on from `THE_DAY`: else tests would fail as soon as, in a week, the clocks of the
    matches they make have run out."""
    with time_machine.travel(THE_DAY):
        yield


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Only this machine can be reached."""
    connect = socket.socket.connect

    def connect_here(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "localhost", "::1"):
            raise AssertionError(f"a test tried to reach {address[0]}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect_here)
        yield


class UndefinedVariable(AssertionError):
    """A template of ours asked for something its view did not give."""


class Undefined(str):
    """Stands for a missing template variable and raises when it is printed by our templates."""

    __slots__ = ()

    def __contains__(self, part: object) -> bool:
        return part == "%s"

    def __mod__(self, variable: object) -> str:
        template = _template_being_rendered()
        if template is not None and template.is_relative_to(ROOT / "templates"):
            raise UndefinedVariable(f"{template.relative_to(ROOT)}: {{{{ {variable} }}}}")
        return ""


@pytest.fixture(autouse=True, scope="session")
def loud_templates() -> Iterator[None]:
    """Undefined variables are errors in our own templates, and empty in those of libraries.

    In every engine that is made: a test that overrides TEMPLATES leaves the next one a new engine.
    """
    made = Engine.__init__

    def loud(self: Engine, *args: Any, **options: Any) -> None:
        made(self, *args, **options)
        self.string_if_invalid = Undefined("%s")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "__init__", loud)
        patch.setattr(_django_templates().engine, "string_if_invalid", Undefined("%s"))
        yield


def _django_templates() -> DjangoTemplates:
    backend = template_engines["django"]
    assert isinstance(backend, DjangoTemplates)
    return backend


def _template_being_rendered() -> Path | None:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        node = frame.f_locals.get("self")
        if isinstance(node, Node) and getattr(node, "origin", None) is not None:
            return Path(node.origin.name)
        frame = frame.f_back
    return None


# --- who plays: any folder and any file may have its own -------------------------------------


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def bob() -> User:
    return person("bob")


@pytest.fixture
def people(ann: User, bob: User) -> tuple[User, User]:
    return ann, bob


@pytest.fixture
def match(ann: User, bob: User) -> Match:
    """Xiongqi, just begun."""
    return match_between(ann, bob)

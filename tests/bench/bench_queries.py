"""How many SQL statements pages and turns cost; a turn includes the board it is answered with."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import django

from tests.bench.tables import print_heading, print_row

COLUMNS = {"SQL statements": 44, "all": 4, "reads": 6, "writes": 7, "begin, commit ...": 18}


def main() -> None:
    """Print the table."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from tests.bench.subjects import subjects

    with empty_database():
        print_heading(COLUMNS)
        for name, act in subjects():
            kinds = _statements(act)
            figures = [kinds.total(), kinds["reads"], kinds["writes"], kinds["others"]]
            print_row(COLUMNS, [name, *map(str, figures)])


@contextmanager
def empty_database() -> Iterator[None]:
    """A database of its own, with all tables and nothing in them."""
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        runner.teardown_test_environment()


def _statements(act: Callable[[], object]) -> Counter[str]:
    """The statements *act* sends, by kind."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        act()
    return Counter(_kind(query["sql"]) for query in captured)


def _kind(sql: str) -> str:
    verb = sql.split(maxsplit=1)[0]
    if verb == "SELECT":
        return "reads"
    return "writes" if verb in ("INSERT", "UPDATE", "DELETE") else "others"


if __name__ == "__main__":
    main()

"""Does the database have the tables and columns that this version knows? `python -m queues.schema`

Names of migrations are not asked: a table that was edited by hand, or a dump of another version,
has the names and not the columns.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Mapping

from django.db import connection

COLUMNS = {
    "postgresql": "SELECT table_name, column_name, is_nullable = 'NO' AND column_default IS NULL "
    "AND is_identity = 'NO' FROM information_schema.columns WHERE table_schema = current_schema()",
    "sqlite": 'SELECT m.name, c.name, c."notnull" AND c.dflt_value IS NULL AND NOT c.pk '
    "FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
}
"""Every column, and whether a row needs a value for it, in one statement."""


class UnknownSchema(Exception):
    """The database is of another version; says which and what to do."""


def check_schema() -> None:
    """Raises UnknownSchema unless this version can work with the tables of the database."""
    known, found = known_columns(), found_columns()
    missing = {table: columns - found.get(table, {}).keys() for table, columns in known.items()}
    lacks = sorted(f"{table}.{column}" for table, gone in missing.items() for column in gone)
    if lacks:
        raise UnknownSchema(
            f"The database is of an earlier version: it has no {_some(lacks)}. "
            "Run `bin/jinya migrate`; where that changes nothing, no release has made this "
            "database: restore a dump of one."
        )
    needs = sorted(
        f"{table}.{column}"
        for table, columns in known.items()
        for column, is_needed in found[table].items()
        if is_needed and column not in columns
    )
    if needs:
        raise UnknownSchema(
            f"The database is of a later version: every row wants a value for {_some(needs)}. "
            "Start that version, or restore a dump of this one."
        )


def _some(names: list[str]) -> str:
    """Return the first of many."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def known_columns() -> dict[str, set[str]]:
    """Return the tables of all models, and their columns."""
    from django.apps import apps

    found: dict[str, set[str]] = defaultdict(set)
    for model in apps.get_models(include_auto_created=True):
        about = model._meta  # noqa: SLF001 - Django documents it
        if about.managed and not about.proxy:
            found[about.db_table] |= {
                field.column for field in about.local_concrete_fields if field.column
            }
    return found


def found_columns() -> Mapping[str, dict[str, bool]]:
    """The tables of the database, their columns, and whether a row needs a value for each."""
    found: dict[str, dict[str, bool]] = defaultdict(dict)
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS[connection.vendor])
        for table, column, is_needed in cursor.fetchall():
            found[table][column] = bool(is_needed)
    return found


def main() -> int:
    """Says what is wrong; the exit status. A database that is away is no reason not to start."""
    import django
    from django.db import OperationalError

    django.setup()
    try:
        check_schema()
    except UnknownSchema as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OperationalError:
        pass
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    sys.exit(main())

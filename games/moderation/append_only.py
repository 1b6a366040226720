"""The second lock of the audit log: the database itself refuses to change or drop a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

TABLE = "moderation_modaction"

SQLITE = (
    f"""CREATE TRIGGER log_no_update BEFORE UPDATE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END""",
    f"""CREATE TRIGGER log_no_delete BEFORE DELETE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END""",
    # INSERT OR REPLACE deletes without asking the triggers for deleting
    f"""CREATE TRIGGER log_no_replace BEFORE INSERT ON {TABLE}
    WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END""",  # noqa: S608 - our name
)
SQLITE_OFF = tuple(
    f"DROP TRIGGER IF EXISTS {name}"
    for name in ("log_no_update", "log_no_delete", "log_no_replace")
)

POSTGRESQL = (
    """CREATE OR REPLACE FUNCTION refuse_to_change_the_log() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$ LANGUAGE plpgsql""",
    f"""CREATE TRIGGER log_no_change BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_the_log()""",
    f"""CREATE TRIGGER log_no_truncate BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log()""",
)
POSTGRESQL_OFF = tuple(
    f"DROP TRIGGER IF EXISTS {name} ON {TABLE}" for name in ("log_no_change", "log_no_truncate")
)


def statements(vendor: str, *, lock: bool) -> Sequence[str]:
    """Return what locks the log on a database of that vendor, or takes the lock away."""
    if vendor == "postgresql":
        return POSTGRESQL if lock else POSTGRESQL_OFF
    return SQLITE if lock else SQLITE_OFF


def lock_log(apps: Any, schema_editor: Any) -> None:
    """For migrations: make the triggers."""
    for statement in statements(schema_editor.connection.vendor, lock=True):
        schema_editor.execute(statement)


def unlock_log(apps: Any, schema_editor: Any) -> None:
    """For migrations that go back."""
    for statement in statements(schema_editor.connection.vendor, lock=False):
        schema_editor.execute(statement)

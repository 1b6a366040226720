"""Vacations of one person do not overlap: the database refuses what would.

By triggers, since SQLite has no exclusion constraints, and since vacations that overlap already
stay until `give_back_vacations` has cut them. They look at rows that are new or grow.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

OVERLAP = """EXISTS (SELECT 1 FROM match_vacation WHERE user_id = NEW.user_id AND id <> NEW.id
    AND starts_at < NEW.ends_at AND NEW.starts_at < ends_at)"""  # noqa: S608 - no value in it
GROWS = "NEW.starts_at < OLD.starts_at OR NEW.ends_at > OLD.ends_at"
SAID = "vacations of one person overlap"

SQLITE = (
    f"""CREATE TRIGGER vacations_apart_new AFTER INSERT ON match_vacation WHEN {OVERLAP}
    BEGIN SELECT RAISE(ABORT, '{SAID}'); END""",
    f"""CREATE TRIGGER vacations_apart_grown AFTER UPDATE OF starts_at, ends_at ON match_vacation
    WHEN ({GROWS}) AND {OVERLAP}
    BEGIN SELECT RAISE(ABORT, '{SAID}'); END""",
)
SQLITE_OFF = (
    "DROP TRIGGER IF EXISTS vacations_apart_new",
    "DROP TRIGGER IF EXISTS vacations_apart_grown",
)

POSTGRESQL = (
    # one at a time for a person, so that neither of two at once misses the other
    f"""CREATE FUNCTION keep_vacations_apart() RETURNS trigger AS $$
    BEGIN
        PERFORM 1 FROM accounts_user WHERE id = NEW.user_id FOR NO KEY UPDATE;
        IF {OVERLAP} THEN
            RAISE EXCEPTION '{SAID}' USING ERRCODE = 'exclusion_violation';
        END IF;
        RETURN NEW;
    END $$ LANGUAGE plpgsql""",
    """CREATE TRIGGER vacations_apart_new AFTER INSERT ON match_vacation
    FOR EACH ROW EXECUTE FUNCTION keep_vacations_apart()""",
    f"""CREATE TRIGGER vacations_apart_grown AFTER UPDATE OF starts_at, ends_at ON match_vacation
    FOR EACH ROW WHEN ({GROWS}) EXECUTE FUNCTION keep_vacations_apart()""",
)
POSTGRESQL_OFF = (
    "DROP TRIGGER IF EXISTS vacations_apart_new ON match_vacation",
    "DROP TRIGGER IF EXISTS vacations_apart_grown ON match_vacation",
    "DROP FUNCTION IF EXISTS keep_vacations_apart()",
)


def keep_apart(apps: Any, schema_editor: Any) -> None:
    let_overlap(apps, schema_editor)  # what a run that was broken off has left
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL if is_postgresql else SQLITE:
        schema_editor.execute(statement)


def let_overlap(apps: Any, schema_editor: Any) -> None:
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL_OFF if is_postgresql else SQLITE_OFF:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("match", "0015_results"), ("accounts", "0001_initial")]

    operations = [migrations.RunPython(keep_apart, let_overlap)]

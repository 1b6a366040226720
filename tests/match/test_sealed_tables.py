"""The tables that grow can be divided by their match: it is a part of every key they have."""

from __future__ import annotations

import pytest
from django.db import connection, models

from games.match.sealed import SealedPly, SealedSnapshot
from tests.kit.builders import match_between, person, play

pytestmark = pytest.mark.usefixtures("stores")

DIVIDED = (SealedPly, SealedSnapshot)


@pytest.mark.parametrize("model", DIVIDED)
def test_the_match_leads_every_key(model: type[models.Model]) -> None:
    keys = [
        constraint.fields
        for constraint in model._meta.constraints
        if isinstance(constraint, models.UniqueConstraint)
    ]
    assert {fields[0] for fields in keys} <= {"match"}
    assert model._meta.pk_fields[0].name == "match"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite divides no tables")
@pytest.mark.parametrize("model", [SealedPly])
def test_its_rows_can_be_moved_into_a_divided_table(model: type[models.Model]) -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    table = model._meta.db_table
    before = list(model._default_manager.values())
    with connection.cursor() as cursor:
        # as docs/operations.md has it
        cursor.execute(f"ALTER TABLE {table} RENAME TO whole")
        cursor.execute(
            f"CREATE TABLE {table} (LIKE whole INCLUDING DEFAULTS INCLUDING CONSTRAINTS"
            " INCLUDING INDEXES) PARTITION BY HASH (match_id)"
        )
        for part in range(2):
            cursor.execute(
                f"CREATE TABLE part{part} PARTITION OF {table}"
                f" FOR VALUES WITH (MODULUS 2, REMAINDER {part})"
            )
        cursor.execute(f"INSERT INTO {table} SELECT * FROM whole")
    assert list(model._default_manager.values()) == before
    play(match, "d3d4", now=match.created_at)
    assert model._default_manager.count() > len(before)

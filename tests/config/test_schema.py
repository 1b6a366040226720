"""A process refuses a database whose tables it does not know."""

from __future__ import annotations

import pytest

from queues import schema
from queues.schema import UnknownSchema, check_schema

pytestmark = pytest.mark.django_db


def known_but(monkeypatch: pytest.MonkeyPatch, **changes: set[str]) -> None:
    """Let this version know other columns of some tables."""
    known = {**schema.known_columns(), **changes}
    monkeypatch.setattr(schema, "known_columns", lambda: known)


def test_the_schema_of_the_migrations_is_that_of_the_models() -> None:
    check_schema()


def test_missing_columns_are_named_and_many_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    known_but(monkeypatch, match_match={"uid", "a", "b", "c", "d", "e"})
    names = "match_match.a, match_match.b, match_match.c and 2 more"
    with pytest.raises(UnknownSchema, match=f"earlier version: it has no {names}"):
        check_schema()


def test_a_missing_table_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known_but(monkeypatch, match_plan={"id"})
    with pytest.raises(UnknownSchema, match=r"it has no match_plan\.id\."):
        check_schema()


def test_a_column_that_a_later_version_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = schema.known_columns()["match_match"]
    known_but(monkeypatch, match_match=known - {"game"})
    with pytest.raises(UnknownSchema, match=r"later version: .* for match_match\.game\."):
        check_schema()


def test_a_column_that_may_stay_empty_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    known = schema.known_columns()["match_match"]
    known_but(monkeypatch, match_match=known - {"hidden_at"})
    check_schema()


def test_it_costs_one_statement(django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        check_schema()

"""What people and programs are answered when the database is away, and when something breaks."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from tests.api.kit import Program
from tests.kit.builders import person

pytestmark = pytest.mark.django_db


def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Client:
    """A site that breaks so, wherever somebody's account is looked up."""

    def execute(*_asked: Any, **_more: Any) -> None:
        raise OperationalError("gone") from error

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", execute)
    return Client(raise_request_exception=False)


AWAY = OSError("the server closed the connection unexpectedly")


def test_while_the_database_is_away_pages_say_so_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    response = broken(monkeypatch, AWAY).get("/")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "no-store" in response["Cache-Control"]
    assert "Your confirmed moves are safe" in response.text
    assert "確定した手は失われていません" in response.text


def test_programs_are_told_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = Program(person()).headers
    response = broken(monkeypatch, AWAY).get("/api/v1/account", headers=headers)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "away"


def test_a_statement_that_is_wrong_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = sqlite3.OperationalError("no such table")
    wrong.sqlite_errorname = "SQLITE_ERROR"
    assert broken(monkeypatch, wrong).get("/").status_code == 500

"""Session and user are read in one statement, and say no more than each would alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import SignIn, User
from tests.kit.builders import PASSWORD, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def visitor(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    client.get("/people/ann/")  # what is noted once an hour is noted
    return client


def asks(client: Client) -> tuple[Any, list[str]]:
    """A page, and the statements that looked for a session or a user by its key."""
    with CaptureQueriesContext(connection) as captured:
        answer = client.get("/desk/")
    found = [query["sql"] for query in captured]
    return answer, [
        sql
        for sql in found
        if "FROM django_session" in sql
        or 'FROM "django_session"' in sql
        or 'WHERE "accounts_user"."id" =' in sql
    ]


def test_one_statement_reads_both(visitor: Client, ann: User) -> None:
    answer, statements = asks(visitor)
    assert answer.status_code == 200
    assert answer.wsgi_request.user == ann
    assert len(statements) == 1


def test_the_session_says_who_it_is_and_not_the_list_of_sign_ins(
    visitor: Client, ann: User
) -> None:
    SignIn.objects.filter(user=ann).update(user=person("bob"))
    answer, statements = asks(visitor)
    assert answer.wsgi_request.user == ann
    assert len(statements) == 2


def test_a_session_that_is_on_no_list_holds_as_well(visitor: Client, ann: User) -> None:
    SignIn.objects.all().delete()
    answer, _statements = asks(visitor)
    assert answer.wsgi_request.user == ann


@pytest.mark.parametrize("way", ["session deleted", "password changed", "inactive"])
def test_a_sign_in_ends_at_once(way: str, visitor: Client, ann: User) -> None:
    if way == "session deleted":
        Session.objects.all().delete()
    elif way == "password changed":
        ann.set_password(f"another {PASSWORD}")
        ann.save()
    else:
        ann.is_active = False
        ann.save()
    answer, _statements = asks(visitor)
    assert answer.status_code == 302
    assert not answer.wsgi_request.user.is_authenticated

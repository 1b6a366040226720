from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core import mail as django_mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import mail
from accounts.models import User
from queues.leases import FIRST_HINT

PASSWORD = "seven kettles sing"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("Ann", PASSWORD, email="ann@jinya.example")


@pytest.fixture
def bob(db: None) -> User:
    """Somebody without an address."""
    return User.objects.create_user("Bob", PASSWORD)


@pytest.fixture
def signed_in() -> Callable[..., Client]:
    """A browser in which the user signed in by the form."""

    def sign_in(user: User, password: str = PASSWORD, **extra: Any) -> Client:
        client = Client(**extra)
        answer = client.post("/accounts/login/", {"login": user.name, "password": password})
        assert answer.status_code == 302, answer.content.decode()
        return client

    return sign_in


@pytest.fixture
def confirmed(signed_in: Callable[..., Client]) -> Callable[..., Client]:
    """A browser in which the user has just given the password again."""

    def confirm(user: User, password: str = PASSWORD) -> Client:
        client = signed_in(user, password)
        answer = client.post("/accounts/reauthenticate/", {"password": password})
        assert answer.status_code == 302
        return client

    return confirm


@pytest.fixture
def post_box() -> Callable[[], list[Any]]:
    """Sends what waits and returns every mail that ever went out, oldest first."""

    def look() -> list[Any]:
        mail.send_due(timezone.now() + FIRST_HINT)
        return django_mail.outbox

    return look


@pytest.fixture
def clock() -> Iterator[Any]:
    """Time stands still until it is moved."""
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the commit happens at once; mails wait for the sweep."""
    monkeypatch.setattr(transaction, "on_commit", lambda act, **kwargs: act())
    monkeypatch.setattr(mail, "_hint", lambda letter_id: None)

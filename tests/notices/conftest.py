"""Ann can be written to."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.notices.services import post
from tests.kit.builders import person


@pytest.fixture
def ann() -> User:
    return person("ann", email="ann@example.org")


@pytest.fixture
def hers(ann: User) -> Client:
    """Ann's browser."""
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends has time, however slow the machine is."""
    for name in ("SHIFT", "PATIENCE"):
        monkeypatch.setattr(post, name, 3600.0)

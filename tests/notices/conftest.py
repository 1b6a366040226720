"""Ann can be written to."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
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

"""Who plays a stage, and when."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from tests.kit.builders import NOON, person


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still at `NOON`."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)


@pytest.fixture
def ann(db: None) -> User:
    """Who plays."""
    return person("ann")

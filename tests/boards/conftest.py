"""What is drawn follows from views alone."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def on_any_database(any_database: None) -> None:
    """Boards are drawn alike whatever keeps the rows."""

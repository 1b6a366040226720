"""A live site for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.site import Site


@pytest.fixture(scope="module")
def running_site(django_db_setup: None) -> Iterator[Site]:
    site = Site()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(running_site: Site, transactional_db: None, settings: Any) -> Iterator[Site]:
    settings.API_LIMITS = {}
    yield running_site
    running_site.settle()

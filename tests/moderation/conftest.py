"""Matches between South and North."""

from __future__ import annotations

import pytest

from games.match.models import Match
from tests.kit.builders import match_between, person


@pytest.fixture
def match() -> Match:
    return match_between(person("south"), person("north"))

"""A match whose armies are to be set up."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.match.models import Match
from tests.kit.builders import match_between


@pytest.fixture
def match(ann: User, bob: User) -> Match:
    return match_between(ann, bob, game="gunjin")

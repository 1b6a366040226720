"""An invitation by link."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.match.models import Match
from games.match.terms import opening
from tests.kit.builders import NOON, terms


@pytest.fixture
def invitation(ann: User) -> Match:
    return opening.create_invitation(user=ann, terms=terms(), now=NOON)

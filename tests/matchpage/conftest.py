"""A finished match of a hidden game."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.match.models import Match
from tests.kit.gunjin import OCCUPATION, gunjin_match


@pytest.fixture
def over(people: tuple[User, User]) -> Match:
    return gunjin_match(*people, *OCCUPATION)

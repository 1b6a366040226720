"""People with ten finished matches, and tournaments among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from games.match.terms.opening import Terms
from games.tournaments import selectors
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import beginning, entering
from games.tournaments.services.entering import TournamentRequest
from tests.kit.builders import NOON, person

FOUR = ("ann", "bob", "cat", "dan")
Maker = Callable[..., Tournament]


def asked(**changes: Any) -> TournamentRequest:
    """A round robin of four, Xiongqi over days, casual."""
    terms = {"game": "xiongqi", "time_control": "relaxed", "side": 0, "key": "key-of-this-event"}
    fields = {name: changes.pop(name) for name in tuple(changes) if name in Terms.__slots__}
    return TournamentRequest(
        **{"name": "Autumn", "terms": Terms(**{**terms, **fields}), "size": 4, **changes}
    )


@pytest.fixture
def four(db: None) -> list[User]:
    return [person(name) for name in FOUR]


@pytest.fixture
def opened(four: list[User], monkeypatch: pytest.MonkeyPatch) -> Maker:
    """Makes a tournament that Ann has made, who has finished no match."""
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)

    def make(**changes: Any) -> Tournament:
        return entering.make_tournament(user=four[0], asked=asked(**changes), now=NOON)

    return make


@pytest.fixture
def begun(four: list[User], opened: Maker) -> Maker:
    """Makes one that all four have entered and that has begun, its matches too."""

    def make(**changes: Any) -> Tournament:
        tournament = opened(**changes)
        for user in four[1:]:
            entering.enter(uid=tournament.uid, user=user, link=tournament.link, now=NOON)
        assert beginning.begin_due(NOON) == 1
        beginning.begin_matches(NOON)
        tournament.refresh_from_db()
        return tournament

    return make


def count_differences() -> int:
    """Return how many pairings say something else than their matches."""
    rows = Pairing.objects.exclude(match=None).select_related("match")
    found = rows.prefetch_related("match__players")
    return sum(selectors.kept_in(pairing) != selectors.found_for(pairing) for pairing in found)

"""Looking back replays a match once, not once for every ply that is looked at.

Of games that can go on for ever, see `tests.match.test_snapshots`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.catalogue import meta_for
from engines.core.seats import BYSTANDER
from engines.registry import engine_for
from games.match.models import Match
from games.match.referee import Referee, lookback
from games.match.sealed import SealedPly
from tests.kit.builders import NOON, person
from tests.kit.gunjin import OCCUPATION, gunjin_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Nine plies, two of them set-ups."""
    return gunjin_match(person("ann"), person("bob"), *OCCUPATION[:7])


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(lookback, "STRIDE", 3)
    lookback._kept.clear()
    yield
    lookback._kept.clear()


@pytest.fixture
def replayed(monkeypatch: Any) -> list[object]:
    """The plies that are played once more."""
    engine, found = type(engine_for("gunjin", meta_for("gunjin").rules_version)), []
    honest = engine.play

    def playing(self: Any, position: Any, seat: Any, move: Any, dice: Any) -> Any:
        found.append(move)
        return honest(self, position, seat, move, dice)

    monkeypatch.setattr(engine, "play", playing)
    return found


def view(match: Match, ply: int) -> Any:
    return Referee(match).view(BYSTANDER, after_ply=ply)


def test_who_looks_again_or_goes_on_replays_only_what_is_new(
    match: Match, replayed: list[object]
) -> None:
    first = view(match, 7)
    assert len(replayed) == 7
    assert view(match, 7) == first
    assert len(replayed) == 7
    view(match, 8)
    assert len(replayed) == 8


def test_who_goes_back_replays_from_the_last_that_is_kept(
    match: Match, replayed: list[object]
) -> None:
    fifth = view(match, 5)
    lookback._kept.clear()
    view(match, 8)
    replayed.clear()
    assert view(match, 5) == fifth
    assert len(replayed) == 2, "from the third ply on"


@pytest.mark.parametrize("ply", [9, 10, 999_999])
def test_the_present_is_not_replayed_however_it_is_asked_for(
    match: Match, replayed: list[object], ply: int
) -> None:
    assert view(match, ply) == Referee(match).view(BYSTANDER)
    assert replayed == []


def test_what_was_taken_back_is_looked_at_no_more(match: Match) -> None:
    before = view(match, 8)
    referee = Referee.at(match.uid)
    assert referee is not None
    referee.rewind(5, now=NOON)
    assert view(match, 8) == Referee(match).view(BYSTANDER)
    SealedPly.objects.filter(match=match, number=3).update(move="c3c4")
    assert view(match, 4) != before


def test_every_ply_is_the_same_with_and_without_what_is_kept(match: Match) -> None:
    fresh = []
    for ply in range(9):
        lookback._kept.clear()
        fresh.append(view(match, ply))
    assert [view(match, ply) for ply in range(9)] == fresh
    assert [view(match, ply) for ply in reversed(range(9))] == fresh[::-1]


def test_only_so_many_are_kept(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookback, "MOST", 2)
    for ply in range(1, 9):
        view(match, ply)
    assert len(lookback._kept) == 2

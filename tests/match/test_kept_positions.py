"""A position that was opened a moment ago is not loaded again, and never outlives its row."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from engines.core.seats import BYSTANDER
from engines.registry import engine_for
from games.match.models import Match
from games.match.referee import Referee, kept
from games.match.sealed import SealedPosition
from tests.kit.builders import match_between, person, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded(monkeypatch: Any) -> list[object]:
    """What has been loaded from stored data, and not been kept."""
    codec, found = type(engine_for("xiongqi", 1).codec), []
    honest = codec.load_position

    def load(self: Any, data: Any, schema: int) -> Any:
        found.append(data)
        return honest(self, data, schema)

    monkeypatch.setattr(codec, "load_position", load)
    return found


def ply_of(match: Match) -> object:
    return Referee(match).view(BYSTANDER)["ply"]


def test_what_was_played_need_not_be_loaded(match: Match, loaded: list[object]) -> None:
    play(match, "e3e4", "e6e5")
    assert ply_of(match) == 2
    assert loaded == []


def test_another_row_is_loaded_anew(match: Match, loaded: list[object]) -> None:
    play(match, "e3e4")
    data = SealedPosition.objects.get(match=match).data
    SealedPosition.objects.filter(match=match).update(data={**data, "moves": []})
    assert ply_of(match) == 0
    assert len(loaded) == 1


def test_a_turn_that_was_rolled_back_is_not_remembered(match: Match) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        play(match, "e3e4")
        raise RuntimeError
    assert ply_of(match) == 0


def test_few_are_kept(match: Match, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    for _number in range(4):
        play(match_between(person(), person()), "e3e4")
    assert len(kept._kept) == 2

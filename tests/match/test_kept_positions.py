"""A position that was opened a moment ago is not loaded again, and never outlives its row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from engines.core.seats import BYSTANDER
from engines.nation import codec, record
from engines.nation.position import Position
from games.match.changes.takebacks import take_back
from games.match.models import Match
from games.match.referee import Referee, position_cache
from games.match.sealed import SealedPosition
from tests.kit.builders import NOON, match_between, person, play
from tests.kit.stages import do, pay_all, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def loaded(monkeypatch: Any) -> list[object]:
    """What has been loaded from stored data, and not been kept."""
    found: list[object] = []
    honest = position_cache._loaded

    def load(match_id: int, engine: Any, schema: int, data: Any) -> Any:
        found.append(data)
        return honest(match_id, engine, schema, data)

    monkeypatch.setattr(position_cache, "_loaded", load)
    return found


@pytest.fixture
def stage() -> Match:
    return stage_of(person("ann"))


@pytest.fixture
def replayed(monkeypatch: Any) -> list[int]:
    """How many moves of stages were played once more, each time that some were."""
    found: list[int] = []
    honest = record.play_on

    def play_on(position: Position, moves: Iterable[str]) -> Position:
        rows = list(moves)
        found.append(len(rows))
        return honest(position, rows)

    for module in (record, codec):
        monkeypatch.setattr(module, "play_on", play_on)
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
    monkeypatch.setattr(position_cache, "MOST", 2)
    for _number in range(4):
        play(match_between(person(), person()), "e3e4")
    assert len(position_cache._kept) == 2


def test_a_campaign_is_played_on_from_what_was_kept(replayed: list[int], stage: Match) -> None:
    """The neighbours play in a worker: this process has the stage as its player left it."""
    for _round in range(3):
        do(stage, "train")
        mine = position_cache._kept[stage.pk]
        paid = pay_all(stage)
        position_cache._kept[stage.pk] = mine  # what the worker did, it did elsewhere
        replayed.clear()
        seen = Referee(stage).view(BYSTANDER)
        assert sum(replayed) == paid, "what the neighbour has done, and nothing before it"
        position_cache._kept.clear()
        assert Referee(stage).view(BYSTANDER) == seen
        assert [paid, seen["ply"]] == replayed


def test_a_campaign_of_which_something_was_taken_back_is_loaded_anew(
    replayed: list[int], stage: Match
) -> None:
    ann = User.objects.get(name="ann")
    do(stage, "command:tax")
    mine = position_cache._kept[stage.pk]
    take_back(uid=stage.uid, user=ann, seat_ply=2, now=NOON)
    do(stage, "command:market")
    position_cache._kept[stage.pk] = mine
    replayed.clear()
    seen = Referee(stage).view(BYSTANDER)
    assert (seen["last"], replayed) == ("command:market", [seen["ply"]])

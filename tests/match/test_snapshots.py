"""Matches that can go on for ever keep a position every so many plies, and look back from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Viewer
from engines.registry import engine_for
from games.match.changes import ending
from games.match.models import Match
from games.match.referee import Referee, position_cache, snapshots
from games.match.sealed import SealedPosition, SealedSnapshot
from tests.kit.builders import NOON, match_between, person, play, south
from tests.kit.endless import ROUND, counted, endless_match, without_repetition

pytestmark = pytest.mark.django_db

DICE = Dice(b"", "0")
EVERY = 4
PLIES = 22


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(snapshots, "EVERY", EVERY)
    position_cache._kept.clear()
    yield
    position_cache._kept.clear()


def played(game: str) -> tuple[Match, list[Any]]:
    """A match of so many plies, and what an onlooker sees after each."""
    match, engine, texts = match_between(person(), person(), game=game), engine_for(game, 1), []
    here = engine.start(Terms(options=match.options), DICE).position
    seen = [engine.codec.dump_view(engine.view(here, BYSTANDER))]
    for number in range(1, PLIES + 1):
        (seat,) = engine.to_act(here)
        move = engine.sample_move(engine.view(here, Viewer.of(seat)), Dice(b"some", str(number)))
        here = engine.play(here, seat, move, DICE).position
        texts.append(engine.codec.dump_move(move))
        seen.append(engine.codec.dump_view(engine.view(here, BYSTANDER)))
    play(match, *texts)
    return match, seen


def numbers(match: Match) -> list[int]:
    rows = SealedSnapshot.objects.filter(match=match).order_by("number")
    return list(rows.values_list("number", flat=True))


def view(match: Match, ply: int) -> Any:
    return Referee(match).view(BYSTANDER, after_ply=ply)


@pytest.mark.parametrize("game", ["xiongqi", "gungi"])
def test_every_ply_is_the_same_with_and_without_what_is_kept(game: str) -> None:
    match, seen = played(game)
    assert numbers(match) == [4, 8, 12, 16, 20]
    assert [view(match, ply) for ply in range(len(seen))] == seen
    SealedSnapshot.objects.all().delete()
    position_cache._kept.clear()
    assert [view(match, ply) for ply in reversed(range(len(seen)))] == seen[::-1]
    assert numbers(match) == [4, 8, 12, 16, 20], "they are made up for"
    assert Referee(match).replays()


def test_repetitions_are_counted_over_what_is_kept() -> None:
    match = match_between(person(), person())
    play(match, *ROUND, *ROUND[:3])
    position_cache._kept.clear()
    play(match, ROUND[3])
    assert (match.status, match.ended_how) == ("finished", "repetition")
    assert view(match, 4)["repetitions"] == 2
    assert view(match, 8)["repetitions"] == 3


def test_no_more_is_played_again_than_lies_between_two(monkeypatch: pytest.MonkeyPatch) -> None:
    without_repetition(monkeypatch)
    match = endless_match(40)
    view(match, 38)
    for ply in (1, 17, 39, 40):
        with counted(monkeypatch) as cost:
            view(match, ply)
        assert cost.replayed <= 2 * EVERY, "to the present, and to that ply"


def test_what_is_kept_of_moves_taken_back_is_dropped_and_never_believed() -> None:
    match, _seen = played("xiongqi")
    stale = SealedSnapshot.objects.get(match=match, number=12)
    referee = Referee.at(match.uid)
    assert referee is not None
    referee.rewind(10, now=NOON)
    assert numbers(match) == [4, 8]
    texts = Referee(match).legal_moves(next(iter(Referee(match).to_act())))
    for text in (texts[0], None):  # other moves than before
        legal = Referee(match).legal_moves(next(iter(Referee(match).to_act())))
        play(match, text or legal[-1])
    stale.save(force_insert=False)
    position_cache._kept.clear()
    moves = SealedPosition.objects.get(pk=match.pk).data["moves"]
    assert view(match, 12)["last"] == moves[11]


def test_the_end_by_concession_is_found_again() -> None:
    match, _seen = played("xiongqi")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    position_cache._kept.clear()
    assert Referee(match).outcome() is not None
    assert Referee(match).view(BYSTANDER, after_ply=PLIES)["outcome"] is None


def test_a_snapshot_that_does_not_follow_from_the_play_is_found() -> None:
    match, _seen = played("xiongqi")
    row = SealedSnapshot.objects.get(match=match, number=8)
    row.data = {**row.data, "taken": "s"}
    row.save()
    assert not Referee(match).replays()

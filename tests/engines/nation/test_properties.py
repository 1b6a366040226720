"""What holds whatever happens in a match."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.nation import progress, record
from engines.nation.acting import take_action
from engines.nation.engine import ENGINE
from engines.nation.holding import fresh
from engines.nation.library import NEWEST, shipped
from engines.nation.moves import Move
from engines.nation.nations import Unit
from engines.nation.numbers import CAP
from engines.nation.position import Position
from engines.nation.triggers import fire
from engines.nation.vocabulary import PHASE_HOOKS
from engines.nation.world import World

CONTENT = shipped(NEWEST)
seeds = st.binary(min_size=1, max_size=4)
stages = st.sampled_from(list(CONTENT.stages))


def match(stage: str, seed: bytes, plies: int) -> Position:
    """Where a random match stands after so many plies."""
    here = ENGINE.start(Terms({"stage": stage}), Dice(seed, "0")).position
    for number in range(plies):
        if here.outcome is not None:
            break
        seat = Seat(here.now.turn)
        move = ENGINE.sample_move(ENGINE.view(here, Viewer.of(seat)), Dice(seed, str(number)))
        here = ENGINE.play(here, seat, move, Dice(seed, "")).position
    return here


def numbers_of(unit: Unit) -> list[int]:
    assert unit.hp <= unit.max_hp
    return [unit.max_hp, unit.hp, unit.attack]


def numbers_in(here: Position) -> list[int]:
    found = []
    for nation in here.now.nations:
        standing = [unit for unit in nation.places if unit is not None]
        found += [nation.power]
        found += [one for unit in (*standing, *nation.graveyard) for one in numbers_of(unit)]
    return found


@given(stages, seeds, st.integers(0, 150))
@settings(max_examples=60, deadline=None)
def test_nothing_leaves_the_range_and_replay_equals_play(
    stage: str, seed: bytes, plies: int
) -> None:
    here = match(stage, seed, plies)
    assert all(0 <= number <= CAP for number in numbers_in(here))
    again = progress.begin(progress.stage_start(CONTENT, stage))
    assert record.replay(again.now, here.moves) == here


@given(stages, seeds, st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_power_only_changes_hands_in_a_battle(stage: str, seed: bytes, plies: int) -> None:
    here = match(stage, seed, plies)
    moves = [move for move in ENGINE.legal_moves(ENGINE.view(here, Viewer.of(Seat(here.now.turn))))
             if move.kind == "battle"]  # fmt: skip
    for move in moves:
        world = World(here.now)
        take_action(world, move)
        before = [nation.power for nation in here.now.nations]
        after = [nation.power for nation in world.nations]
        assert sum(before) == sum(after)


@given(st.lists(st.sampled_from(sorted(CONTENT.states)), unique=True), st.sampled_from(PHASE_HOOKS))
@settings(max_examples=150, deadline=None)
def test_a_queue_of_triggers_ends(names: list[str], hook: str) -> None:
    """Whatever is held: each state of the queue triggers once for every hook it has there."""
    here = match("first-harvest", b"x", 0)
    log: list[Any] = []
    world = World(here.now, log)
    nation = world.own(world.turn)
    of_nation = [name for name in names if CONTENT.states[name].holder == "nation"]
    nation.states = tuple(fresh(CONTENT, name) for name in of_nation)
    held = sum(len(CONTENT.states[name].hooks.get(hook, ())) for name in of_nation)
    fire(world, hook)
    assert sum(event.kind == "triggered" for event in log) <= held


@given(stages, seeds, st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_undoing_leads_back_through_the_turn(stage: str, seed: bytes, plies: int) -> None:
    here = match(stage, seed, plies)
    for count in range(1, here.undoable + 1):
        before = record.undo(here, count)
        assert before.moves == here.moves[:-count]
        assert before.now.turn == here.now.turn
        seat, view = Seat(before.now.turn), ENGINE.view(before, Viewer.of(Seat(before.now.turn)))
        move = ENGINE.codec.load_move(here.moves[-count])
        ENGINE.check_move(view, move)
        assert (
            ENGINE.play(before, seat, move, Dice(seed, "")).position.moves
            == (here.moves[: len(here.moves) - count + 1])
        )


def test_what_cannot_be_taken_back() -> None:
    here = match("first-harvest", b"x", 0)
    after = ENGINE.play(here, Seat(0), Move("train"), Dice(b"", "")).position
    assert after.undoable == 0
    for count in (0, 1):
        with pytest.raises(ValueError, match="take back"):
            record.undo(after, count)

"""From one position to the next, back within a turn, and through a whole record."""

from __future__ import annotations

from engines.core.events import Event
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.nation.acting import act
from engines.nation.content_types import Content
from engines.nation.effects import new_unit
from engines.nation.ending import living, outcome_of
from engines.nation.holding import fresh
from engines.nation.moves import Move
from engines.nation.nations import Nation, Unit
from engines.nation.places import PLACES
from engines.nation.position import Position
from engines.nation.turns import begin_match, finish, is_decided, pass_on, put_out
from engines.nation.world import Snapshot, World

CONCEDED = "concede:"


def stage_start(content: Content, stage: str, log: list[Event] | None = None) -> Snapshot:
    """A stage from its start to the first decision."""
    terms = content.stages[stage]
    nations = tuple(
        Nation(
            id=f"npc{number}" if one.npc else "player",
            power=one.power,
            places=[_placed(content, one.places.get(letter)) for letter in PLACES],
            states=tuple(fresh(content, state) for state in one.states),
        )
        for number, one in enumerate(terms.starting, start=1)
    )
    world = World(Snapshot(content, stage, 1, 0, 0, False, nations), log)
    begin_match(world)
    return world.snapshot()


def _placed(content: Content, unit: str | None) -> Unit | None:
    return None if unit is None else new_unit(content, unit)


def begin(now: Snapshot) -> Position:
    """A position with a fresh history."""
    return Position(now, now, outcome=outcome_of(now))


def advance(position: Position, move: Move, log: list[Event] | None = None) -> Position:
    """Return the position after *move*, which is open."""
    world = World(position.now, log)
    act(world, move)
    now, moves = world.snapshot(), (*position.moves, str(move))
    began = len(moves) if move.ends_turn else position.turn_began
    return Position(now, position.first, moves, began, outcome_of(now))


def concede(position: Position, seats: frozenset[Seat], log: list[Event] | None = None) -> Position:
    """Return the position after *seats* dropped out; ValueError if they cannot.

    A match without its player, or without its last NPC nation, is over, and all who are left
    have won. An NPC nation that drops out in its own turn leaves the turn to the next one.
    """
    _check_concession(position, seats)
    world = World(position.now, log)
    for seat in sorted(seats):
        if not world.nations[seat].out:
            put_out(world, seat)
    is_over = is_decided(world)
    if is_over:
        finish(world)
    elif world.turn in seats:
        pass_on(world)
    now = world.snapshot()
    moves = (*position.moves, CONCEDED + "+".join(map(str, sorted(seats))))
    outcome = Outcome(Termination.CONCESSION, living(now)) if is_over else outcome_of(now)
    return Position(now, position.first, moves, len(moves), outcome)


def _check_concession(position: Position, seats: frozenset[Seat]) -> None:
    if position.outcome is not None:
        raise ValueError("the match is over")
    if not seats or not seats <= set(range(len(position.now.nations))):
        raise ValueError(f"not seats of this match: {sorted(seats)}")

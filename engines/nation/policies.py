"""Ways to play the player's seat that look no further than the action itself."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.dice import Dice
from engines.core.seats import Seat
from engines.nation.acting import take_action
from engines.nation.moves import Move
from engines.nation.passives import military_of
from engines.nation.rules_of_commands import carry_out
from engines.nation.rulings import open_actions, open_commands, sample_move
from engines.nation.view import NationView
from engines.nation.world import Snapshot, World

Policy = Callable[[Snapshot], Move]


def random_move(now: Snapshot, dice: Dice) -> Move:
    """Any open action."""
    return sample_move(NationView(now, Seat(now.turn), 0, None, 0, None), dice)


def greedy_move(now: Snapshot) -> Move:
    """Whatever brings most power at once; among equals most military."""
    here = _worth(World(now), now.turn)
    best = max(((_after(now, move), move) for move in open_commands(now)),
               key=lambda one: one[0], default=None)  # fmt: skip
    if best is not None and best[0] > here:
        return best[1]
    return max(open_actions(now), key=lambda move: _after(now, move))


def _after(now: Snapshot, move: Move) -> tuple[int, int]:
    world = World(now)
    if move.kind == "command":
        carry_out(world, world.content.commands[move.name], move.target)
    else:
        take_action(world, move)
    return _worth(world, now.turn)


def _worth(world: World, seat: int) -> tuple[int, int]:
    nation = world.nations[seat]
    return nation.power, military_of(world.content, nation)

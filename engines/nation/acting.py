"""What one action of the nation whose turn it is leads to."""

from __future__ import annotations

from engines.nation.battle import fight
from engines.nation.effects import apply
from engines.nation.holding import NATION, spend_trigger
from engines.nation.moves import Move
from engines.nation.passives import specials_of
from engines.nation.places import NUMBER
from engines.nation.rules_of_commands import carry_out, seat_of
from engines.nation.targeting import Cause
from engines.nation.training import train
from engines.nation.triggers import fire
from engines.nation.turns import end_turn
from engines.nation.world import World


def act(world: World, move: Move) -> None:
    """Let *move*, which is open, happen; an action of the action phase also ends the turn."""
    if move.kind == "command":
        if world.log is not None:
            world.tell("command", seat=world.turn, command=move.name, target=move.target or None)
        carry_out(world, world.content.commands[move.name], move.target)
    elif move.kind == "swap":
        swap(world, NUMBER[move.name], NUMBER[move.target])
    else:
        take_action(world, move)
        end_turn(world)


def swap(world: World, one: int, other: int) -> None:
    """Let two places change what stands there."""
    places = world.own(world.turn).places
    places[one], places[other] = places[other], places[one]
    world.tell("swapped", seat=world.turn, places=[one, other])


def take_action(world: World, move: Move) -> None:
    """The action phase alone (§5): a battle, training, or a special action."""
    fire(world, "domestic-end")
    fire(world, "action")
    if move.kind == "battle":
        fight(world, world.turn, seat_of(world.nations, move.name))
    elif move.kind == "train":
        world.tell("training", seat=world.turn)
        train(world, world.turn, range(8), world.content.training)
    else:
        _special(world, move.name)


def _special(world: World, name: str) -> None:
    """A special action; the state that grants it has triggered once."""
    seat = world.turn
    granted = specials_of(world.content, world.nations[seat])
    world.tell("special", seat=seat, special=name)
    apply(world, world.content.specials[name].effects, Cause(seat))
    if name in granted:
        spend_trigger(world, seat, NATION, granted[name])

"""Turns and rounds: phases, durations, who is out, and the end (§1, §5)."""

from __future__ import annotations

from engines.nation import happenings, holding
from engines.nation.passives import actions_of, military_of
from engines.nation.triggers import fire
from engines.nation.world import World


def begin_match(world: World) -> None:
    """From the start to the first decision of the first nation."""
    fire(world, "game-start")
    _begin_round(world)


def end_turn(world: World) -> None:
    """Close the turn, and open the next one; or the next round, or end the match (§5.4)."""
    fire(world, "turn-end")
    holding.pass_turn(world, world.turn)
    _bury_the_dead(world)
    world.tell("turn-ended", seat=world.turn, round=world.round)
    pass_on(world)


def pass_on(world: World) -> None:
    """Open the turn of the next living nation."""
    later = [seat for seat in world.living() if seat > world.turn]
    if later:
        _begin_turn(world, later[0])
    else:
        _end_round(world)


def _begin_round(world: World) -> None:
    world.turn = world.living()[0]
    world.tell("round-began", round=world.round)
    happenings.foretell(world)
    fire(world, "round-start")
    happenings.happen(world, "start")
    _begin_turn(world, world.turn)


def _begin_turn(world: World, seat: int) -> None:
    world.turn = seat
    nation = world.nations[seat]
    if nation.cooldowns:
        nation = world.own(seat)
        nation.cooldowns = {name: left - 1 for name, left in nation.cooldowns.items() if left > 1}
    world.actions = actions_of(world.content, nation)
    world.tell("turn-began", seat=seat, round=world.round, power=nation.power)
    fire(world, "turn-start")
    fire(world, "domestic-start")


def _end_round(world: World) -> None:
    """Round end: whoever has no power left is out (§1.4)."""
    fire(world, "round-end")
    happenings.happen(world, "end")
    for seat, nation in enumerate(world.nations):
        if not nation.out and nation.power <= 0:
            put_out(world, seat)
    if world.log is not None:
        world.tell(
            "round-ended",
            round=world.round,
            powers=[nation.power for nation in world.nations],
            military=[military_of(world.content, nation) for nation in world.nations],
        )
    if is_decided(world):
        finish(world)
    elif world.round >= world.content.stages[world.stage].rounds:
        fire(world, "game-end")
        _settle_tie(world)
        finish(world)
    else:
        world.round += 1
        _begin_round(world)


def put_out(world: World, seat: int) -> None:
    """Take a nation out of the match."""
    world.own(seat).out = True
    world.tell("eliminated", seat=seat, round=world.round)


def is_decided(world: World) -> bool:
    """Return whether the player is out, or the last NPC nation (§1.4)."""
    living = world.living()
    return world.player not in living or living == [world.player]


def finish(world: World) -> None:
    """The match is over."""
    world.over = True
    world.actions = 0


def _settle_tie(world: World) -> None:
    """Among equals the earliest in turn order gets one more (§1.3)."""
    most = max(world.nations[seat].power for seat in world.living())
    leaders = [seat for seat in world.living() if world.nations[seat].power == most]
    if len(leaders) > 1:
        world.set_power(leaders[0], most + 1)


def _bury_the_dead(world: World) -> None:
    """Whoever has no HP left for another reason than an attack (§6.6)."""
    for seat, nation in enumerate(world.nations):
        for place, unit in enumerate(nation.places):
            if unit is not None and not unit.hp:
                world.bury(seat, place)

"""When a command can be given, and what it does (§4)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.nation.content_types import Command, Content
from engines.nation.effects import apply
from engines.nation.nations import Nation
from engines.nation.numbers import WHOLE
from engines.nation.passives import opened_by_states
from engines.nation.places import NUMBER, PLACES
from engines.nation.targeting import Cause
from engines.nation.world import Snapshot, World


def commands_of(now: Snapshot, seat: int) -> tuple[str, ...]:
    """Return the commands that *seat* has in this stage."""
    if seat == now.player:
        own = now.terms.commands or now.content.commands_in[now.stage]
    else:
        own = now.content.npcs[now.terms.starting[seat].npc].commands
    more = opened_by_states(now.content, now.nations[seat])
    return (*own, *(name for name in more if name not in own)) if more else own


def why_not(now: Snapshot, seat: int, command: Command) -> str | None:
    """Return why *seat* cannot give *command* at whatever target; None if it can (§4.2)."""
    nation = now.nations[seat]
    if now.actions <= 0:
        return "no-actions-left"
    if command.id in nation.cooldowns:
        return "cooling-down"
    if nation.power < command.cost:
        return "not-enough-power"
    if command.rooms and sum(unit is None for unit in nation.places) < command.rooms:
        return "no-place-free"
    if command.revives and not nation.graveyard:
        return "graveyard-empty"
    if command.target != "none" and not any(True for _ in targets_of(now, seat, command)):
        return "no-target"
    return None


def targets_of(now: Snapshot, seat: int, command: Command) -> Iterator[str]:
    """Yield the targets *command* can be aimed at; one empty text if it needs none."""
    if command.target == "none":
        yield ""
    elif command.target == "unit":
        yield from (PLACES[place] for place in now.nations[seat].living_places)
    else:
        yield from (
            nation.id
            for other, nation in enumerate(now.nations)
            if other != seat and not nation.out
        )


def why_not_at(now: Snapshot, seat: int, command: Command, target: str) -> str | None:
    """Return why *command* cannot be aimed at *target*; None if it can."""
    if target in targets_of(now, seat, command):
        return None
    if command.target == "none":
        return "needs-no-target"
    return "target-missing" if not target else "not-a-target"


def seat_of(nations: list[Nation] | tuple[Nation, ...], name: str) -> int:
    """Return the seat of the nation with that id; -1 if there is none."""
    for seat, nation in enumerate(nations):
        if nation.id == name:
            return seat
    return -1


def carry_out(world: World, command: Command, target: str) -> None:
    """Let the nation whose turn it is pay for *command* and have what it does (§4.3)."""
    seat = world.turn
    nation = world.own(seat)
    world.actions -= 1
    if command.cooldown:
        nation.cooldowns[command.id] = command.cooldown
    if command.cost:
        world.set_power(seat, nation.power - command.cost)
    place = NUMBER.get(target, -1)
    foe = seat_of(world.nations, target) if target and place < 0 else -1
    apply(world, command.effects, Cause(seat, foe, place))


def score(content: Content, power: int, military: int, ratio: int) -> int:
    """Return what an NPC of that *ratio* thinks of itself, in thousandths (§10.2)."""
    return (WHOLE - ratio) * power + ratio * military

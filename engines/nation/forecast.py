"""What an action would do, told before it is taken: from what everybody sees, and exactly."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.nation.acting import act, take_action
from engines.nation.moves import Move
from engines.nation.nations import Nation
from engines.nation.passives import actions_of, military_of
from engines.nation.rules_of_commands import commands_of, targets_of, why_not
from engines.nation.rulings import check_move
from engines.nation.view import NationView
from engines.nation.world import Snapshot, World


@dataclass(frozen=True, slots=True)
class Change:
    """The change of one nation: each pair is before and after."""

    seat: int
    id: str
    power: tuple[int, int]
    military: tuple[int, int]
    fallen: int
    """How many of its units fall, or will at the turn's end."""

    @property
    def is_none(self) -> bool:
        """True if nothing of it changes."""
        return self.power[0] == self.power[1] and self.military[0] == self.military[1]

    def as_json(self) -> JsonObject:
        """Return the change as JSON."""
        return {
            "seat": self.seat,
            "id": self.id,
            "power": list(self.power),
            "military": list(self.military),
            "fallen": self.fallen,
        }


@dataclass(frozen=True, slots=True)
class Forecast:
    """The effects of an action up to the end of its phase; turn ends are not looked at."""

    changes: tuple[Change, ...]
    """By seat, every nation."""
    actions: tuple[int, int]
    """Commands left, before and after."""
    events: tuple[Event, ...]
    """Step by step: of a battle, what a page can play."""

    def of(self, seat: int) -> Change:
        """Return what becomes of the nation in *seat*."""
        return self.changes[seat]


def forecast(view: NationView, move: Move) -> Forecast:
    """Return what *move* would do now; IllegalMove if it is not open to the viewer."""
    check_move(view, move)
    log: list[Event] = []
    world = World(view.now, log)
    if move.ends_turn:
        take_action(world, move)
    else:
        act(world, move)
    actions = (view.now.actions, 0 if move.ends_turn else world.actions)
    return Forecast(_changes(view.now, world), actions, tuple(log))


def _changes(before: Snapshot, after: World) -> tuple[Change, ...]:
    content = before.content
    return tuple(
        Change(
            seat,
            was.id,
            (was.power, now.power),
            (military_of(content, was), military_of(content, now)),
            max(_dead(now) - _dead(was), 0),
        )
        for seat, (was, now) in enumerate(zip(before.nations, after.nations, strict=True))
    )


def _dead(nation: Nation) -> int:
    """Return who is in the graveyard, or will be."""
    standing = sum(unit is not None and not unit.hp for unit in nation.places)
    return len(nation.graveyard) + standing


@dataclass(frozen=True, slots=True)
class CommandOffer:
    """A command as the viewing seat has it."""

    command: str
    why_not: str | None
    """The code of why it cannot be given now (of `rulings.ILLEGAL_CODES`); None if it can."""
    cooldown: int
    """Own turns until it can be used again; 0: at once."""
    targets: tuple[str, ...]
    """What it can be aimed at; one empty text where it needs no target."""


def offers(view: NationView) -> tuple[CommandOffer, ...]:
    """Return every command of the viewing seat, usable or not; none for a bystander."""
    if view.seat is None:
        return ()
    return tuple(_offer(view, view.seat, name) for name in commands_of(view.now, view.seat))


def _offer(view: NationView, seat: int, name: str) -> CommandOffer:
    now = view.now
    command = now.content.commands[name]
    if view.outcome is not None:
        code: str | None = "over"
    elif seat != now.turn:
        code = "not-your-turn"
    else:
        code = why_not(now, seat, command)
    left = now.nations[seat].cooldowns.get(name, 0)
    return CommandOffer(name, code, left, tuple(targets_of(now, seat, command)))


def commands_a_turn(view: NationView, seat: int) -> int:
    """Return how many commands the nation in *seat* has in a turn, as its states are now."""
    return actions_of(view.now.content, view.now.nations[seat])

"""The text of a position: one JSON object (§9.1)."""

from __future__ import annotations

import json

from engines.core.jsontypes import Json, JsonObject
from engines.nation.content_types import Content
from engines.nation.library import Library
from engines.nation.nations import HeldState, Nation, Unit
from engines.nation.places import PLACES
from engines.nation.text_fields import Fields, parsed
from engines.nation.turns import is_decided
from engines.nation.world import Snapshot, World

LONGEST = 1_000_000


def dump_snapshot(now: Snapshot) -> JsonObject:
    """Return the object that a position text is."""
    return {
        "stage": now.stage,
        "content": now.content.version,
        "round": now.round,
        "turn": now.turn,
        "actions": now.actions,
        "over": now.over,
        "nations": [_dump_nation(nation) for nation in now.nations],
    }


def write_text(now: Snapshot) -> str:
    """Return the text, in one line without blanks."""
    return json.dumps(dump_snapshot(now), separators=(",", ":"))


def _dump_nation(nation: Nation) -> JsonObject:
    return {
        "id": nation.id,
        "power": nation.power,
        "out": nation.out,
        "places": {
            letter: None if unit is None else dump_unit(unit)
            for letter, unit in zip(PLACES, nation.places, strict=True)
        },
        "graveyard": [_dump_fallen(unit) for unit in nation.graveyard],
        "states": [_dump_state(held) for held in nation.states],
        "cooldowns": dict(sorted(nation.cooldowns.items())),
    }


def dump_unit(unit: Unit) -> JsonObject:
    """A unit as position texts have it."""
    return {
        "unit": unit.unit,
        "max_hp": unit.max_hp,
        "hp": unit.hp,
        "attack": unit.attack,
        "skill": unit.skill,
        "states": [_dump_state(held) for held in unit.states],
    }


def _dump_fallen(unit: Unit) -> JsonObject:
    return {**dump_unit(unit), "fell": unit.fell} if unit.fell else dump_unit(unit)


def _dump_state(held: HeldState) -> dict[str, Json]:
    return held._asdict()


def read_text(library: Library, text: str) -> Snapshot:
    """The snapshot of a text, in whatever order and spacing; ValueError if it is not consistent."""
    if len(text) > LONGEST:
        raise ValueError("too long for a position")
    fields = Fields(parsed(text), "position")
    content = library.version(fields.number("content", 1))
    stage = fields.word("stage", content.stages)
    starting = content.stages[stage].starting
    over = fields.flag("over")
    now = Snapshot(
        content,
        stage,
        fields.number("round", 1, content.stages[stage].rounds),
        fields.number("turn", 0, len(starting) - 1),
        fields.number("actions", 0, 99),
        over,
        tuple(_nation(one, content) for one in fields.objects("nations")),
    )
    fields.finish()
    _check(now, len(starting))
    return now


def _nation(fields: Fields, content: Content) -> Nation:
    places = fields.fields("places")
    nation = Nation(
        id=fields.text("id"),
        power=fields.number("power", 0),
        out=fields.flag("out"),
        places=[
            None if places.is_null(letter) else _unit(places.fields(letter), content)
            for letter in PLACES
        ],
        graveyard=tuple(_fallen(one, content) for one in fields.objects("graveyard")),
        states=_states(fields, content, "nation"),
        cooldowns=_cooldowns(fields, content),
    )
    places.finish()
    fields.finish()
    return nation


def _cooldowns(fields: Fields, content: Content) -> dict[str, int]:
    inner = fields.fields("cooldowns")
    found = {
        inner.known(name, content.commands): inner.number(name, 1, 99) for name in inner.names()
    }
    inner.finish()
    return found


def _fallen(fields: Fields, content: Content) -> Unit:
    fell = 0
    if content.dated_graves and "fell" in fields.names():
        fell = fields.number("fell", 1, 99)
    return _unit(fields, content)._replace(fell=fell)


def _unit(fields: Fields, content: Content) -> Unit:
    max_hp = fields.number("max_hp", 1)
    unit = Unit(
        unit=fields.word("unit", content.units),
        max_hp=max_hp,
        hp=fields.number("hp", 0, max_hp),
        attack=fields.number("attack", 0),
        skill=fields.word("skill", content.skills),
        states=_states(fields, content, "unit"),
    )
    fields.finish()
    return unit


def _states(fields: Fields, content: Content, holder: str) -> tuple[HeldState, ...]:
    found: list[HeldState] = []
    for one in fields.objects("states"):
        state = one.word("state", content.states)
        kind = content.states[state]
        held = HeldState(
            state,
            one.number("stacks", 1, kind.stacks),
            one.maybe("turns"),
            one.maybe("triggers"),
        )
        one.finish()
        if kind.holder != holder or any(other.state == state for other in found):
            raise ValueError(f"a {holder} cannot have such a state, or has it twice")
        if any(_clash(content, held, other) for other in found):
            raise ValueError("states that cannot stand side by side")
        found.append(held)
    return tuple(found)


def _clash(content: Content, one: HeldState, other: HeldState) -> bool:
    """Return whether whichever of the two came later would have ended the other, or been kept
    off."""
    first, second = content.states[one.state], content.states[other.state]
    return one.state in second.excludes and other.state in first.excludes


def _check(now: Snapshot, seats: int) -> None:
    """ValueError unless the nations are those of the stage, and the match is where it can be."""
    ids = [f"npc{number}" for number in range(1, seats)] + ["player"]
    if [nation.id for nation in now.nations] != ids:
        raise ValueError(f"this stage has the nations {', '.join(ids)}")
    decided = is_decided(World(now))
    if now.over:
        _check_end(now, decided=decided)
    elif decided:
        raise ValueError("nobody is left to play against, and it is not over")
    elif now.nations[now.turn].out:
        raise ValueError("a nation that is out has the turn")


def _check_end(now: Snapshot, *, decided: bool) -> None:
    if not decided and now.round < now.terms.rounds:
        raise ValueError("over before the last round, and nobody is out")
    if now.actions:
        raise ValueError("nobody acts when it is over")

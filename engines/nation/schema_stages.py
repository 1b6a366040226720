"""Reading the stages."""

from __future__ import annotations

from engines.nation.content_types import Condition, Hint, Stage, StageEvent, StartingNation
from engines.nation.places import PLACES
from engines.nation.schema_effects import read_effects
from engines.nation.schema_fields import ID, Entry

MOST_NPCS = 11
MOST_EVENTS = 30
PLAYER = "player"
REACH = ("self", "front", "bench", "units")
"""Whom the effects of an event reach, of each nation that it happens to."""


def read_stage(name: str, entry: Entry) -> Stage:
    """Return the stage of one entry of ``stages.toml``; ContentError."""
    rounds = entry.number("rounds", None, 1, 99)
    npcs = [_starting_nation(one, is_npc=True) for one in entry.tables("npcs")]
    if not 1 <= len(npcs) <= MOST_NPCS:
        raise entry.fail("npcs", f"must be 1 to {MOST_NPCS} nations")
    return Stage(
        name,
        entry.words("name"),
        entry.words("flavour"),
        chapter=entry.number("chapter", None, 1, 3),
        rounds=rounds,
        starting=(*npcs, _starting_nation(entry.table("player"), is_npc=False)),
        requires=entry.ids("requires"),
        unlocks=entry.ids("unlocks"),
        hints=tuple(_hint(one, rounds) for one in entry.tables("hints")),
        events=_events(entry, rounds, len(npcs)),
        medals=_medals(entry),
    )


def _medals(entry: Entry) -> tuple[int, ...]:
    found = entry.numbers("medals", 1, 1_000_000) if entry.has("medals") else ()
    if len(found) not in (0, 3):
        raise entry.fail("medals", "must be three leads: for bronze, silver and gold")
    return found


def _events(entry: Entry, rounds: int, npcs: int) -> tuple[StageEvent, ...]:
    nations = (*(f"npc{number}" for number in range(1, npcs + 1)), PLAYER)
    found = tuple(_event(one, rounds, nations) for one in entry.tables("events"))
    if len(found) > MOST_EVENTS or len({one.id for one in found}) < len(found):
        raise entry.fail("events", f"must be at most {MOST_EVENTS}, each with an id of its own")
    return found


def _event(entry: Entry, rounds: int, nations: tuple[str, ...]) -> StageEvent:
    name = entry.text("id")
    if ID.fullmatch(name) is None or len(name) > 24:
        raise entry.fail("id", "must be small letters and hyphens")
    event = StageEvent(
        name,
        entry.words("name"),
        entry.words("flavour"),
        rounds=entry.numbers("rounds", 2, rounds),
        at=entry.choice("at", ("start", "end"), "start"),
        to=_whom(entry, nations),
        when=_condition(entry.table("when"), nations) if entry.has("when") else None,
        effects=read_effects(entry, "effects", REACH),
    )
    if not event.effects:
        raise entry.fail("effects", "is missing")
    entry.finish()
    return event


def _whom(entry: Entry, nations: tuple[str, ...]) -> tuple[str, ...]:
    to = entry.choice("to", (*nations, "rivals", "all"), PLAYER)
    return {"all": nations, "rivals": nations[:-1]}.get(to, (to,))


def _condition(entry: Entry, nations: tuple[str, ...]) -> Condition:
    if not entry.any():
        raise entry.fail("nation", "or anything else to hold is missing")
    found = Condition(
        nation=entry.choice("nation", nations, PLAYER),
        least_power=entry.maybe("power-from"),
        most_power=entry.maybe("power-to"),
        least_military=entry.maybe("military-from"),
        most_military=entry.maybe("military-to"),
        out=entry.choice("out", nations) if entry.has("out") else "",
        command=entry.text("command", ""),
    )
    entry.finish()
    return found


def _starting_nation(entry: Entry, *, is_npc: bool) -> StartingNation:
    places = entry.table("places")
    for letter in places.fields():
        if letter not in tuple(PLACES):
            raise places.fail(letter, f"is no place; there are {' '.join(PLACES)}")
    nation = StartingNation(
        npc=entry.text("npc") if is_npc else "",
        power=entry.number("power", None, 1),
        places={letter: places.text(letter) for letter in PLACES if places.has(letter)},
        states=entry.ids("states"),
    )
    entry.finish()
    return nation


def _hint(entry: Entry, rounds: int) -> Hint:
    hint = Hint(entry.number("round", None, 1, rounds), entry.words("text"))
    entry.finish()
    return hint

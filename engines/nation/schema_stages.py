"""Reading the stages."""

from __future__ import annotations

from engines.nation.content_types import Hint, Opening, Stage
from engines.nation.places import PLACES
from engines.nation.schema_fields import Entry

MOST_NPCS = 11


def read_stage(name: str, entry: Entry) -> Stage:
    """The stage of one entry of ``stages.toml``; ContentError."""
    rounds = entry.number("rounds", None, 1, 99)
    npcs = [_opening(one, is_npc=True) for one in entry.tables("npcs")]
    if not 1 <= len(npcs) <= MOST_NPCS:
        raise entry.fail("npcs", f"must be 1 to {MOST_NPCS} nations")
    return Stage(
        name,
        entry.words("name"),
        entry.words("flavour"),
        chapter=entry.number("chapter", None, 1, 3),
        rounds=rounds,
        openings=(*npcs, _opening(entry.table("player"), is_npc=False)),
        requires=entry.ids("requires"),
        unlocks=entry.ids("unlocks"),
        hints=tuple(_hint(one, rounds) for one in entry.tables("hints")),
    )


def _opening(entry: Entry, *, is_npc: bool) -> Opening:
    places = entry.table("places")
    for letter in places.fields():
        if letter not in tuple(PLACES):
            raise places.fail(letter, f"is no place; there are {' '.join(PLACES)}")
    opening = Opening(
        npc=entry.text("npc") if is_npc else "",
        power=entry.number("power", None, 1),
        places={letter: places.text(letter) for letter in PLACES if places.has(letter)},
        states=entry.ids("states"),
    )
    entry.finish()
    return opening


def _hint(entry: Entry, rounds: int) -> Hint:
    hint = Hint(entry.number("round", None, 1, rounds), entry.words("text"))
    entry.finish()
    return hint

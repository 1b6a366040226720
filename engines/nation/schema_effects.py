"""Reading effects: what each kind needs, may have, and may reach."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from engines.nation.content_types import Effect
from engines.nation.numbers import WHOLE
from engines.nation.schema_fields import Entry
from engines.nation.vocabulary import COUNTS, NATIONS, OUT_OF_BATTLE, STATS, TONES, UNITS


class Shape(NamedTuple):
    """The form of an effect of one kind."""

    on: tuple[str, ...]
    """Whom it may reach."""
    amount: bool = False
    """Whether it takes `rate` and `add`, at least one of them."""
    signed: bool = False
    """Whether these may be below 0."""


SHAPES = {
    "power": Shape(NATIONS, amount=True, signed=True),
    "steal": Shape(("foe", "rivals"), amount=True),
    "hire": Shape(("self",)),
    "revive": Shape(("self",), amount=True),
    "grant": Shape(NATIONS + UNITS),
    "dispel": Shape(NATIONS + UNITS),
    "stat": Shape(UNITS, amount=True, signed=True),
    "heal": Shape(UNITS, amount=True),
    "damage": Shape(UNITS, amount=True),
    "skill": Shape(UNITS),
    "train": Shape(UNITS, amount=True),
    "actions": Shape(("self",), amount=True, signed=True),
}
COUNTED = ("power", "stat", "heal")
"""Effects whose addition can be counted for something."""
MOST_EFFECTS = 12
LARGEST = 1_000_000
"""Neither a rate nor an addition goes beyond this."""


def read_effects(
    entry: Entry,
    field: str,
    reach: Collection[str],
    *,
    in_battle: bool = False,
) -> tuple[Effect, ...]:
    """Return the effects in *field*, which may reach *reach*; ContentError."""
    tables = entry.tables(field)
    if len(tables) > MOST_EFFECTS:
        raise entry.fail(field, f"must be at most {MOST_EFFECTS}")
    return tuple(_effect(one, reach, in_battle=in_battle) for one in tables)


def _effect(entry: Entry, reach: Collection[str], *, in_battle: bool) -> Effect:
    do = entry.choice("do", SHAPES)
    if in_battle and do in OUT_OF_BATTLE:
        raise entry.fail("do", f"{do} cannot happen in a battle")
    shape = SHAPES[do]
    on = entry.choice("on", [word for word in shape.on if word in reach], "self")
    rate, add = _amount(entry, shape)
    effect = Effect(
        do=do,
        on=on,
        rate=rate,
        add=add,
        per=entry.choice("per", COUNTS) if do in COUNTED and entry.has("per") else "",
        **_object(entry, do),
    )
    entry.finish()
    return effect


def _object(entry: Entry, do: str) -> dict[str, Any]:
    """Return what an effect is done with: a unit, a state, a figure, a skill."""
    match do:
        case "hire":
            return {"unit": entry.text("unit")}
        case "grant":
            return {"state": entry.text("state"), "stacks": entry.number("stacks", 1, 1, 99)}
        case "dispel" if entry.has("state"):
            return {"state": entry.text("state")}
        case "dispel":
            return {"tone": entry.choice("tone", TONES)}
        case "stat":
            return {"stat": entry.choice("stat", STATS)}
        case "skill":
            return {"skill": entry.text("skill")}
        case _:
            return {}


def _amount(entry: Entry, shape: Shape) -> tuple[int, int]:
    if not shape.amount:
        return 0, 0
    if not entry.has("rate") and not entry.has("add"):
        raise entry.fail("rate", "or add is missing")
    least = -LARGEST if shape.signed else 0
    if entry.take("do") == "actions" and entry.has("add"):
        return 0, entry.number("add", None, -9, 9)
    rate = entry.number("rate", 0, max(least, -WHOLE), LARGEST)
    return rate, entry.number("add", 0, least, LARGEST)

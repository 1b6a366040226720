"""Reading the states."""

from __future__ import annotations

from engines.nation.content_types import Hook, Passive, StateKind
from engines.nation.schema_effects import read_effects
from engines.nation.schema_fields import Entry
from engines.nation.vocabulary import (
    ATTACK_HOOKS,
    BATTLE_HOOKS,
    HOOKS,
    NATIONS,
    SIDES,
    TONES,
    TURNS_OF,
    UNITS,
)

MOST_ROUNDS = 99
MOST_HOOKS = 12


def read_state(name: str, entry: Entry) -> StateKind:
    """Return the state of one entry of ``states.toml``; ContentError."""
    holder = entry.choice("holder", ("nation", "unit"))
    return StateKind(
        name,
        entry.words("name"),
        entry.words("flavour"),
        icon=entry.text("icon"),
        tone=entry.choice("tone", TONES),
        holder=holder,
        turns=entry.maybe("turns", 1, MOST_ROUNDS),
        triggers=entry.maybe("triggers", 1, 99),
        stacks=entry.number("stacks", 1, 1, 99),
        excludes=frozenset(entry.ids("excludes")),
        blocks=frozenset(entry.ids("blocks")),
        passive=_passive(entry.table("passive")),
        hooks=_hooks(entry, holder),
    )


def _passive(entry: Entry) -> Passive:
    passive = Passive(
        attack=entry.number("attack", 0, -1000, 10_000),
        training=entry.number("training", 0, -1000, 10_000),
        military=entry.number("military", 0, -1000, 10_000),
        actions=entry.number("actions", 0, -9, 9),
        priority=entry.number("priority", 0, -9, 9),
        ratio=entry.maybe("ratio", 0, 1000),
        war=entry.maybe("war", 0, 1_000_000),
        special=entry.text("special", ""),
        commands=entry.ids("commands"),
    )
    entry.finish()
    return passive


def _hooks(entry: Entry, holder: str) -> dict[str, tuple[Hook, ...]]:
    found: dict[str, tuple[Hook, ...]] = {}
    tables = entry.tables("hooks")
    if len(tables) > MOST_HOOKS:
        raise entry.fail("hooks", f"must be at most {MOST_HOOKS}")
    for one in tables:
        hook = _hook(one, holder)
        found[hook.on] = (*found.get(hook.on, ()), hook)
    return found


def _hook(entry: Entry, holder: str) -> Hook:
    on = entry.choice("on", HOOKS)
    fights = on in BATTLE_HOOKS + ATTACK_HOOKS
    hook = Hook(
        on=on,
        whose=entry.choice("whose", TURNS_OF, "own"),
        role=entry.choice("role", SIDES, "any"),
        first=entry.number("first", 1, 1, MOST_ROUNDS),
        last=entry.number("last", MOST_ROUNDS, 1, MOST_ROUNDS),
        effects=read_effects(entry, "effects", _reach(on, holder, fights=fights), in_battle=fights),
    )
    if fights and entry.has("whose"):
        raise entry.fail("whose", "a battle is fought in anybody's turn: say role")
    if not fights and entry.has("role"):
        raise entry.fail("role", "there are roles in battles only")
    if not hook.effects:
        raise entry.fail("effects", "is missing")
    entry.finish()
    return hook


def _reach(on: str, holder: str, *, fights: bool) -> tuple[str, ...]:
    words = [*NATIONS, *UNITS]
    if holder == "nation" and on not in ATTACK_HOOKS:
        words.remove("unit")
    if on not in ATTACK_HOOKS:
        words.remove("hit")
    if not fights:
        words = [word for word in words if not word.startswith("foe")]
    return tuple(words)

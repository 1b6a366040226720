"""Small positions for the tests, and what comes of them."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Transition
from engines.core.seats import Seat, Viewer
from engines.nation.engine import ENGINE, NationEngine
from engines.nation.library import Library
from engines.nation.nations import Nation, Unit
from engines.nation.places import NUMBER, PLACES
from engines.nation.position import Position
from engines.nation.schema import FILES, read_content

DUEL = "first-harvest"
"""A stage of one NPC nation and six rounds."""
TRIO = "three-banners"
"""A stage of two NPC nations."""

FOLDER = resources.files("engines.nation") / "content" / "v1"
SHIPPED = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in FILES}

LETTERS = {"I": "infantry", "A": "archer", "K": "knight"}
NUMBERS = {"I": (100, 100, 50, "slash"), "A": (80, 80, 60, "volley"), "K": (120, 120, 70, "charge")}


def unit(letter: str, **changes: Any) -> dict[str, Any]:
    """One of the three units of the rules page, as texts have it."""
    max_hp, hp, attack, skill = NUMBERS[letter]
    return {"unit": LETTERS[letter], "max_hp": max_hp, "hp": hp, "attack": attack,
            "skill": skill, "states": [], **changes}  # fmt: skip


def state(name: str, stacks: int = 1, turns: int | None = None, triggers: int | None = None) -> Any:
    return {"state": name, "stacks": stacks, "turns": turns, "triggers": triggers}


def nation(name: str, places: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """A nation as texts have it; *places* are units, or their letters."""
    found = {letter: (places or {}).get(letter) for letter in PLACES}
    units = {at: unit(one) if isinstance(one, str) else one for at, one in found.items()}
    return {"id": name, "power": 1000, "out": False, "places": units, "graveyard": [],
            "states": [], "cooldowns": {}, **changes}  # fmt: skip


def text(*nations: dict[str, Any], stage: str = DUEL, **changes: Any) -> str:
    """A position text; it is the player's turn in round 1 unless said otherwise."""
    return json.dumps(
        {"stage": stage, "content": 1, "round": 1, "turn": len(nations) - 1, "actions": 3,
         "over": False, "nations": list(nations), **changes}
    )  # fmt: skip


def board(
    *nations: dict[str, Any], stage: str = DUEL, engine: NationEngine = ENGINE, **changes: Any
) -> Position:
    return engine.codec.read(text(*nations, stage=stage, **changes))


def play(here: Position, *moves: str) -> Transition[Position]:
    """The last step of *moves* by whoever has the turn, each checked to be open."""
    step = Transition(here)
    for one in moves:
        seat = Seat(step.position.now.turn)
        move = ENGINE.codec.load_move(one)
        ENGINE.check_move(ENGINE.view(step.position, Viewer.of(seat)), move)
        step = ENGINE.play(step.position, seat, move, Dice(b"", "1"))
    return step


def player(here: Position) -> Nation:
    return here.now.nations[-1]


def at(one: Nation, letter: str) -> Unit:
    found = one.places[NUMBER[letter]]
    assert found is not None
    return found


def hp(one: Nation, letters: str = "FMB") -> list[int | None]:
    """The HP at those places; None where nobody stands."""
    return [None if (found := one.places[NUMBER[at]]) is None else found.hp for at in letters]


def powers(here: Position) -> list[int]:
    return [one.power for one in here.now.nations]


def facts_of(step: Transition[Position], kind: str) -> list[Any]:
    """The public facts of the events of that kind."""
    return [event.public for event in step.events if event.kind == kind]


def engine_with(**files: dict[str, Any]) -> NationEngine:
    """The engine with entries added to the shipped content; names and flavour need not be given."""
    found = copy.deepcopy(SHIPPED)
    for name, entries in files.items():
        for one, entry in entries.items():
            words = {"en": one.capitalize(), "ja": "試"}
            plain = {} if name == "rules" else {"name": words, "flavour": words}
            if name == "rules":
                found[name][one] = entry
            else:
                found[name][one] = {**plain, **found[name].get(one, {}), **entry}
    return NationEngine(Library(read_content(1, found)))


def with_state(name: str = "tested", **entry: Any) -> NationEngine:
    """The engine with one more state of nations."""
    plain = {"icon": "試", "tone": "good", "holder": "nation"}
    return engine_with(states={name: {**plain, **entry}})

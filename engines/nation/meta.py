"""What the lobby needs to know of Nation."""

from __future__ import annotations

import re
from dataclasses import replace

from engines.core.engine import GameMeta

STAGES = {
    "first-harvest": 1,
    "abbey-lands": 1,
    "three-banners": 2,
    "market-towns": 2,
    "old-walls": 1,
    "marsh-roads": 2,
    "four-winds": 3,
    "free-ports": 2,
    "silent-garden": 3,
    "sleeping-giant": 3,
    "heart-of-the-map": 4,
    "dragon-throne": 4,
}
"""Every stage in campaign order, with the number of its NPC nations; content says the same."""

MOST_RIVALS = 11
OWN = re.compile(r"own-([1-9]|1[01])-([a-z][a-z0-9-]{0,19})-([0-9a-f]{12})")
"""A stage of an operator: its NPC nations, what it is called there, and a digest of what it is."""

ROUNDS_OF_SKIRMISH = (5, 40)
SKIRMISH = re.compile(
    r"skirmish-([1-9]|1[01])-([5-9]|[123][0-9]|40)-(poor|even|rich)-(easy|fair|hard|cruel)"
    r"-([a-z0-9]{1,10})"
)
"""A skirmish: its NPC nations, rounds, start and difficulty, and the seed of its map."""
DAILY = re.compile(r"daily-([1-9]|1[01])-(\d{8})-([a-z0-9]{10})")
"""The stage of a day: its NPC nations, the date, and its seed."""

PLAYER = "Player"


def seats_of(npcs: int) -> tuple[str, ...]:
    """Return the seats' names: the NPC nations sit in the first ones, the player in the last."""
    return (*(f"Rival {number}" for number in range(1, npcs + 1)), PLAYER)


def seats_of_made(stage: str) -> tuple[str, ...] | None:
    """Return the seats of a stage that its name tells all about; None if it is no such name."""
    found = OWN.fullmatch(stage) or SKIRMISH.fullmatch(stage) or DAILY.fullmatch(stage)
    return seats_of(int(found[1])) if found else None


META_1 = GameMeta(
    slug="nation",
    name="Nation",
    seats=("Rival 1", PLAYER),
    rules_version=1,
    options={"stage": tuple(STAGES)},
    bot_levels=("npc",),
    solo=True,
    seats_by=("stage", {stage: seats_of(npcs) for stage, npcs in STAGES.items()}),
)

META_2 = replace(META_1, rules_version=2, more_seats=seats_of_made)
"""With events, neighbours that rearrange their front, and graves that say since when."""

META = replace(META_2, rules_version=3)
"""The same rules, with stages that are balanced anew."""

"""What the lobby needs to know of Nation."""

from __future__ import annotations

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

PLAYER = "Player"

META_1 = GameMeta(
    slug="nation",
    name="Nation",
    seats=("Rival 1", PLAYER),
    rules_version=1,
    options={"stage": tuple(STAGES)},
    bot_levels=("npc",),
    solo=True,
    seats_by=(
        "stage",
        {
            stage: (*(f"Rival {number}" for number in range(1, npcs + 1)), PLAYER)
            for stage, npcs in STAGES.items()
        },
    ),
)
"""The NPC nations sit in the first seats, the player in the last."""

META = replace(META_1, rules_version=2)
"""With events, neighbours that rearrange their front, and graves that say since when."""

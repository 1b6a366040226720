"""What the lobby needs to know of Xiongqi."""

from __future__ import annotations

from engines.core.engine import GameMeta

META = GameMeta(
    slug="xiongqi",
    name="Xiongqi",
    seats=("South", "North"),
    rules_version=1,
    bot_levels=("easy", "medium", "medium-bold", "strong", "strong-firm"),
    begins_anywhere=True,
)

"""What the lobby needs to know of Seichu Shogi."""

from __future__ import annotations

from engines.core.engine import GameMeta

META = GameMeta(
    slug="seichu",
    name="Seichu Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("KRBGSNLP"),
    bot_levels=("easy",),
)

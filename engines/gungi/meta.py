"""What the lobby needs to know of Gungi."""

from __future__ import annotations

from engines.core.engine import GameMeta

RULE_SETS = ("guide", "intro", "beginner", "intermediate", "advanced")
"""The values of the option ``rules``, the default first."""

META = GameMeta(
    slug="gungi",
    name="Gungi",
    seats=("Black", "White"),
    rules_version=1,
    options={"rules": RULE_SETS},
    bot_levels=("easy", "medium", "medium-bold", "strong", "strong-firm"),
    begins_anywhere=True,
)

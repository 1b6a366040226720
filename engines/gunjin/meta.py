"""What the lobby needs to know of Gunjin Shogi."""

from __future__ import annotations

from engines.core.engine import GameMeta

META = GameMeta(
    slug="gunjin",
    name="Gunjin Shogi",
    seats=("South", "North"),
    rules_version=1,
    hides_information=True,
    kinds=tuple("GLMCKJABDPTHESXF"),
    bot_levels=("easy",),
)

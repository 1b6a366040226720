"""What the front door shows of Gunjin Shogi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=(
        "setup:ATBDEBTHPEPXAFGDCJMXLSK",
        "setup:AMBFJATBPCTXXEKPHSLGDDE",
        *("g3g4", "g4g3"),
    ),
    idea=_(
        "You cannot see the enemy's ranks. One of them has beaten your tank and crossed the "
        "bridge. Your general on g2 is stronger than almost everything: strike back."
    ),
)

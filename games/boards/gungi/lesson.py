"""What the front door shows of Gungi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=("d3d4", "i7i6"),
    idea=_(
        "Pieces can stand on each other: a piece on a tower reaches further. "
        "Move the archer or a soldier onto one of your own pieces."
    ),
)

"""What the front door shows of Seichu Shogi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=("setup:GSRP/KBNL", "setup:PBPG/KLRN"),
    idea=_(
        "Nobody sees what the other side's pieces are. Move one: your opponent may believe "
        "the move, or doubt it."
    ),
)

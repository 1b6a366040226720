"""What the front door shows of Xiongqi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=("e3e4", "d6d5", "c3c4", "c6c5", "c4c5", "f8c5", "f2d2", "c7c2"),
    idea=_(
        "A cannon captures by jumping over one piece: theirs has just taken yours on c2. "
        "Recapture with your advisor."
    ),
)

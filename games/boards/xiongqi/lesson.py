"""What the front door shows of Xiongqi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=("d1e2", "f7f3", "c2c6", "d6d5"),
    idea=_(
        "A cannon captures by jumping over one piece. Yours on c6 can jump over the cannon on c7: "
        "take the bear on c8."
    ),
)

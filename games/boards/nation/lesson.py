"""What the front door shows of Nation."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.lessons import Lesson

LESSON = Lesson(
    plies=("command:market", "train"),
    idea=_("Whoever has the most power after six rounds wins, and your neighbour is ahead. Act."),
    seat=1,
    template="boards/nation/lesson.jinja.html",
)
"""The first stage, after the neighbour's first turn."""

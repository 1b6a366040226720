"""What the coach of Gungi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import OPEN_BOARD, Coach

COACH = Coach(
    {
        **OPEN_BOARD,
        "tower": _(
            "Build a tower: your %(piece)s on %(a)s can stand on %(b)s, where nothing can "
            "capture it."
        ),
        "drop": _("Bring a piece from your hand: on %(a)s nothing can capture it."),
    }
)

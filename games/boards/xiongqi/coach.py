"""What the coach of Xiongqi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import OPEN_BOARD, Coach

COACH = Coach(
    {
        **OPEN_BOARD,
        "develop": _("Your %(piece)s on %(a)s is still at home. On %(b)s nothing can capture it."),
        "room": _(
            "Make room for the pieces behind: step from %(a)s to %(b)s, where nothing can capture "
            "your soldier."
        ),
        "advance": _("Your soldier on %(a)s is past the river. On %(b)s nothing can capture it."),
    }
)

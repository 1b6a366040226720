"""The games that can be shown, by slug."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.presenters.gunjin import GUNJIN
from games.presenters.scenes import GamePresenter
from games.presenters.seichu import SEICHU
from games.presenters.xiongqi import XIONGQI

PRESENTERS: dict[str, GamePresenter] = {
    "xiongqi": XIONGQI,
    "gunjin": GUNJIN,
    "seichu": SEICHU,
}


def presenter_for(slug: str) -> GamePresenter:
    """How the game of this slug is shown; KeyError for one we do not host."""
    return PRESENTERS[slug]


def game_name(slug: str) -> str:
    """The game's name in the reader's language."""
    return _names()[meta_for(slug).name]


def side_name(slug: str, seat: int) -> str:
    """What the game calls a seat, in the reader's language."""
    return _names()[meta_for(slug).seats[seat]]


def _names() -> dict[str, str]:
    """The names the engines give to games and seats, in the reader's language."""
    return {
        "Xiongqi": _("Xiongqi"),
        "Gunjin Shogi": _("Gunjin Shogi"),
        "Seichu Shogi": _("Seichu Shogi"),
        "South": _("South"),
        "North": _("North"),
    }

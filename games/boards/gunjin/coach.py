"""What the coach of Gunjin Shogi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    {
        "enter": _("Your %(piece)s on %(a)s can enter the enemy headquarters now, and win."),
        "loses": _(
            "Whatever the piece on %(b)s is, it beats your %(piece)s on %(a)s, and stands beside "
            "it."
        ),
        "beats": _("Whatever the piece on %(a)s is, your %(other)s on %(b)s beats it."),
        "intruder": _(
            "The piece on %(a)s stands beside your headquarters. If it is a major or higher, it "
            "can enter and win."
        ),
        "known": _("The last battles tell: the piece on %(a)s can only be: %(kinds)s."),
        "mine": _("The piece on %(b)s may be a mine: your %(piece)s on %(a)s would not beat it."),
        "scout": _(
            "To find out what stands on %(b)s, your %(piece)s on %(a)s is the cheapest to send."
        ),
        "guard": _("Nothing of yours stands in your headquarters or beside it."),
    }
)

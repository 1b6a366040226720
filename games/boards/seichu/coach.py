"""What the coach of Seichu Shogi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    {
        "king-attacked": _("Whatever the piece on %(b)s is, it attacks your king on %(a)s."),
        "king-risk": _(
            "The piece on %(b)s has just moved. It attacks your king on %(a)s if it is: %(kinds)s."
        ),
        "trial": _("Your king on %(a)s can step to %(b)s and declare a Trial."),
        "free": _(
            "Your %(other)s on %(b)s can capture on %(a)s, and no true move can capture it there."
        ),
        "hangs": _(
            "Whatever the piece on %(b)s is, it attacks your %(piece)s on %(a)s, which no true "
            "move of yours protects."
        ),
        "camp": _(
            "Your %(piece)s on %(a)s can step to %(b)s in the enemy camp, and moves as promoted "
            "from there."
        ),
        "two-pawns": _("You have a pawn on %(a)s: a second one on its file would be a foul."),
    }
)

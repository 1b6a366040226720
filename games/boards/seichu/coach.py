"""What the coach of Seichu Shogi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    lines=(
        _("Begin with a true move, and remember what your opponent moves."),
        _("Nobody says check: look after your king yourself, at every turn."),
        _("A move that no piece can make is a foul. Then, and only then, Doubt is safe."),
        _("Capturing the piece that has just moved shows its kind, and that check costs nothing."),
        _("Try a bluff that looks like a true move: sideways like a gold, for example."),
        _("Mind two pawns on a file: that foul can be proven at any time."),
        _("Pieces in the enemy camp move as promoted. Send a pawn there."),
        _("What you capture you may drop, and it is a blank again."),
        _("If a blank stands in line with your king, step aside."),
        _("A king that walks to the last rank wins by Trial. From here on you are on your own."),
    ),
    attacks=_("You can capture on %(squares)s: you will see what it was."),
)

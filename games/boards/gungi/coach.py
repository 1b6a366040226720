"""What the coach of Gungi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    lines=(
        _("Begin in the middle: advance a samurai or a soldier that can carry another piece."),
        _("Build a tower of two: its top piece reaches one square further."),
        _("An archer on a tower looks far ahead. Move it onto one of your own pieces."),
        _("Your hand is part of your army: you may drop up to the rank of your foremost piece."),
        _("A tower of two can only be taken from tier 2 or higher. Stand on one yourself."),
        _("Keep some pieces around your marshal."),
        _("Before each move ask: what can my opponent take now, and who takes back?"),
        _("Standing on an enemy piece holds it fast. Sometimes that is better than to take it."),
        _("The tactician can turn enemy soldiers if you keep a soldier in hand."),
        _("Bring your general to an open line. From here on you are on your own: good luck."),
    ),
    attacks=_("You can capture on %(squares)s: first see who takes back."),
)

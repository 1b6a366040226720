"""What the coach of Xiongqi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    lines=(
        _("Begin with a soldier or a cannon: bring out pieces before you attack."),
        _("Cannons are strong now, while there is much to jump over. Look along their lines."),
        _("Open a way for your horses, and mind their legs."),
        _("Bears need open diagonals: move the soldier in front of them."),
        _("Before each move ask: what does my opponent attack now?"),
        _("Chariots want open files. Bring one out beside your soldiers."),
        _("A soldier past the river also steps sideways. Send one across."),
        _("Keep your general off files that the enemy general looks down."),
        _("Two pieces that protect each other are worth more than two alone."),
        _(
            "Look for a check that also attacks something. "
            "From here on you are on your own: good luck."
        ),
    ),
    attacks=_("You can capture on %(squares)s: first see who takes back."),
)

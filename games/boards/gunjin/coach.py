"""What the coach of Gunjin Shogi says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.coaching import Coach

COACH = Coach(
    lines=(
        _("Begin with a weak piece at a bridge: find out what stands there."),
        _("After a battle note who was left. Guess marks on the board help you remember."),
        _("Keep your general and your spy back until you know more."),
        _("Two steps forward show a tank, cavalry, engineer or plane, yours as well."),
        _("A piece that never moves may be a mine: keep an engineer or a plane for it."),
        _("Guard the way to your headquarters. Majors and above win there."),
        _("Send officers only against pieces that have lost their secret."),
        _("Open the knowledge sheet: it says what each unknown piece can still be."),
        _("Do not trade your last tanks and planes: they open the bridges."),
        _("When one bridge is clear, bring a major or higher across. Now you are on your own."),
    ),
    attacks=_("You can attack on %(squares)s: the weaker your piece, the less you risk."),
)

"""What the site says of Xiongqi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.card import Card
from games.boards.kit.coaching import OPEN_BOARD, Coach
from games.boards.kit.grid import GridMaker
from games.boards.kit.lessons import Lesson
from games.boards.kit.sides import SOUTH_AND_NORTH
from games.boards.xiongqi.figures import chapter
from games.boards.xiongqi.legend import legend
from games.boards.xiongqi.presenter import LAYOUT, XIONGQI

CARD = Card(
    slug="xiongqi",
    name=_("Xiongqi"),
    kanji="熊棋",
    pinyin="xiongqi",
    tagline=_(
        "Chinese chess on a square board, with bears, and generals who must not face each other."
    ),
    origin=_(
        "Derived from xiangqi, Chinese chess, and also called panda chess. The rules are those of"
        " the Japanese edition published at xiongqi.page, as they stood when this site was made;"
        " later editions differ."
    ),
    home="https://ja.xiongqi.page",
    story=_(
        "Two generals with bears and cannons on either side of a river, who must never look each"
        " other in the face."
    ),
    box=((_("Players"), "2"), (_("Length, by our estimate"), _("20 to 40 minutes"))),
    settled=(
        _("That the generals face each other forbids a move, but gives no check."),
        _("Which pieces can no longer give mate is a list: no other position is drawn by it."),
        _("There is no limit to the number of moves."),
    ),
    progress=_("a capture, or a soldier’s step forward"),
    sides=SOUTH_AND_NORTH,
    presenter=XIONGQI,
    board=GridMaker(LAYOUT),
    styles=("css/boards/xiongqi.css",),
    refusals={
        "promotion-not-here": _("A soldier promotes only on the last rank, and only once."),
        "leaves-general-attacked": _("That would leave your general in check."),
        "generals-face": _("That would let the two generals face each other on an open file."),
    },
    endings={
        "checkmate": _("Checkmate: the general of %(side)s is in check and cannot escape."),
        "stalemate": _("Stalemate: %(side)s has no legal move and loses."),
        "insufficient-material": _("Neither side has enough pieces left to give mate."),
    },
    demo_moves=(
        *("e3e4", "d6d5", "c3c4", "c6c5", "c4c5", "f8c5", "f2d2", "c7c2"),
        *("d1c2", "d5d4", "d2d4", "c5d4", "d3d4", "d8e7", "c2d3", "e8d8"),
    ),
    handicaps={
        "horse": _("South begins without one horse"),
        "cannon": _("South begins without one cannon"),
        "chariot": _("South begins without one chariot"),
        "chariots": _("South begins without both chariots"),
    },
    legend=legend,
    chapter=chapter,
    lesson=Lesson(
        plies=("d1e2", "f7f3", "c2c6", "d6d5"),
        idea=_(
            "A cannon captures by jumping over one piece. Yours on c6 can jump over the cannon on "
            "c7: take the bear on c8."
        ),
    ),
    coach=Coach(
        {
            **OPEN_BOARD,
            "develop": _(
                "Your %(piece)s on %(a)s is still at home. On %(b)s nothing can capture it."
            ),
            "room": _(
                "Make room for the pieces behind: step from %(a)s to %(b)s, where nothing can "
                "capture your soldier."
            ),
            "advance": _(
                "Your soldier on %(a)s is past the river. On %(b)s nothing can capture it."
            ),
        }
    ),
)

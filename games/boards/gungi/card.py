"""What the site says of Gungi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.gungi.board import GungiMaker
from games.boards.gungi.figures import chapter
from games.boards.gungi.legend import legend
from games.boards.gungi.presenter import GUNGI, start_view_by
from games.boards.gungi.reading import LAYOUT
from games.boards.gungi.trial import TRIAL
from games.boards.gungi.words import RULE_SET_NOTES, RULE_SETS
from games.boards.kit.brushes import PieceInk
from games.boards.kit.card import Card, Option
from games.boards.kit.coaching import OPEN_BOARD, Coach
from games.boards.kit.lessons import Lesson

CARD = Card(
    slug="gungi",
    name=_("Gungi"),
    kanji="軍儀",
    pinyin="junyi",
    tagline=_(
        "Pieces stand on each other, and the higher they stand the farther they go: fourteen kinds,"
        " up to three on a square."
    ),
    origin=_(
        "The board game in the manga HUNTER×HUNTER by Yoshihiro Togashi (冨樫義博). The four"
        " official levels are those of the game that Universal Music Japan published in 2022; the"
        " guide’s rules are those of a guide to its moves. This site is not connected with either"
        " of them."
    ),
    story=_(
        "In the manga, a king who has never lost plays it day after day against a blind girl, and"
        " never wins."
    ),
    box=((_("Players"), "2"), (_("Length, by our estimate"), _("30 to 60 minutes"))),
    settled=(
        _(
            "The marshal at tiers 2 and 3: the guide draws full squares; we read them as eight"
            " straight lines."
        ),
        _(
            "The archer’s jump at tiers 1 and 2: it looks at the square before it alone, and clears"
            " a stack no taller than its own tier."
        ),
        _(
            "The frontline: a drop may reach the rank of one’s foremost stack with an own piece on"
            " top, and no further."
        ),
    ),
    progress=_("a capture, or a piece from the hand"),
    sides={"Black": _("Black"), "White": _("White")},
    presenter=GUNGI,
    board=GungiMaker(LAYOUT),
    styles=("css/boards/hand.css", "css/boards/gungi.css"),
    inks={
        "black": PieceInk("#2c2520", "#f5e8cd", "#f5e8cd", "#100c0a", "#f5e8cd"),
        "white": PieceInk("#fbf4e4", "#2b2119", "#fffdf7", "#b89b6c", "#2b2119"),
    },
    refusals={
        "still-placing": _("The pieces are being placed; nothing moves yet."),
        "placing-is-over": _("Placing is over: drop the piece from your hand instead."),
        "marshal-first": _("Place your marshal first."),
        "outside-camp": _("Pieces are placed on your own three ranks."),
        "stack-too-tall": _("Your piece stands too low to move onto that stack."),
        "occupied": _("Something stands there: say whether you capture or stack."),
        "nothing-to-capture": _("There is nothing to capture there."),
        "nothing-to-stack-on": _("There is nothing to stack on there."),
        "on-marshal": _("Nothing may stand on a marshal."),
        "on-enemy": _("A piece from the hand cannot go onto an enemy piece."),
        "stack-full": _("That stack is already as tall as allowed."),
        "marshal-may-not-stack": _("With these rules the marshal cannot stack."),
        "no-such-betrayal": _("Those pieces cannot be won over with what you have in hand."),
        "beyond-front": _("You may not drop beyond your most advanced stack."),
        "leaves-marshal-attacked": _("That would leave your marshal under attack."),
    },
    endings={
        "checkmate": _("Checkmate: the marshal of %(side)s is in check and cannot escape."),
        "king-captured": _("The marshal of %(side)s was captured."),
    },
    draws={
        "stalemate": _("Stalemate: the side to move has no move left and is not in check."),
        "repetition": _("The same position has occurred for the fourth time."),
    },
    options={"rules": Option(_("Rules"), RULE_SETS, RULE_SET_NOTES)},
    start_view=start_view_by,
    chapter=chapter,
    trial=TRIAL,
    demo_moves=(
        *("d1+d3", "d7d8", "c2b4", "i7i6", "g3+f3", "c7+d8", "c3+b2", "e9+d9", "b2c1", "c8d6"),
        *("b4c6", "f7e6", "f1+g2", "d8+d6", "h2h3", "d6d4", "d3b1", "f9f4", "f3+e3", "d8d7"),
    ),
    handicaps={
        "guns": _("Black has no cannon and no musketeer in hand"),
        "hand": _("Black has half as many pieces in hand"),
        "general": _("Black begins without the general"),
    },
    legend=legend,
    lesson=Lesson(
        plies=("d3d4", "i7i6"),
        idea=_(
            "Pieces can stand on each other: a piece on a tower reaches further. "
            "Move the archer or a soldier onto one of your own pieces."
        ),
    ),
    coach=Coach(
        {
            **OPEN_BOARD,
            "tower": _(
                "Build a tower: your %(piece)s on %(a)s can stand on %(b)s, where nothing can "
                "capture it."
            ),
            "drop": _("Bring a piece from your hand: on %(a)s nothing can capture it."),
        }
    ),
)

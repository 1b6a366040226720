"""What the site says of Gunjin Shogi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.gunjin.figures import chapter
from games.boards.gunjin.legend import legend
from games.boards.gunjin.presenter import GUNJIN, LAYOUT
from games.boards.kit.card import Card
from games.boards.kit.coaching import Coach
from games.boards.kit.grid import GridMaker
from games.boards.kit.lessons import Lesson
from games.boards.kit.sides import SOUTH_AND_NORTH

CARD = Card(
    slug="gunjin",
    name=_("Gunjin Shogi"),
    kanji="軍人",
    pinyin="junren jiangqi",
    tagline=_("Hidden armies meet over two bridges, and only the umpire sees who is who."),
    origin=_(
        "A traditional Japanese game, also called kōgun shogi (行軍将棋), from the time of the wars"
        " of 1894 to 1905. No inventor is known, and makers have always varied it. Here it is"
        " played with 23 pieces."
    ),
    story=_(
        "Two armies face each other over water, nobody knows the other’s ranks, and a spy can bring"
        " down a general."
    ),
    box=((_("Players"), "2"), (_("Length, by our estimate"), _("20 to 40 minutes"))),
    settled=(
        _("Tank against mine: text and table differ; the table holds, and both fall."),
        _("Additional ending: whoever has movable pieces but no legal move loses."),
        _(
            "Additional ending: the third time the same position stands since the last battle, or"
            " 200 moves without a battle, is a draw."
        ),
        _("Additional ending: if neither side has a movable piece left, it is a draw."),
    ),
    sides=SOUTH_AND_NORTH,
    presenter=GUNJIN,
    board=GridMaker(LAYOUT),
    has_pointed_pieces=True,
    written_in=("zh-hans", "zh-hant"),
    styles=("css/boards/pointed.css", "css/boards/gunjin.css"),
    refusals={"piece-never-moves": _("Mines and flags never move.")},
    endings={
        "occupation": _("A high officer has taken the headquarters of %(side)s."),
        "elimination": _("%(side)s has nothing left that can move."),
    },
    draws={
        "elimination": _("Neither side has anything left that can move."),
        "stalemate": _("Neither side has a move left."),
        "repetition": _("The pieces stand as before for the third time, without a battle."),
        "no-progress": _("Two hundred moves went by without a battle."),
    },
    handicaps={
        "general": _("South has a captain in place of the general"),
        "planes": _("South has second lieutenants in place of both planes"),
        "generals": _("South has captains in place of all three generals"),
    },
    armies={
        "fortress": (
            _("Fortress"),
            _(
                "Mines before the headquarters, a flag as strong as the lieutenant general behind"
                " it: let them come and wear themselves out, then cross both bridges."
            ),
        ),
        "hammer": (
            _("Hammer"),
            _(
                "Mines and flag shut the bridge on your left for good; the generals force the one"
                " on your right, with tanks close behind."
            ),
        ),
        "scouts": (
            _("Scouts first"),
            _(
                "Planes and engineers strike from the first step to find out who stands where; the"
                " officers stay at home until the way is clear."
            ),
        ),
    },
    cautions={
        "flag-without-support": _(
            "Your flag stands on the last rank: with nothing behind it, it loses to every attacker."
        ),
        "both-bridges-blocked": _(
            "Mines or flag stand before both bridges: of your own pieces only planes get across."
        ),
    },
    planned={
        "held": _("Your piece on %(square)s is attacked and survives"),
        "lost": _("Your piece on %(square)s is attacked and lost"),
        "fell": _("Your piece on %(square)s is attacked and both are lost"),
        "moved": _("The piece on %(square)s moves"),
        "came": _("A piece comes to %(square)s"),
    },
    demo_moves=(
        *("h2h4", "b4b3", "h4h5", "b3b2", "h5h6"),
        *("c4b4", "a3b3", "b2b1", "c1b1", "c5c4"),
    ),
    legend=legend,
    chapter=chapter,
    lesson=Lesson(
        plies=(
            "setup:ATBDEBTHPEPXAFGDCJMXLSK",
            "setup:AMBFJATBPCTXXEKPHSLGDDE",
            *("g3g4", "g4g3"),
        ),
        idea=_(
            "You cannot see the enemy's ranks. One of them has beaten your tank and crossed the "
            "bridge. Your general on g2 is stronger than almost everything: strike back."
        ),
    ),
    coach=Coach(
        {
            "enter": _("Your %(piece)s on %(a)s can enter the enemy headquarters now, and win."),
            "sure": _(
                "You can win whatever the other side has: begin with your %(piece)s from %(a)s to "
                "%(b)s."
            ),
            "loses": _(
                "Whatever the piece on %(b)s is, it beats your %(piece)s on %(a)s, and stands "
                "beside it."
            ),
            "beats": _("Whatever the piece on %(a)s is, your %(other)s on %(b)s beats it."),
            "intruder": _(
                "The piece on %(a)s stands beside your headquarters. If it is a major or higher, "
                "it can enter and win."
            ),
            "known": _("The last battles tell: the piece on %(a)s can only be: %(kinds)s."),
            "mine": _(
                "The piece on %(b)s may be a mine: your %(piece)s on %(a)s would not beat it."
            ),
            "scout": _(
                "To find out what stands on %(b)s, your %(piece)s on %(a)s is the cheapest to send."
            ),
            "guard": _("Nothing of yours stands in your headquarters or beside it."),
        }
    ),
)

"""What the site says of Seichu Shogi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.boards.kit.brushes import PieceInk
from games.boards.kit.card import Card
from games.boards.kit.coaching import Coach
from games.boards.kit.grid import GridMaker
from games.boards.kit.lessons import Lesson
from games.boards.kit.sides import SOUTH_AND_NORTH
from games.boards.seichu.figures import chapter
from games.boards.seichu.legend import legend
from games.boards.seichu.presenter import LAYOUT, SEICHU

CARD = Card(
    slug="seichu",
    name=_("Seichu Shogi"),
    kanji="正体",
    pinyin="zhengti yinni jiangqi",
    tagline=_(
        "A small shogi in the snow: no piece shows its kind, and whoever cheats may be caught."
    ),
    origin=_(
        "Invented by あんちっく and published on paper by the game maker of the same name, as"
        " 正体隠匿将棋 (shogi of hidden identities), also called 雪中将棋 (shogi in the snow). The"
        " rules are theirs; what they leave open is as in shogi. This site is not connected with"
        " them."
    ),
    home="http://antic-main.com/",
    story=_(
        "Two kings have the same idea: a surprise attack over the snowfield, their whole army"
        " dressed up as snowmen."
    ),
    box=(
        (_("Players"), "2"),
        (_("Length"), _("5 to 10 minutes")),
        (_("Age"), _("from 7 years")),
    ),
    settled=(
        _("Check need not be answered, and nobody announces it: that would show what a piece is."),
        _("Silence after a capture counts as no Doubt."),
        _("The fourth time the same position stands, or after 500 moves, it is a draw."),
    ),
    sides=SOUTH_AND_NORTH,
    presenter=SEICHU,
    board=GridMaker(LAYOUT),
    has_pointed_pieces=True,
    styles=("css/boards/pointed.css", "css/boards/hand.css", "css/boards/seichu.css"),
    inks={
        "south": PieceInk("#fdfeff", "#b3260f", "#fffdf7", "#9fb0bd", "#b3260f"),
        "north": PieceInk("#fdfeff", "#1f3a5a", "#f5e8cd", "#9fb0bd", "#1f3a5a"),
    },
    refusals={
        "no-trial": _("For a Trial, your king must reach the last rank by a legal move."),
        "answer-first": _("First decide: do you doubt the move?"),
        "answered-by-clock": _("Your time ran out, so this counts as No Doubt."),
        "nothing-to-accept": _("There is no question to answer now."),
        "king-in-hand": _("The king must be on the board, not in your hand."),
    },
    endings={
        "king-captured": _("The king of %(side)s was captured."),
        "trial": _("Trial: the king of %(winner)s reached the far side and was shown there."),
        "foul-proven": _("Doubt: a foul by %(side)s was caught."),
        "doubt-miss": _("Wrong Doubt: there was no foul, so %(side)s loses."),
    },
    draws={
        "repetition": _("The same position appeared four times."),
        "no-progress": _("Five hundred moves have been made."),
    },
    handicaps={
        "lance": _("South begins without the lance, and with nothing in hand"),
        "bishop": _("South begins without the bishop, and with nothing in hand"),
        "rook": _("South begins without the rook, and with nothing in hand"),
        "rook-and-bishop": _(
            "South has a pawn in place of the rook and the bishop, and nothing in hand"
        ),
    },
    armies={
        "fortress": (
            _("Snow fort"),
            _(
                "The king in the corner behind gold and silver, the bishop kept in hand: let them"
                " come, and drop it where it hurts."
            ),
        ),
        "spearhead": (
            _("Spearhead"),
            _(
                "Rook and lance behind each other on the edge break through early; a pawn in hand"
                " keeps the file shut behind them."
            ),
        ),
        "runner": (
            _("Running king"),
            _(
                "The king follows gold and rook to the far side: who takes it for a gold lets it"
                " through to a Trial."
            ),
        ),
    },
    cautions={
        "standing-nifu": _(
            "You have two pawns on one file. While they stand there, a Doubt at any time proves a"
            " foul."
        ),
    },
    planned={
        "taken": _("Your piece on %(square)s is captured"),
        "moved": _("The piece on %(square)s moves"),
        "came": _("A piece comes to %(square)s"),
        "dropped": _("A piece is dropped"),
        "doubted": _("The move of your captured piece is doubted, and play goes on"),
        "accepted": _("The move of your captured piece is not doubted"),
        "doubt": _("Doubt"),
        "accept": _("No Doubt"),
    },
    awaited={"dropped": _("A drop"), "doubted": _("Doubted"), "accepted": _("Not doubted")},
    legend=legend,
    chapter=chapter,
    glossary=(
        (
            _("Bluff"),
            _(
                "A move against the rules, in the hope that nobody doubts it. The switch shows"
                " these moves too."
            ),
        ),
        (
            _("Doubt on your turn"),
            _(
                "Instead of moving, you say that their last move was a foul, that the pawn they"
                " dropped mates, or that two of their pawns stand on one file. If so, you win; if"
                " not, you lose."
            ),
        ),
        (
            _("Doubt after a capture"),
            _(
                "You captured the piece that had just moved, and doubt that move. If it was a foul,"
                " you win; if not, nothing changes."
            ),
        ),
        (
            _("Doubt when your king is captured"),
            _(
                "You are shown the piece that captured it, and doubt its move. If it was a foul,"
                " you win; if not, your king stays captured and you lose."
            ),
        ),
        (
            _("Trial"),
            _("Move your king to the last rank by a legal move and declare it: you win at once."),
        ),
    ),
    lesson=Lesson(
        plies=("setup:GSRP/KBNL", "setup:PBPG/KLRN"),
        idea=_(
            "Nobody sees what the other side's pieces are. Move one: your opponent may believe "
            "the move, or doubt it."
        ),
    ),
    coach=Coach(
        {
            "sure": _(
                "You can win whatever the other side has: begin with your %(piece)s from %(a)s to "
                "%(b)s."
            ),
            "king-attacked": _("Whatever the piece on %(b)s is, it attacks your king on %(a)s."),
            "king-risk": _(
                "The piece on %(b)s has just moved. It attacks your king on %(a)s if it is: "
                "%(kinds)s."
            ),
            "trial": _("Your king on %(a)s can step to %(b)s and declare a Trial."),
            "free": _(
                "Your %(other)s on %(b)s can capture on %(a)s, and no true move can capture it "
                "there."
            ),
            "hangs": _(
                "Whatever the piece on %(b)s is, it attacks your %(piece)s on %(a)s, which no true "
                "move of yours protects."
            ),
            "camp": _(
                "Your %(piece)s on %(a)s can step to %(b)s in the enemy camp, and moves as "
                "promoted from there."
            ),
            "two-pawns": _("You have a pawn on %(a)s: a second one on its file would be a foul."),
        }
    ),
)

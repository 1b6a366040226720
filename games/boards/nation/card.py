"""What the site says of Nation."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engines.nation.meta import MOST_RIVALS, seats_of_made
from games.boards.kit.brushes import PieceInk
from games.boards.kit.card import Card
from games.boards.kit.characters import Character
from games.boards.kit.lessons import Lesson
from games.boards.nation.board import NationMaker
from games.boards.nation.campaign import CAMPAIGN
from games.boards.nation.chapter import chapter
from games.boards.nation.chronicle import chronicle_of
from games.boards.nation.presenter import NATION
from games.boards.nation.turning import turning_sentence
from games.boards.nation.words import WHY_NOT, book_of, nation_names, stage_said

PLAYER_INK = PieceInk("#f9edd3", "#b3260f", "#fffdf7", "#c9a873", "#b3260f")
RIVAL_INK = PieceInk("#2c2520", "#f5e8cd", "#f5e8cd", "#100c0a", "#f5e8cd")


neighbour = lazy(lambda number: gettext("Neighbour %(number)s") % {"number": number}, str)


def stage_name(options: Mapping[str, str]) -> str:
    """A match is called by its stage."""
    return stage_said(options["stage"])


def rival_names(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the neighbours of a stage, by seat."""
    stage = options["stage"]
    if stage in book_of().stages:
        return nation_names(stage)[:-1]
    return tuple(str(CARD.sides[seat]) for seat in seats_of_made(stage) or ())[:-1]


CARD = Card(
    slug="nation",
    name=_("Nation"),
    kanji="国",
    pinyin="guojia",
    tagline=_("Lead a small nation against neighbours that play by themselves. For one player."),
    origin=_("Made for Jinya: the rulebook, the stages, the units and the pictures are its own."),
    story=_(
        "A small land between neighbours who have plans of their own, and so many rounds to"
        " outgrow them."
    ),
    box=((_("Players"), "1"), (_("Length of a stage, by our estimate"), _("5 to 30 minutes"))),
    settled=(
        _("A product is computed exactly and rounded up once."),
        _("At a tie the nation that is earlier in turn order wins, so never the player."),
    ),
    sides={
        **{f"Rival {number}": neighbour(number) for number in range(1, MOST_RIVALS + 1)},
        "Player": _("Player"),
    },
    presenter=NATION,
    board=NationMaker(),
    styles=tuple(
        f"css/boards/nation/{part}.css"
        for part in ("page", "chronicle", "board", "units", "actions")
    ),
    inks={
        "player": PLAYER_INK,
        **{f"rival-{seat}": RIVAL_INK for seat in range(1, MOST_RIVALS + 1)},
    },
    refusals=WHY_NOT,
    endings={
        "rounds": _("The last round is over, and the most power wins."),
        "elimination": _("Only one nation is left."),
        "resignation": _("You gave up this stage."),
    },
    bots={
        "npc": Character(
            "neighbour",
            _("Neighbour"),
            _("Rules a nation beside yours, by its own plans."),
        ),
    },
    title=stage_name,
    rivals=rival_names,
    chapter=chapter,
    # the first stage, after the neighbour's first turn
    lesson=Lesson(
        plies=("command:market", "train"),
        idea=_(
            "Whoever has the most power after six rounds wins, and your neighbour is ahead. Act."
        ),
        seat=1,
        template="boards/nation/lesson.jinja.html",
    ),
    campaign=CAMPAIGN,
    chronicle=chronicle_of,
    turning=turning_sentence,
    bar="boards/nation/bar.jinja.html",
    keys="boards/nation/keys.jinja.html",
)

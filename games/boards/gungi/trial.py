"""Trying out a piece of Gungi: a kind, a tier, a rule set and what stands around, as an address.

Everything is in the address, and every press on the board is a link of the form's; so it works
without a script, and what one sees can be passed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.gungi.board import GungiMaker
from games.boards.gungi.figures import Reach, reach
from games.boards.gungi.presenter import GUNGI
from games.boards.gungi.reading import KINDS, LAYOUT
from games.boards.gungi.words import RULE_SETS, words_now
from games.boards.kit.makers import Marks, Sight
from games.boards.kit.scenes import Scene
from games.boards.kit.sides import Sides

SQUARE = re.compile(r"[a-i][1-9]")
PUT = re.compile(r"[Dd]{1,3}")
HOME = "e4"
MOVES, CLEARS = "piece", "none"
MOST = 80
"""No more squares than these can be taken."""

_MAKER = GungiMaker(LAYOUT, template="boards/gungi/trial_board.html")


class Unshowable(Exception):
    """The request cannot be shown; the text says why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The request for a page."""

    rules: str = "guide"
    kind: str = "A"
    tier: int = 1
    home: str = HOME
    around: Mapping[str, str] | None = None
    """Stacks by square, such as {"e5": "Dd"}: soldiers, Black's are capitals."""
    brush: str = "D"
    """What a press on the board does: puts these soldiers there, clears, or moves the piece."""

    @property
    def obstacles(self) -> Mapping[str, str]:
        """The stacks around, by square."""
        return self.around or {}

    @property
    def written(self) -> str:
        """The stacks around as the address has them."""
        return ".".join(square + stack for square, stack in sorted(self.obstacles.items()))

    def reach(self) -> Reach:
        """Return where the piece gets to; Unshowable where the rule set has no such thing."""
        try:
            return reach(self.kind.lower(), self.tier, 0, self.home, self.obstacles, self.rules)
        except ValueError as error:
            raise Unshowable(_("With these rules, stacks cannot be that tall.")) from error


def read(fields: Mapping[str, str]) -> Asked:
    """Return what the fields of an address ask for; Unshowable for what cannot be."""
    usual = Asked()
    kind, tier = fields.get("kind", usual.kind).upper(), fields.get("tier", str(usual.tier))
    rules, home = fields.get("rules", usual.rules), fields.get("home", usual.home)
    brush = fields.get("brush", usual.brush)
    if len(kind) != 1 or kind not in KINDS:
        raise Unshowable(_("There is no such piece."))
    if tier not in ("1", "2", "3"):
        raise Unshowable(_("A tier is 1, 2 or 3."))
    if rules not in RULE_SETS:
        raise Unshowable(_("There are no such rules."))
    if not SQUARE.fullmatch(home):
        raise Unshowable(_("There is no such square."))
    if brush not in (MOVES, CLEARS) and not PUT.fullmatch(brush):
        raise Unshowable(_("That cannot be put on the board."))
    asked = Asked(rules, kind, int(tier), home, _around(fields.get("on", ""), home), brush)
    return _pressed(asked, fields["press"]) if "press" in fields else asked


def _around(text: str, home: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in text.split(".")[:MOST] if text else ():
        square, stack = part[:2], part[2:]
        if not SQUARE.fullmatch(square) or not PUT.fullmatch(stack) or square == home:
            raise Unshowable(_("That cannot be put on the board."))
        found[square] = stack
    return found


def _pressed(asked: Asked, square: str) -> Asked:
    """What is shown after a press on *square*; the same press again takes away what it put."""
    if not SQUARE.fullmatch(square):
        raise Unshowable(_("There is no such square."))
    around = {at: stack for at, stack in asked.obstacles.items() if at != square}
    home = square if asked.brush == MOVES else asked.home
    puts = asked.brush not in (MOVES, CLEARS) and square != home
    if puts and asked.obstacles.get(square) != asked.brush:
        around[square] = asked.brush
    return Asked(asked.rules, asked.kind, asked.tier, home, around, asked.brush)


class GungiTrial:
    """The page, for `Card.trial`."""

    template = "boards/gungi/trial.html"

    def context(self, asked: Mapping[str, str]) -> Mapping[str, object]:
        """Return what the template shows of *asked*; with an error, the usual piece."""
        try:
            shown, error = read(asked), ""
            found = shown.reach()
        except Unshowable as refused:
            shown, error = Asked(), str(refused)
            found = shown.reach()
        words = words_now()
        return {
            "error": error,
            "asked": shown,
            "board": _MAKER.page(_sight(shown, found)),
            "kinds": [(kind, words.kinds[kind], words.face(kind)) for kind in KINDS],
            "tiers": ((1, _("plain (基本)")), (2, _("stronger (強化)")), (3, _("ultimate (極)"))),
            "rule_sets": [(name, str(name_shown)) for name, name_shown in RULE_SETS.items()],
            "brushes": _brushes(),
            "reach": _reach_words(shown, found),
        }


def _brushes() -> list[tuple[str, str]]:
    """Return what a press on the board can do."""
    return [
        ("D", _("your own piece")),
        ("DD", _("your own stack of two")),
        ("DDD", _("your own stack of three")),
        ("d", _("an enemy piece")),
        ("dd", _("an enemy stack of two")),
        ("ddd", _("an enemy stack of three")),
        (CLEARS, _("nothing: clear the square")),
        (MOVES, _("the piece itself")),
    ]


def _reach_words(shown: Asked, found: Reach) -> list[tuple[str, str]]:
    """Return the reach in words: what is done, and the squares."""
    lists = (
        (_("Goes to"), found.goes),
        (_("Captures on"), found.captures),
        (_("Stacks on"), found.stacks),
    )
    return [(name, _(", ").join(squares)) for name, squares in lists if squares]


def _sight(shown: Asked, found: Reach) -> Sight:
    """Return the board with its marks; the piece stands on soldiers of its own."""
    words = words_now()
    pieces = {square: tuple(map(words.face, stack)) for square, stack in shown.obstacles.items()}
    pieces[shown.home] = tuple(map(words.face, "D" * (shown.tier - 1) + shown.kind))
    return Sight(
        game="gungi",
        presenter=GUNGI,
        scene=Scene(pieces=pieces, last=(), ply=0),
        sides=Sides(keys=("black", "white"), names=(_("Black"), _("White"))),
        seat=None,
        marks=Marks(
            picked=(shown.home,),
            targets={square: square in found.captures for square in found.squares},
        ),
        sprite="",
        has_letters=False,
    )


TRIAL = GungiTrial()

"""The turning points of a stage in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.kit.turning import Turning
from games.boards.nation.story import aimed
from games.boards.nation.words import book_of, nation_names, number, place_name, said

if TYPE_CHECKING:
    from engines.nation.viewtypes import NationViewJson


def turning_sentence(view: NationViewJson, turning: Turning) -> str:
    """ "Round 7: Training instead of Tax cost 64."."""
    values = {
        "round": turning.turn,
        "played": move_name(view, turning.played),
        "instead": move_name(view, turning.instead),
        "cost": number(turning.cost),
    }
    return _("Round %(round)s: %(played)s instead of %(instead)s cost %(cost)s.") % values


def move_name(view: NationViewJson, text: str) -> str:
    """Return what an action is called, by its action text."""
    kind, _colon, rest = text.partition(":")
    book, names = book_of(view["content"]), nation_names(view["stage"], view["content"])
    if kind == "command":
        command, _arrow, target = rest.partition(">")
        return aimed(said(book.commands[command].name), target, names)
    if kind == "swap":
        values = {"one": place_name(rest[0]), "other": place_name(rest[2])}
        return _("Change places: %(one)s and %(other)s") % values
    if kind == "battle":
        return _("Battle against %(nation)s") % {"nation": names[int(rest[3:]) - 1]}
    return said(book.specials[rest].name) if kind == "special" else _("Training")

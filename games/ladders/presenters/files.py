"""A ladder as files: JSON, CSV, and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.names import game_name
from games.boards.tabledrawing import BASE, MARGIN, drawn_table, head, top_of, widest, words
from games.common.spreadsheets import csv_of
from games.ladders.models import Rung

DRAWN = 10
"""So many places are drawn, from the top."""
PLACE = 56
"""How wide the column of places is."""


def as_json(game: str, rungs: Iterable[Rung]) -> dict[str, Any]:
    """Everybody who stands on the ladder of *game*, from the top."""
    places = [
        {"place": rung.place, "name": rung.user.name, "joined_at": rung.joined_at.isoformat()}
        for rung in rungs
    ]
    return {"game": game, "places": places}


def as_csv(rungs: Iterable[Rung]) -> str:
    """Return the same as a table."""
    rows = [(rung.place, rung.user.name, f"{rung.joined_at:%Y-%m-%d}") for rung in rungs]
    return csv_of([("place", "name", "joined"), *rows])


def as_svg(game: str, rungs: Iterable[Rung], everybody: int) -> SafeString:
    """Return its top as a picture, where *everybody* are so many."""
    name = _("Ladder: %(name)s") % {"name": game_name(game)}
    under, shown = _("Climb by beating those above."), list(rungs)
    if len(shown) < everybody:
        under = _("The first %(shown)d of %(all)d.") % {"shown": len(shown), "all": everybody}
    right = MARGIN + PLACE + widest([_("Name"), *(rung.user.name for rung in shown)])
    return drawn_table(name, under, right=right, lines=len(shown), shapes=_shapes(shown))


def _shapes(rungs: Sequence[Rung]) -> Iterator[SafeString]:
    yield head(_("Name"), MARGIN + PLACE)
    for number, rung in enumerate(rungs):
        base = top_of(number) + BASE
        yield words(str(rung.place), MARGIN + PLACE - 24, base, anchor="end")
        yield words(rung.user.name, MARGIN + PLACE, base)

"""Things break while what is hidden is at hand: nobody may learn from that how it stands.

Every place raises a fault whose text is the sealed position itself, as careless code might.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn
from unittest.mock import patch

from engines.core.seats import Seat
from games.models.sealed import SealedPosition
from games.referee import Referee
from games.services import telling, turns
from games.templatetags import boards
from games.views import knowledge, matches
from tests.games.browsing import HTMX
from tests.noninterference.cells import Cell, is_broken, page, read_all
from tests.noninterference.comparing import Difference, Pair, unlike
from tests.noninterference.drives import is_told_alike, numbered_pairs
from tests.noninterference.house import SEATED, Stage

PLACES: dict[str, tuple[Any, str]] = {
    "a view": (matches, "preferences"),
    "a presenter": (matches, "present_match"),
    "the presenter of the sheet": (knowledge, "present_knowledge"),
    "a template": (boards, "_piece"),
    "a selector": (matches, "board_facts"),
    "the view of the referee": (Referee, "view"),
    "the news of the referee": (Referee, "news"),
    "the sheet of the referee": (Referee, "knowledge"),
    "the judgement of a move": (Referee, "play"),
    "the end of a turn": (turns, "settle"),
    "a notice": (telling, "tell"),
}
"""Functions of views, presenters, templates, selectors, the referee and services."""


def breaking(stage: Stage, numbers: Iterable[int]) -> Iterator[Difference]:
    """Answers of a house in which one place after the other is broken.

    Pairs in which the one who may not know has no quiet move are passed over: there, some of
    the places are not come by. A place at which no answer breaks counts as a difference.
    """
    stage.is_honest = False
    for _number, pair in numbered_pairs(stage.house.game, numbers):
        cells = cells_to_break(stage, pair)
        for name in PLACES if cells else ():
            ones, others = (_answers(stage, pair, which, name, cells) for which in (0, 1))
            yield from unlike(ones, [blob for _place, blob in others])
            if not any(is_broken(blob) for _place, blob in ones):
                yield Difference(name, b"nothing breaks there", b"")


def cells_to_break(stage: Stage, pair: Pair) -> list[Cell]:
    """Pages, and moves of the player who may not know; nothing without a quiet move."""
    player = next(name for name in SEATED if name in pair.viewers)
    seat = Seat(SEATED[player])
    offered = [] if pair.one.is_setting_up else pair.one.offered(seat)
    quiet = next((text for text in offered if is_told_alike(pair, seat, text)), None)
    if quiet is None or seat not in pair.one.to_act:
        return []
    base = f"/matches/{stage.match.uid}/"
    pages = [
        page(f"get {base}{part}", viewer, "get", f"{base}{part}")
        for part in ("", "board/", "knowledge/")
        for viewer in (player, "visitor", "helper")
    ]
    own = sum(mover == seat for mover, _text in pair.one.acts) + 1
    form = {"seat_ply": str(own), "key": "key-that-breaks"}
    moves = [
        page(f"post move {text}", player, "post", f"{base}move/", {**form, "move": text}, HTMX)
        for text in (quiet, "nonsense")
    ]
    return [*pages, *moves]


def _answers(
    stage: Stage, pair: Pair, which: int, name: str, cells: list[Cell]
) -> list[tuple[str, bytes]]:
    world = (pair.one, pair.other)[which]
    with stage.showing(world, str(which)), broken(stage, *PLACES[name]):
        return [(f"{name}: {cell}", blob) for cell, blob in read_all(stage, cells)]


@contextmanager
def broken(stage: Stage, place: Any, name: str) -> Iterator[None]:
    """Meanwhile a function raises, and says with it how the match really stands."""
    truth = json.dumps(SealedPosition.objects.get(match=stage.match).data)

    def fail(*args: object, **kwargs: object) -> NoReturn:
        raise RuntimeError(truth)

    with patch.object(place, name, fail):
        yield

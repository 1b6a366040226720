"""The board of Gungi: a grid, with the viewer's hand and front."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from games.boards.gungi.presenter import GungiScene
from games.boards.kit.grid import GridBoard, GridMaker
from games.boards.kit.makers import Sight


@dataclass(frozen=True, slots=True)
class GungiBoard(GridBoard):
    """A grid that knows how far the viewer may drop."""

    closed_rows: int = 0
    """How many rows, from the top as the viewer looks, are beyond the viewer's front."""


@dataclass(frozen=True, slots=True)
class GungiMaker(GridMaker):
    """Makes the boards of Gungi."""

    template: str = "boards/gungi/board.jinja.html"

    def page(self, sight: Sight) -> GungiBoard:
        """The board of the match page, with the hand of its seat or, if one is named, the mover."""
        scene, seat = sight.scene, sight.seat
        closed = 0
        if isinstance(scene, GungiScene) and seat is not None:
            holder = seat if sight.mover is None else sight.mover
            front = scene.fronts[seat] if holder == seat else ""
            closed = 0 if not front else int(front) - 1 if seat else 9 - int(front)
            sight = replace(sight, scene=replace(scene, hand=scene.hands[holder]))
        grid = GridMaker.page(self, sight)
        known: dict[str, Any] = {entry.name: getattr(grid, entry.name) for entry in fields(grid)}
        return GungiBoard(**known, closed_rows=closed)

"""Foresight: a match that one person has played to its end, handed out to be played on."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from engines.core.engine import ForesightEngine
from engines.core.seats import Seat
from games.match.exceptions import NotOver
from games.match.referee.eyes import Thought, thought_of
from games.match.referee.table import Table, has_part
from games.match.sealed import SealedPly


class Foresight(Table):
    """Hands out the boards of a match that is over, for what else could have come of them."""

    def can_be_foreseen(self) -> bool:
        """Return whether its game can say where a match would have ended."""
        engine: Any = self._engine
        return has_part(engine, ForesightEngine)

    @property
    def ways(self) -> int:
        """In how many ways a board is played on; 0 where `can_be_foreseen` is false."""
        engine: Any = self._engine
        return engine.ways if self.can_be_foreseen() else 0

    def turns_of(self, seat: Seat) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the plies of each turn that *seat* has played to its end.

        What the site has laid out is left out, and a turn in which the seat gave up. Raises
        NotOver before the end, and always where the match cannot be played on.
        """
        self._check_foreseen()
        rows = list(
            SealedPly.objects.filter(match=self._match)
            .order_by("number", "seat")
            .values_list("number", "seat", "move")
        )
        turns = [list(some) for _seat, some in groupby(rows, key=lambda row: row[1])]
        return tuple(
            tuple(number for number, _seat, _move in turn)
            for turn in turns
            if turn[0][1] == seat
            and turn[0][0] > self._match.given_plies
            and turn[-1][2] is not None
        )

    def thought_to_foresee(self, ply: int, seat: Seat) -> Thought:
        """Return the board after that ply, with the eyes of *seat*; raises NotOver likewise."""
        self._check_foreseen()
        return thought_of(self._engine, self._position_after(ply), seat, label="")

    def _check_foreseen(self) -> None:
        if self.outcome() is None or not self.can_be_foreseen():
            raise NotOver

"""Hindsight: a match that is over, gone through for what each seat could have known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Any

from engines.core.engine import HindsightEngine
from engines.core.hindsight import Tried
from engines.core.knowledge import Identity, Knowledge
from engines.core.seats import Seat, Viewer
from games.match.exceptions import NotOver
from games.match.referee.eyes import Thought, thought_of
from games.match.referee.standing import OwnBoards, text_of
from games.match.referee.table import Table, has_part
from games.match.sealed import SealedPly


@dataclass(frozen=True, slots=True)
class SeatInHindsight:
    """The knowledge that one seat could have after a ply."""

    seat: int
    sheet: Knowledge
    identities: tuple[Identity, ...]


@dataclass(frozen=True, slots=True)
class PlyInHindsight:
    """One ply, what whose ply it was had missed or tried by it, and what all could know after."""

    ply: int
    seat: int
    """Whose ply it was; the first of several who conceded together."""
    missed: tuple[str, ...]
    tried: Tried | None
    after: tuple[SeatInHindsight, ...]
    """By seat; empty once the match is over, when all is open."""


class Hindsight(Table):
    """Goes through a match again with the eyes of each of its seats."""

    def can_be_reviewed(self) -> bool:
        """Return whether its game can say what could have been known."""
        engine: Any = self._engine
        return has_part(engine, HindsightEngine)

    def can_be_weighed(self) -> bool:
        """Return whether all see everything in its game, and two sides play it."""
        meta = self._engine.meta
        return not meta.hides_information and not meta.solo and len(self._seats) == 2

    def thought_to_weigh(self, ply: int) -> Thought | None:
        """Return what a bot may think about after that ply, with the eyes of whoever was to move;
        None where nobody was.

        Raises NotOver before the end, and always where anything was hidden.
        """
        if self.outcome() is None or not self.can_be_weighed():
            raise NotOver
        engine, here = self._engine, self._position_after(ply)
        seats = engine.to_act(here)
        if len(seats) != 1:
            return None
        return thought_of(engine, here, min(seats), label=f"weigh.{ply}")

    def played_now(self, user_id: int | None, *, up_to: int) -> frozenset[int]:
        """Return the plies up to *up_to* after which the board is one that a running match of that
        user stands at, or may after its next move; raises NotOver before the end."""
        if self.outcome() is None:
            raise NotOver
        own = OwnBoards(user_id, self._match.game) if up_to >= 0 else None
        if not own:
            return frozenset()
        steps = chain([(0, self._start())], self._steps())
        boards = takewhile(lambda board: board[0] <= up_to, steps)
        return frozenset(ply for ply, step in boards if text_of(self._engine, step.position) in own)

    def is_played_now(self, ply: int, user_id: int | None, *, but_practice: bool = False) -> bool:
        """Return whether the board after that ply is one of them; likewise."""
        if self.outcome() is None:
            raise NotOver
        own = OwnBoards(user_id, self._match.game, but_practice=but_practice)
        return bool(own) and text_of(self._engine, self._position_after(ply)) in own

    def gone_through(self, *, after: int = 0) -> Iterator[PlyInHindsight]:
        """Yield the plies after ply *after*, from the one that begins play on; raises NotOver
        before the end.

        Each takes as long as the sheets of all seats, so whoever asks may stop in between.
        """
        if self.outcome() is None:
            raise NotOver
        engine: Any = self._engine
        plies = {row.number: row for row in SealedPly.objects.filter(match=self._match)}
        here = self._start().position
        known: tuple[SeatInHindsight, ...] = ()
        for number, step in self._steps():
            before, here = here, step.position
            if engine.is_setting_up(here) or number < after:
                continue
            is_over = engine.outcome(here) is not None
            known_before = known
            known = () if is_over else self._seen_by_all(engine, here)
            if number == after:
                continue
            row = plies[number]
            seat = Seat(row.seat)
            remembered = next((one for one in known_before if one.seat == seat), None)
            missed: tuple[str, ...] = ()
            tried: Tried | None = None
            if remembered is not None:
                view = engine.view(before, Viewer.of(seat))
                move = None if row.move is None else engine.codec.load_move(row.move)
                missed = engine.missed(view, remembered.sheet, move)
                if move is not None:
                    after_view = engine.view(here, Viewer.of(seat))
                    tried = engine.tried(view, remembered.sheet, move, after_view)
            yield PlyInHindsight(number, row.seat, missed, tried, known)

    def truth(self) -> tuple[Identity, ...]:
        """Every piece with its kind, as all may see once the match is over; raises NotOver."""
        if self.outcome() is None:
            raise NotOver
        engine: Any = self._engine
        return tuple(engine.identities(engine.view(self._position, Viewer.of(Seat(0)))))

    def _seen_by_all(self, engine: Any, here: Any) -> tuple[SeatInHindsight, ...]:
        found = []
        for seat in range(len(self._seats)):
            view = engine.view(here, Viewer.of(Seat(seat)))
            found.append(SeatInHindsight(seat, engine.knowledge(view), engine.identities(view)))
        return tuple(found)

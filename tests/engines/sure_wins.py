"""Whether a win that is said to be sure is: played out by the exact engine in every world that
looks the same, against every reply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import GameEngine, PatientEngine
from engines.core.proofs import SureWin
from engines.core.seats import Seat, Viewer

Search = Callable[[Any], SureWin[Any] | None]
"""What is sure by a view."""


def check(
    engine: GameEngine[Any, Any, Any], worlds: Iterable[Any], seat: Seat, search: Search
) -> int:
    """In how many own moves *seat* wins by what *search* says on each turn; AssertionError where
    there is a world, all of which look the same, and a reply in which it does not."""
    game, within = _Game(engine, seat, search), 0
    for world in worlds:
        first = game.sure(world)
        assert first is not None
        within = first.within
        game.go_on(world, within)
    return within


class _Game:
    """Matches in which a seat plays what is sure, and the other one everything."""

    def __init__(self, engine: GameEngine[Any, Any, Any], seat: Seat, search: Search) -> None:
        self._engine, self._seat, self._search = engine, seat, search
        self._found: dict[Any, SureWin[Any] | None] = {}

    def sure(self, here: Any) -> SureWin[Any] | None:
        view = self._engine.view(here, Viewer.of(self._seat))
        if view not in self._found:
            self._found[view] = self._search(view)
        return self._found[view]

    def go_on(self, here: Any, left: int) -> None:
        (mover,) = self._engine.to_act(here)
        if mover == self._seat:
            self._act(here, left)
            return
        for reply in self._engine.legal_moves(self._engine.view(here, Viewer.of(mover))):
            self._play(here, mover, reply, left)

    def _act(self, here: Any, left: int) -> None:
        win, silence = self.sure(here), None
        if isinstance(self._engine, PatientEngine):
            silence = self._engine.default_move(self._engine.view(here, Viewer.of(self._seat)))
        if silence is not None:  # a question, and no move
            self._play(here, self._seat, win.move if win else silence, left)
            return
        assert win is not None, "nothing is sure any more"
        assert win.within <= left, "it takes longer than was said"
        self._play(here, self._seat, win.move, win.within - 1)

    def _play(self, here: Any, mover: Seat, move: Any, left: int) -> None:
        after = self._engine.play(here, mover, move, Dice(b"", "1")).position
        outcome = self._engine.outcome(after)
        if outcome is None:
            self.go_on(after, left)
        else:
            assert outcome.winners == frozenset({self._seat}), f"{move} ends it otherwise"

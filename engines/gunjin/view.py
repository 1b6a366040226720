"""What one viewer may know, built up from public facts and the viewer's own (§7)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.gunjin.pieces import HIDDEN, SEAT_OF
from engines.gunjin.position import Board, Played, Position

SETUP, PLAY, OVER = "setup", "play", "over"
"""The phases of a match."""

_KNOWS = {
    # for each pair (knows South's kinds, knows North's): each code as such a viewer sees it
    (south, north): tuple(
        0 if owner < 0 else code if (south, north)[owner] else HIDDEN[owner]
        for code, owner in enumerate(SEAT_OF)
    )
    for south in (False, True)
    for north in (False, True)
}


@dataclass(frozen=True, slots=True, repr=False)
class GunjinView:
    """The match as a viewer sees it: enough to say which moves are open and what can be known."""

    seat: Seat | None
    """The viewing seat; None for a bystander."""
    phase: str
    ready: tuple[bool, bool]
    """Which seats have placed their army."""
    to_act: frozenset[Seat]
    start: Board
    """Where play began, with `pieces.HIDDEN` for the kinds this viewer may not know."""
    board: Board
    """Where the pieces are now, likewise."""
    first: Seat | None
    """Who made the first step, or is to make it; None during set-up."""
    record: tuple[Played, ...]
    """Every step and the result of its battle: public."""
    quiet: int
    """How many steps have been made since the last battle."""
    repetitions: int
    """How often the public has seen this placement, this time included; 0 during set-up."""
    outcome: Outcome | None

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must not tell a seat's own kinds either."""
        return f"<Gunjin view of seat {self.seat} after {len(self.record)} steps>"


def view_of(position: Position, viewer: Viewer) -> GunjinView:
    """*position* in the eyes of *viewer*. After the end everybody sees everything."""
    over = position.outcome is not None
    knows_all = viewer.sees_all or over
    seen = _KNOWS[knows_all or viewer.seat == 0, knows_all or viewer.seat == 1]
    return GunjinView(
        seat=viewer.seat,
        phase=OVER if over else SETUP if position.first is None else PLAY,
        ready=position.ready,
        to_act=position.to_act,
        start=tuple([seen[piece] for piece in position.start]),
        board=tuple([seen[piece] for piece in position.board]),
        first=position.first,
        record=position.record,
        quiet=position.quiet,
        repetitions=position.repetitions,
        outcome=position.outcome,
    )

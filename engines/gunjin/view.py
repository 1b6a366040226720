"""What one viewer may know, built up from public facts and the viewer's own (§7)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.hidden import Armies, knows_of, phase_of
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.gunjin.pieces import CODES
from engines.gunjin.position import Board, Played, Position


@dataclass(frozen=True, slots=True, repr=False)
class GunjinView:
    """The match as a viewer sees it: enough to say which moves are open and what can be known."""

    seat: Seat | None
    """The viewing seat; None for a bystander."""
    phase: str
    ready: tuple[bool, ...]
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
    armies: Armies
    """How many of each kind each seat has: public."""

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must not tell a seat's own kinds either."""
        return f"<Gunjin view of seat {self.seat} after {len(self.record)} steps>"


def view_of(position: Position, viewer: Viewer) -> GunjinView:
    """*position* in the eyes of *viewer*. After the end everybody sees everything."""
    is_over = position.outcome is not None
    seen = CODES.as_seen(knows_of(viewer, seats=2, is_over=is_over))
    return GunjinView(
        seat=viewer.seat,
        phase=phase_of(position.first, position.outcome),
        ready=position.ready,
        to_act=position.to_act,
        start=tuple([seen[piece] for piece in position.start]),
        board=tuple([seen[piece] for piece in position.board]),
        first=position.first,
        record=position.record,
        quiet=position.quiet,
        repetitions=position.repetitions,
        outcome=position.outcome,
        armies=position.armies,
    )

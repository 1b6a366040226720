"""What one viewer may know: in Nation, everything."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.nation.position import Position
from engines.nation.world import Snapshot


@dataclass(frozen=True, slots=True)
class NationView:
    """The nations as everybody sees them, and whose eyes these are."""

    now: Snapshot
    seat: Seat | None
    """The viewing seat; None for a bystander."""
    ply: int
    """How many actions have been taken."""
    last: str | None
    """The text of the last of them."""
    undoable: int
    """How many of them the nation whose turn it is may take back."""
    outcome: Outcome | None


def view_of(position: Position, viewer: Viewer) -> NationView:
    """*position* in the eyes of *viewer*."""
    return NationView(
        now=position.now,
        seat=viewer.seat,
        ply=len(position.moves),
        last=position.moves[-1] if position.moves else None,
        undoable=position.undoable,
        outcome=position.outcome,
    )

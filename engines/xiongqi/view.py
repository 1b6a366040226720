"""What one viewer may know: in Xiongqi, everything but how often earlier boards came up."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.xiongqi.moves import Move
from engines.xiongqi.position import Board, Position


@dataclass(frozen=True, slots=True)
class XiongqiView:
    """The board as a viewer sees it, and what is needed to say which moves are open."""

    board: Board
    seat: Seat | None
    """The viewing seat; None for a bystander."""
    to_move: Seat | None
    """Who is to move; None when the match is over."""
    check: bool
    """Whether the side to move (at the end: the side that would move) is in check."""
    last: Move | None
    taken: bytes
    """The pieces captured so far, in order."""
    ply: int
    """How many moves have been made."""
    repetitions: int
    """How often this position has occurred, this time included."""
    outcome: Outcome | None


def view_of(position: Position, viewer: Viewer) -> XiongqiView:
    """*position* in the eyes of *viewer*, built up from public facts."""
    return XiongqiView(
        board=position.board,
        seat=viewer.seat,
        to_move=None if position.outcome else position.to_move,
        check=position.check,
        last=position.moves[-1] if position.moves else None,
        taken=position.taken,
        ply=len(position.moves),
        repetitions=position.repetitions,
        outcome=position.outcome,
    )

"""What one viewer may know: in Gungi, everything but how often earlier positions came up."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.gungi.attack import is_in_check
from engines.gungi.board import Board
from engines.gungi.moves import Move
from engines.gungi.position import Hands, Position, Stacks
from engines.gungi.rulesets import BY_NAME


@dataclass(frozen=True, slots=True)
class GungiView:
    """The board and the hands, and what is needed to say which moves are open."""

    stacks: Stacks
    hands: Hands
    rules: str
    """The name of the rule set."""
    seat: Seat | None
    """The viewing seat; None for a bystander."""
    to_move: Seat | None
    """Who is to move; None when the match is over."""
    placing: tuple[Seat, ...]
    """The seats that are still setting up (§7); none once play has begun."""
    check: bool
    """Whether the side to move (at the end: the side that would move) is in check."""
    last: Move | None
    ply: int
    """How many moves have been made, placements included."""
    repetitions: int
    """How often this position has occurred in play, this time included."""
    outcome: Outcome | None

    @property
    def board(self) -> Board:
        """A board of its own to work on."""
        return Board(list(self.stacks), self.hands, BY_NAME[self.rules])

    @property
    def is_viewers_turn(self) -> bool:
        """True if the viewing seat is to move."""
        return self.to_move is not None and self.seat == self.to_move


def view_of(position: Position, viewer: Viewer) -> GungiView:
    """*position* in the eyes of *viewer*, built up from public facts."""
    now = position.now
    return GungiView(
        stacks=now.stacks,
        hands=now.hands,
        rules=now.rules,
        seat=viewer.seat,
        to_move=None if position.outcome else now.to_move,
        placing=now.placing,
        check=not now.placing and is_in_check(now.board, now.to_move),
        last=position.moves[-1] if position.moves else None,
        ply=len(position.moves),
        repetitions=position.repetitions,
        outcome=position.outcome,
    )

"""What one viewer may know, built up from public facts and the viewer's own (§7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.hidden import Armies, Knows, knows_of, phase_of
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.seichu.fouls import Foul
from engines.seichu.pieces import CODES, KIND_OF, SEAT_OF, UNKNOWN, tally
from engines.seichu.position import DEFEAT_CHECK, Board, Hands, Played, Position

Tally = tuple[int, ...]
"""How many of each kind, by kind."""


@dataclass(frozen=True, slots=True, repr=False)
class SeichuView:
    """The match as a viewer sees it: enough to say which moves are open and what can be known."""

    seat: Seat | None
    """The viewing seat; None for a bystander."""
    phase: str
    asked: str
    """What is asked for (see `position`): a move, or an answer about the capture just made."""
    ready: tuple[bool, ...]
    """Which seats have placed their pieces."""
    to_act: frozenset[Seat]
    start: Board
    """Where play began, with `pieces.HIDDEN` for the kinds this viewer may not know."""
    board: Board
    """Where the pieces are now, likewise; who lost the king sees what took it."""
    start_hands: Hands
    """The hands play began with: as many `pieces.UNKNOWN` as there are pieces the viewer may not
    know."""
    hands: Hands
    """The hands now, likewise."""
    dropped: Hands
    """What each seat has dropped, likewise."""
    armies: Armies
    """How many of each kind each seat set out with, or is to place: public."""
    first: Seat | None
    """Who made the first ply, or is to make it; None during set-up."""
    record: tuple[Played, ...]
    """Everything played and said: public."""
    outcome: Outcome | None
    fouls: tuple[Foul, ...]
    """Every foul of the match, once it is over."""

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must not tell a seat's own kinds either."""
        return f"<Seichu view of seat {self.seat} after {len(self.record)} entries>"


def view_of(position: Position, viewer: Viewer) -> SeichuView:
    """*position* in the eyes of *viewer*. After the end everybody sees everything."""
    is_over = position.outcome is not None
    knows = knows_of(viewer, seats=2, is_over=is_over)
    seen = CODES.as_seen(knows)
    return SeichuView(
        seat=viewer.seat,
        phase=phase_of(position.first, position.outcome),
        asked=position.asked,
        ready=position.ready,
        to_act=position.to_act,
        start=tuple([seen[piece] for piece in position.start]),
        board=_board(position, viewer, seen),
        start_hands=_shown(position.start_hands, knows),
        hands=_shown(position.hands, knows),
        dropped=_shown(position.dropped, knows),
        armies=armies_of(position),
        first=position.first,
        record=position.record,
        outcome=position.outcome,
        fouls=position.fouls,
    )


def armies_of(position: Position) -> Armies:
    """Return how many of each kind each seat set out with; during set-up, what it places."""
    if position.first is None:
        return position.to_place
    south, north = (
        tuple(
            tally(
                [
                    *(KIND_OF[piece] for piece in position.start if SEAT_OF[piece] == seat),
                    *position.start_hands[seat],
                ]
            )
        )
        for seat in (0, 1)
    )
    return south, north


def _board(position: Position, viewer: Viewer, seen: Sequence[int]) -> Board:
    board = [seen[piece] for piece in position.board]
    if position.asked == DEFEAT_CHECK and viewer.seat == position.answering:
        captor = position.record[-1].target
        board[captor] = position.board[captor]
    return tuple(board)


def _shown(hands: Hands, knows: Knows) -> Hands:
    south, north = hands
    return (
        south if knows[0] else (UNKNOWN,) * len(south),
        north if knows[1] else (UNKNOWN,) * len(north),
    )

"""What one viewer may know, built up from public facts and the viewer's own (§7)."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.seichu.fouls import Foul
from engines.seichu.pieces import HIDDEN, KIND_OF, SEAT_OF, UNKNOWN, tally
from engines.seichu.position import DEFEAT_CHECK, Board, Hands, Played, Position

SETUP, PLAY, OVER = "setup", "play", "over"
"""The phases of a match."""

Tally = tuple[int, ...]
"""How many of each kind, by kind."""

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
class SeichuView:
    """The match as a viewer sees it: enough to say which moves are open and what can be known."""

    seat: Seat | None
    """The viewing seat; None for a bystander."""
    phase: str
    asked: str
    """What is asked for (see `position`): a move, or an answer about the capture just made."""
    ready: tuple[bool, bool]
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
    armies: tuple[Tally, Tally]
    """How many of each kind each seat set out with: public, for all armies are alike."""
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
    over = position.outcome is not None
    knows_all = viewer.sees_all or over
    knows = (knows_all or viewer.seat == 0, knows_all or viewer.seat == 1)
    return SeichuView(
        seat=viewer.seat,
        phase=OVER if over else SETUP if position.first is None else PLAY,
        asked=position.asked,
        ready=position.ready,
        to_act=position.to_act,
        start=tuple([_KNOWS[knows][piece] for piece in position.start]),
        board=_board(position, viewer, knows),
        start_hands=_shown(position.start_hands, knows),
        hands=_shown(position.hands, knows),
        dropped=_shown(position.dropped, knows),
        armies=armies_of(position),
        first=position.first,
        record=position.record,
        outcome=position.outcome,
        fouls=position.fouls,
    )


def armies_of(position: Position) -> tuple[Tally, Tally]:
    """How many of each kind each seat set out with; nothing where nothing is placed."""
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


def _board(position: Position, viewer: Viewer, knows: tuple[bool, bool]) -> Board:
    seen = _KNOWS[knows]
    board = [seen[piece] for piece in position.board]
    if position.asked == DEFEAT_CHECK and viewer.seat == position.answering:
        captor = position.record[-1].target
        board[captor] = position.board[captor]
    return tuple(board)


def _shown(hands: Hands, knows: tuple[bool, bool]) -> Hands:
    south, north = hands
    return (
        south if knows[0] else (UNKNOWN,) * len(south),
        north if knows[1] else (UNKNOWN,) * len(north),
    )

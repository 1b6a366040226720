"""The facts told of a Xiongqi match. All of them are public."""

from __future__ import annotations

from engines.core import news
from engines.core.events import Event
from engines.xiongqi.pieces import LETTERS
from engines.xiongqi.position import Position


def began(position: Position) -> Event:
    """A match began, with this seat to move."""
    return Event("began", {"to_move": position.to_move})


def moved(before: Position, after: Position) -> Event:
    """The last move of *after*: who, what, what it took, what it became, whether it checks."""
    move = after.moves[-1]
    captured = before.board[move.target]
    return Event(
        "moved",
        {
            "seat": before.to_move,
            "move": str(move),
            "piece": LETTERS[before.board[move.origin]],
            "captured": LETTERS[captured] if captured else None,
            "promoted": LETTERS[after.board[move.target]] if move.promotion else None,
            "check": after.check,
        },
    )


def ended(position: Position) -> tuple[Event, ...]:
    """Return the end, if this is one: why, and who won."""
    if position.outcome is None:
        return ()
    return (news.ended(position.outcome),)

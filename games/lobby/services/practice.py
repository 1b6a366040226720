"""Matches of practice that go on from a board of another one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.lobby.selectors.practice import board_to_play
from games.match.terms import opening

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match


def play_on(*, user: User, uid: str, ply: int, level: str, key: str, now: datetime) -> Match:
    """A match against a bot that goes on from where match *uid* stood after *ply* plies.

    The user has the side that is to move there. It says that moves were set up in advance, and
    counts for nothing. Raises what `board_to_play` raises, TooManyMatches for guests, or
    UnknownTerms for a bot that does not play the game.
    """
    board = board_to_play(user, uid, ply)
    terms = opening.Terms(
        board.game,
        "none",
        side=board.side,
        key=key,
        options=dict(board.options),
        start=board.start,
    )
    if not board.plies:
        return opening.create_bot_match(user=user, terms=terms, level=level, now=now)
    return opening.create_lesson_match(
        user=user, terms=terms, plies=board.plies, level=level, now=now
    )

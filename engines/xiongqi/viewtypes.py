"""The fields of a view as JSON: the same for everybody. Loads no rules."""

from __future__ import annotations

from typing import TypedDict

from engines.core.outcome import OutcomeJson


class XiongqiViewJson(TypedDict):
    """A match as anybody sees it."""

    board: str
    """The board field of the position text."""
    to_move: int | None
    """Who is to move; None when the match is over."""
    check: bool
    last: str | None
    """The last move's text."""
    captured: str
    """The letters of the pieces captured so far, in order."""
    ply: int
    repetitions: int
    outcome: OutcomeJson | None

"""The fields of a view as JSON: the same for everybody. Loads no rules."""

from __future__ import annotations

from typing import TypedDict

from engines.core.outcome import OutcomeJson


class GungiViewJson(TypedDict):
    """A match as anybody sees it."""

    board: str
    """The ranks of the position text, the ninth first."""
    hands: list[str]
    """The hands of the position text, by seat."""
    rules: str
    """The name of the rule set."""
    to_move: int | None
    """Who is to move; None when the match is over."""
    placing: list[int]
    """The seats that are still setting up."""
    check: bool
    last: str | None
    """The last move's text."""
    ply: int
    repetitions: int
    outcome: OutcomeJson | None

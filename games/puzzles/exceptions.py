"""Why the site refuses something about a puzzle."""

from __future__ import annotations


class NoSuchPuzzle(LookupError):
    """There is no such puzzle, or it does not stand so after these moves."""


class NoAnswer(ValueError):
    """An answer that the puzzle does not admit as it stands."""

"""A position in which it is the reader's move, and one idea to see in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a game for the front door: its reader is to move."""

    plies: tuple[str, ...] = ()
    """How play came to it, from the start; set-ups first, those of seat 0 before seat 1's."""
    idea: Promise | str = ""
    """What there is to see, in one or two short sentences."""
    seat: int = 0
    """The reader's."""
    template: str = ""
    """What the board is drawn with, where that of the match page is too large."""


FROM_THE_START = Lesson()

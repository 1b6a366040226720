"""The story of a match told otherwise than as a list of moves."""

from __future__ import annotations

from typing import Protocol

from games.boards.kit.scenes import News


class Chronicle(Protocol):
    """A story as the match page handles it; its template knows the rest."""

    @property
    def template(self) -> str:
        """The template that draws it."""

    @property
    def last_row(self) -> tuple[int, int] | None:
        """After which ply its last row begins, and which one that is; None before any."""


class ChronicleMaker(Protocol):
    """A teller of the story of a match of one game."""

    def __call__(self, news: News, *, after: int = 0, first: int = 1) -> Chronicle | None:
        """Return the story of the *news* a viewer may hear; None where there is nothing to tell.

        They may be those of the start and of the plies *after* one alone: the row *first* begins
        there, and who asks holds the rows before it.
        """

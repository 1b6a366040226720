"""The story of a match told otherwise than as a list of moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from games.boards.kit.scenes import News


class Chronicle(Protocol):
    """A story as the match page handles it; its template knows the rest."""

    @property
    def template(self) -> str:
        """What it is drawn with."""


ChronicleMaker: TypeAlias = Callable[[News], Chronicle | None]
"""The story of the news a viewer may hear; None where there is nothing to tell."""

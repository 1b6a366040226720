"""What a game tells the match page: the one thing each game adds to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engines.core.jsontypes import JsonObject
from games.presenters.faces import PieceFace
from games.presenters.offers import Offer
from games.presenters.page import ToldMove

News = Sequence[tuple[str, JsonObject]]
"""The events a viewer may hear, oldest first."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as one viewer sees it, before it is turned and marked."""

    pieces: Mapping[str, PieceFace]
    """What stands where, by square."""
    last: tuple[str, ...]
    """The squares of the last move, first to last; empty at the start."""
    checked: str
    """The square of the piece in check; empty if there is none."""
    ply: int


class GamePresenter(Protocol):
    """How one game appears on the match page. It reads views and news, never positions."""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files, from South's left to right."""

    @property
    def ranks(self) -> tuple[str, ...]:
        """The names of the ranks, from South's first to the last."""

    @property
    def opening(self) -> JsonObject:
        """The view to show before a match has begun."""

    def scene(self, view: JsonObject) -> Scene:
        """The board that *view* shows."""

    def offers(self, view: JsonObject, legal: Sequence[str]) -> tuple[Offer, ...]:
        """The moves *legal*, ready to be picked and confirmed."""

    def story(self, news: News) -> tuple[ToldMove, ...]:
        """The moves played, in order."""

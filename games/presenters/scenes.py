"""What a game tells the match page: the one thing each game adds to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engines.core.jsontypes import JsonObject
from games.presenters.faces import PieceFace
from games.presenters.layouts import Layout
from games.presenters.offers import Bluffs, Offer
from games.presenters.page import Check, ToldMove, Tray

News = Sequence[tuple[str, JsonObject]]
"""The events a viewer may hear, oldest first."""


NO_BLUFFS: Bluffs = {}


@dataclass(frozen=True, slots=True)
class HandPiece:
    """Pieces of one kind in the viewer's own hand."""

    square: str
    """What is picked in place of a square."""
    face: PieceFace
    count: int
    label: str


@dataclass(frozen=True, slots=True)
class Call:
    """Something said instead of moving, and the question it is asked back with."""

    action: str
    """The move as submitted."""
    name: str
    text: str
    is_grave: bool = False
    about: str = ""
    """The move it is about; empty where the page shows it already, or where there is none."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What everybody may know of the moment, in short sentences; empty where there is nothing."""

    said: str = ""
    """What the last move was, if something was said instead of moving."""
    awaited: str = ""
    """What %(name)s is asked, whom the match waits for."""


NO_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as one viewer sees it, before it is turned and marked."""

    pieces: Mapping[str, PieceFace]
    """What stands where, by square."""
    last: tuple[str, ...]
    """The squares of the last move, first to last; empty at the start."""
    ply: int
    """The number of the ply after which it stood so, as the referee counts them."""
    checked: str = ""
    """The square of the piece in check; empty if there is none."""
    left: str = ""
    """Who was left where the last move led to a battle: attacker, defender or nobody."""
    hand: tuple[HandPiece, ...] | None = None
    """What the viewer may drop, by kind; None where there is no hand to show."""


class GamePresenter(Protocol):
    """How one game appears on the match page. It reads views and news, never positions."""

    @property
    def layout(self) -> Layout:
        """Where the squares lie."""

    @property
    def plies_before(self) -> int:
        """How many plies come before the first move: those that set the board up."""

    @property
    def letters(self) -> str:
        """The letters of the kinds of piece, in the order of the rules page."""

    @property
    def has_battles(self) -> bool:
        """Whether moves lead to battles whose end is told and not seen."""

    @property
    def opening(self) -> JsonObject:
        """The view to show before a match has begun."""

    def scene(self, view: JsonObject) -> Scene:
        """The board that *view* shows."""

    def places(self) -> Mapping[str, str]:
        """What squares are called where their bare name does not say enough."""

    def kind_faces(self, seat: int) -> Mapping[str, PieceFace]:
        """The faces of what an unknown piece of *seat* can be, by letter, in the rules' order."""

    def offers(
        self, view: JsonObject, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """The moves *legal*, ready to be picked and confirmed; *bluffs* are fouls among them."""

    def calls(self, view: JsonObject, legal: Sequence[str]) -> tuple[Call, ...]:
        """What can be said instead of moving."""

    def check(self, view: JsonObject, legal: Sequence[str]) -> Check | None:
        """The question the viewer has to answer now, if there is one."""

    def chooser_question(self) -> str:
        """What is asked where several moves go over the same squares."""

    def story(self, news: News, seat: int | None) -> tuple[ToldMove, ...]:
        """The moves played, in order, as told to the viewer in *seat* (None: an onlooker)."""

    def trays(self, view: JsonObject, shown: Sequence[ToldMove]) -> tuple[Tray, ...]:
        """What lies beside the board for each seat, after the moves *shown*."""

    def aside(self, view: JsonObject) -> Aside:
        """What has just been said, and what others are asked, where the board cannot show it."""

    def remarks(self, reveal: JsonObject) -> tuple[str, ...]:
        """What is to be said at the end besides who won and why, of what the end *reveal*s."""

    def endings(self, *, is_draw: bool) -> Mapping[str, str]:
        """The game's own words for how a match ends, by code; %(side)s is the side that lost."""

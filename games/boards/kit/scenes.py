"""The values by which a game describes its board to the match page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engines.core.jsontypes import JsonObject
from games.boards.kit.faces import PieceFace, Stack
from games.boards.kit.offers import Bluffs, Offer

V = TypeVar("V")  # a game's view as JSON: the TypedDict of its `viewtypes`


@dataclass(frozen=True, slots=True)
class Check:
    """A question the viewer has to answer about one move: where it went, and what it was."""

    happened: str
    question: str
    cost: str
    """What a Doubt costs that proves nothing."""
    squares: tuple[str, ...]
    """From where to where it went."""
    face: PieceFace
    """What it was."""
    sentence: str
    """What happened, from where to where, and what it was, to be read out."""
    silence: str
    """What it counts as to let the time for an answer pass."""
    until: str = ""
    """How much time that is; empty where there is no limit, so that silence counts as nothing."""


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move that was played, as text."""

    ply: int
    seat: int
    face: PieceFace
    """The piece that moved, as it was before."""
    letter: str
    """What stands for the piece in notation."""
    path: str
    """The rest of the notation: "c2×c7+"."""
    sentence: str
    squares: tuple[str, ...] = ()
    """Where something has changed by it, first to last; empty where it changed nothing."""
    met: PieceFace | None = None
    """Whom it met in battle; None if there was none."""
    met_letter: str = ""
    outcome: str = ""
    """What the notation says after that piece: where it was, and who is left."""
    also: str = ""
    """The same in another notation of the game, where there is one."""
    when: str = ""
    """When it was made, and how long it took."""
    url: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Tray:
    """The pieces that lie beside the board for one side."""

    label: str
    """What the pieces in it are: "Captured", "In hand"."""
    faces: tuple[PieceFace, ...]
    count: str = ""
    """How many pieces are left, where the board hides what they are; else empty."""
    counts: tuple[int, ...] = ()
    """How many pieces each face stands for; empty where each stands for one."""

    @property
    def piles(self) -> tuple[tuple[PieceFace, int], ...]:
        """Each face with how many it stands for."""
        return tuple(zip(self.faces, self.counts or (1,) * len(self.faces), strict=True))


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
class Acts:
    """The things that can be said instead of moving, and which row shows."""

    row: str
    calls: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, Call], ...]


@dataclass(frozen=True, slots=True)
class Aside:
    """Facts of the moment that everybody may know, in short sentences; empty where there are
    none."""

    said: str = ""
    """What the last move was, if something was said instead of moving."""
    awaited: str = ""
    """What %(name)s is asked, whom the match waits for."""


NO_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class Scene:
    """A board as one viewer sees it, before it is turned and marked."""

    pieces: Mapping[str, Stack]
    """What stands where, by square (see `faces.one_each`)."""
    last: tuple[str, ...]
    """The squares of the last move, first to last; empty at the start."""
    ply: int
    """The number of the ply after which it stood so, as the referee counts them."""
    checked: str = ""
    """The square of the piece in check; empty if there is none."""
    left: str = ""
    """Who was left where the last move led to a battle: attacker, defender or nobody."""
    changed: tuple[str, ...] = ()
    """Where something has changed since the viewer's last move, where that is marked."""
    hand: tuple[HandPiece, ...] | None = None
    """What the viewer may drop, by kind; None where there is no hand to show."""


class GamePresenter(Protocol[V]):
    """The presenter of one game on the match page. It reads views and news, never positions.

    Methods with a body are as in a game that hides nothing and in which moving is all there is.
    """

    plies_before: int = 0
    """How many plies come before the first move: those that set the board up."""
    letters: str = ""
    """The letters of the kinds of piece, in the order of the rules page."""
    has_battles: bool = False
    """Whether moves lead to battles whose end is told and not seen."""
    start_view: V
    """The view to show before a match has begun."""

    def scene(self, view: V) -> Scene:
        """Return the board that *view* shows."""

    def places(self) -> Mapping[str, str]:
        """Return names of squares whose bare name does not say enough."""
        return {}

    def kind_faces(self, seat: int) -> Mapping[str, PieceFace]:
        """The faces of what an unknown piece of *seat* can be, by letter, in the rules' order."""
        return {}

    def offers(
        self, view: V, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """The moves *legal*, ready to be picked and confirmed; *bluffs* are fouls among them."""

    def calls(self, view: V, legal: Sequence[str]) -> tuple[Call, ...]:
        """Return the things that can be said instead of moving."""
        return ()

    def check(self, view: V, legal: Sequence[str]) -> Check | None:
        """Return the question the viewer has to answer now, if there is one."""
        return None

    def chooser_question(self) -> str:
        """Return the question where several moves go over the same squares."""
        return ""

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """The moves played, in order, as told to the viewer in *seat* (None: an onlooker)."""

    def trays(self, view: V) -> tuple[Tray, ...]:
        """Return the trays beside the board, in seat order; nothing for nobody."""
        return ()

    def aside(self, view: V) -> Aside:
        """Return facts of the moment that the board cannot show."""
        return NO_ASIDE

    def remarks(self, reveal: JsonObject) -> tuple[str, ...]:
        """Return sentences of the end besides who won and why, of what the end *reveal*s."""
        return ()

"""What the match page asks of a board, whatever it looks like: in rows, as a map, as a ring.

`GridMaker` makes boards in rows. A game with another board has a maker and a template of its
own; every square of that template is still drawn by `{% board_cell %}` or `{% square %}`, so
that picking, keys and screen readers work as everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.boards.kit.brushes import Brush, Drawing
from games.boards.kit.scenes import GamePresenter, Scene
from games.boards.kit.sides import Sides


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on squares, besides what stands on them."""

    picked: tuple[str, ...] = ()
    targets: Mapping[str, bool] = field(default_factory=dict)
    """Where the picks can go on, and whether that captures."""
    shades: Mapping[str, str] = field(default_factory=dict)
    """Those that only a foul leads to, and which shade of one."""
    claim: tuple[str, ...] = ()
    """The squares of a move the viewer is asked about."""
    hinted: tuple[str, ...] = ()
    """What a coach speaks of."""
    guesses: Mapping[str, str] = field(default_factory=dict)
    """What the viewer takes hidden pieces for, by square; of a stack its top."""
    sure: Mapping[str, str] = field(default_factory=dict)
    """What hidden pieces can only be to the seat whose eyes look back."""


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a board is made from: what stands there, who looks, what is picked."""

    game: str
    presenter: GamePresenter[Any]
    scene: Scene
    sides: Sides
    seat: int | None
    """Whose place the board is turned to; None for an onlooker."""
    marks: Marks
    sprite: str
    """The static path of the pieces."""
    has_letters: bool
    """Whether the set names pieces by letters, so that notation should too."""
    last_seat: int | None = None
    """Who made the last move shown."""
    squares: Collection[str] | None = None
    """If given, only the parts of the board with these are shown: a set-up's."""
    mover: int | None = None
    """Whose hand is shown where one moves for both; None for that of the seat."""

    @property
    def own(self) -> str:
        """The viewer's side; empty for an onlooker."""
        return "" if self.seat is None else self.sides.keys[self.seat]


class Board(Protocol):
    """A board as the match page handles it; its template knows the rest."""

    @property
    def template(self) -> str:
        """The template that draws it."""

    @property
    def ply(self) -> int:
        """After which ply it stands so."""

    @property
    def sprite(self) -> str:
        """The static path of the pieces."""

    @property
    def letters(self) -> str:
        """The keys that lead to the next own piece of a kind."""

    @property
    def has_letters(self) -> bool:
        """True if notation names pieces by letters."""


class BoardMaker(Protocol):
    """A maker of the boards of one game."""

    @property
    def squares(self) -> Collection[str]:
        """The names of all squares."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a picture of it, in units."""

    def is_turned(self, seat: int | None) -> bool:
        """Return whether the board stands on its head for the viewer in *seat*."""

    def page(self, sight: Sight) -> Board:
        """Return the board of the match page."""

    def picture(self, scene: Scene, seat: int | None, brush: Brush) -> Drawing:
        """Return the same as a small picture, as *brush* draws it."""

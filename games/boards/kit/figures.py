"""Boards in the rules of a game, drawn as text, with marks on some squares.

What a figure shows is said in words beside it, so it is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from games.boards.kit.layouts import Layout


@dataclass(frozen=True, slots=True)
class Figure:
    """A board as the text of the rules page has it, and the squares that are marked on it."""

    board: str
    picked: str = ""
    line: str = ""
    """The two ends of a dashed line."""
    open: str = ""
    taken: str = ""
    closed: str = ""
    foul: str = ""
    blatant: str = ""


def _symbol(_square: str, letter: str) -> str:
    return f"{'s' if letter.isupper() else 'n'}{letter.upper()}"


@dataclass(frozen=True)
class Drawing:
    """The drawing of a game's boards, with South below; the side of a square is 1."""

    of: str
    """What the symbols of `pieces.html` begin with."""
    layout: Layout
    css: str = "diagram"
    water: float = 0
    """How broad the water at the shore is drawn."""
    symbol: Callable[[str, str], str] = _symbol
    """The symbol of a piece by its square and its letter."""

    def draw(self, figure: Figure) -> SafeString:
        """Return the picture of *figure*."""
        wide, high = len(self.layout.files), len(self.layout.ranks) + self.water
        head = f'<svg class="{self.css}" viewBox="-0.55 -0.15 {wide + 0.7:g} {high + 0.7:g}"'
        ground = f'<use href="#{self.of}-board" x="0" y="0" width="{wide}" height="{high:g}"/>'
        parts = [ground, self._notes(high), *self._marks(figure)]
        lines = "".join(f"  {part}\n" for part in parts)
        return SafeString(f'{head} aria-hidden="true" focusable="false">\n{lines}</svg>\n')

    def _corner(self, square: str) -> tuple[float, float]:
        """Return the upper left corner of where a piece stands on *square*."""
        x = self.layout.files.index(square[0]) + (self.layout.wide.get(square, 1) - 1) / 2
        y = len(self.layout.ranks) - 1 - self.layout.ranks.index(square[1])
        return x, y + (self.water if y >= self.layout.shore else 0)

    def _notes(self, high: float) -> str:
        files = "".join(
            f'<text x="{x + 0.5}" y="{high + 0.42:g}">{name}</text>'
            for x, name in enumerate(self.layout.files)
        )
        ranks = "".join(
            f'<text x="-0.3" y="{self._corner(f"a{name}")[1] + 0.6:g}">{name}</text>'
            for name in reversed(self.layout.ranks)
        )
        return f'<g class="notes">{files}{ranks}</g>'

    def _marks(self, figure: Figure) -> Iterator[str]:
        """Yield what is drawn on the empty board, from the ground up."""
        for x, y in map(self._corner, figure.picked.split()):
            picked = f'x="{x + 0.04:g}" y="{y + 0.04:g}" width=".92" height=".92"'
            yield f'<rect class="picked" {picked}/>'
        if figure.line:
            ends = (f"{x + 0.5} {y + 0.5}" for x, y in map(self._corner, figure.line.split()))
            yield f'<path class="path" d="M{"L".join(ends)}"/>'
        for square, letter in self.layout.letters_on(figure.board).items():
            x, y = self._corner(square)
            symbol = f"{self.of}-{self.symbol(square, letter)}"
            yield f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="1" height="1"/>'
        for css, radius, squares in (("dot", ".15", figure.open), ("take", ".46", figure.taken)):
            for x, y in map(self._corner, squares.split()):
                yield f'<circle class="{css}" cx="{x + 0.5:g}" cy="{y + 0.5:g}" r="{radius}"/>'
        for css, up, shape, squares in (
            ("cross", (0.32, 0.32), "l.36 .36m0-.36l-.36 .36", figure.closed),
            ("foul", (0.5, 0.28), DIAMOND, figure.foul),
            ("foul blatant", (0.5, 0.28), DIAMOND, figure.blatant),
        ):
            for x, y in map(self._corner, squares.split()):
                yield f'<path class="{css}" d="M{x + up[0]:g} {y + up[1]:g}{shape}"/>'


DIAMOND = "l.22 .22l-.22 .22l-.22 -.22z"


def chapter_of(
    drawing: Drawing, figures: Mapping[str, Figure]
) -> Callable[[], dict[str, dict[str, SafeString]]]:
    """Return what gives the rules page its figures, by name; each is drawn once."""

    @cache
    def chapter() -> dict[str, dict[str, SafeString]]:
        return {"figures": {name: drawing.draw(figure) for name, figure in figures.items()}}

    return chapter

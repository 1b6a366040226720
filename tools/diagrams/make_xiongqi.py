"""Write the pictures of Xiongqi boards on the home page and in the rules, as template partials.

    python tools/diagrams/make_xiongqi.py

The results are committed. Each piece is one `<use>` of a symbol in
templates/boards/xiongqi/pieces.html; static/css/diagram.css gives the colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent.parent / "templates"
FILES, RANKS = "abcdefgh", "87654321"
Corner = tuple[int, int]


@dataclass(frozen=True)
class Diagram:
    """A board as position text, and what is marked on it (squares separated by blanks)."""

    comment: str
    board: str
    picked: str = ""
    last: str = ""
    open: str = ""
    taken: str = ""
    closed: str = ""
    line: str = ""  # the two ends of a dashed line
    css: str = "diagram"
    notes: bool = True  # whether files and ranks are written beside the board


FIGURES = {
    "start": Diagram(
        "The opening position.", "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR"
    ),
    "horse": Diagram(
        "A horse on d4 with its upper leg taken.",
        "8/8/8/3S1s2/3H4/8/8/8",
        picked="d4",
        open="f3 b5 b3 c2 e2",
        taken="f5",
        closed="c6 e6",
    ),
    "cannon": Diagram(
        "A cannon on c4, a screen on c5, something to take on c6.",
        "8/8/2s5/2S5/2C5/8/8/8",
        picked="c4",
        open="a4 b4 d4 e4 f4 g4 h4 c3 c2 c1",
        taken="c6",
    ),
    "soldier": Diagram(
        "Two soldiers of South, before and past the river.",
        "8/8/8/5S2/8/1S6/8/8",
        open="b4 f6 e5 g5",
    ),
    "empress": Diagram(
        "An empress on d4: the lines of a chariot and the jumps.",
        "8/8/8/8/3E4/8/8/8",
        picked="d4",
        open="a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8 c6 e6 b5 f5 b3 f3 c2 e2",
    ),
    "facing": Diagram(
        "North on d8, South on e1: d1 would open the file below.",
        "3g4/8/8/8/8/8/8/4G3",
        picked="e1",
        open="e2 f1",
        closed="d1",
        line="d1 d8",
    ),
    "apart": Diagram(
        "South above North: the open file is allowed.", "8/3G4/8/8/8/8/8/3g4", line="d7 d1"
    ),
}
HOME = Diagram(
    "A match under way: North's cannon looks over the soldier at the general, and South thinks.",
    "rh1agbhr/4c3/1s3sss/S3S3/5C2/1SB2ASB/2C5/R3G1HR",
    picked="e5",
    last="h7 e7",
    open="d5 f5",
    css="diagram scene",
    notes=False,
)


def corner(square: str) -> Corner:
    """The upper left corner of a square, South below; the side of a square is 1."""
    return FILES.index(square[0]), RANKS.index(square[1])


def corners(squares: str) -> list[Corner]:
    return [corner(square) for square in squares.split()]


def pieces(board: str) -> Iterator[tuple[Corner, str]]:
    """Every piece of a position text with its corner, ranks from 8 down."""
    for y, row in enumerate(board.split("/")):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                yield (x, y), sign
                x += 1


def symbol(sign: str) -> str:
    """The symbol of a letter of the position text: ``x-sG`` is South's general."""
    return f"x-{'s' if sign.isupper() else 'n'}{sign.upper()}"


def notes() -> str:
    files = "".join(f'<text x="{x + 0.5}" y="8.42">{name}</text>' for x, name in enumerate(FILES))
    ranks = "".join(f'<text x="-0.3" y="{y + 0.6}">{name}</text>' for y, name in enumerate(RANKS))
    return f'<g class="notes">{files}{ranks}</g>'


def frame(css: str, x: int, y: int) -> str:
    return f'<rect class="{css}" x="{x + 0.04}" y="{y + 0.04}" width=".92" height=".92"/>'


def ring(css: str, x: int, y: int, radius: str) -> str:
    return f'<circle class="{css}" cx="{x + 0.5}" cy="{y + 0.5}" r="{radius}"/>'


def cross(x: int, y: int) -> str:
    return f'<path class="cross" d="M{x + 0.32} {y + 0.32}l.36 .36m0-.36l-.36 .36"/>'


def line(ends: str) -> Iterator[str]:
    if ends:
        (x1, y1), (x2, y2) = corners(ends)
        yield f'<path class="path" d="M{x1 + 0.5} {y1 + 0.5}L{x2 + 0.5} {y2 + 0.5}"/>'


def parts(diagram: Diagram) -> Iterator[str]:
    """What is drawn, from the ground up."""
    yield '<use href="#x-board" x="0" y="0" width="8" height="8"/>'
    if diagram.notes:
        yield notes()
    yield from (frame("last", x, y) for x, y in corners(diagram.last))
    yield from (frame("picked", x, y) for x, y in corners(diagram.picked))
    yield from line(diagram.line)
    for (x, y), sign in pieces(diagram.board):
        yield f'<use href="#{symbol(sign)}" x="{x}" y="{y}" width="1" height="1"/>'
    yield from (ring("dot", x, y, ".15") for x, y in corners(diagram.open))
    yield from (ring("take", x, y, ".46") for x, y in corners(diagram.taken))
    yield from (cross(x, y) for x, y in corners(diagram.closed))


def drawn(diagram: Diagram) -> str:
    """The partial: what the picture says is also said in words beside it, so it is silent."""
    box = "-0.55 -0.15 8.7 8.7" if diagram.notes else "-0.15 -0.15 8.3 8.3"
    lines = "\n".join(f"  {part}" for part in parts(diagram))
    opening = f'<svg class="{diagram.css}" viewBox="{box}" aria-hidden="true" focusable="false">'
    return f"{{# {diagram.comment} #}}\n{opening}\n{lines}\n</svg>\n"


def main() -> None:
    figures = TEMPLATES / "boards" / "xiongqi" / "figures"
    for name, diagram in FIGURES.items():
        (figures / f"{name}.html").write_text(drawn(diagram))
    (TEMPLATES / "lobby" / "home_board.html").write_text(drawn(HOME))


if __name__ == "__main__":
    main()

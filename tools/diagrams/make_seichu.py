"""Write the pictures of Seichu boards in the rules, as partials.

    PYTHONPATH=. python tools/diagrams/make_seichu.py

The results are committed. Each piece is one `<use>` of a symbol in
templates/boards/seichu/pieces.html, which is written here too.
"""

from __future__ import annotations

from collections.abc import Iterator

from make_xiongqi import TEMPLATES, Diagram, cross, frame, ring

FILES, RANKS = "abcd", "7654321"
SIGNS = (*"KRBGSNLP", "zR", "zB", "zS", "zN", "zL", "zP", "U")
Place = tuple[int, int]

FIGURES = {
    "start": Diagram(
        "South's army in place, North's as South sees it.", "uuuu/uuuu/4/4/4/PGRN/LKSB"
    ),
    "rook": Diagram(
        "A rook on b3: true moves, a capture, and bluffs marked with a cross.",
        "4/4/1u2/4/PR2/4/4",
        picked="b3",
        open="b1 b2 b4 c3 d3",
        taken="b5",
        closed="a4 c4 c5 d1",
    ),
    "camp": Diagram(
        "A pawn on b6, in the enemy camp: it moves as a gold.",
        "4/1P2/4/4/4/4/4",
        picked="b6",
        open="a6 a7 b5 b7 c6 c7",
    ),
    "mate": Diagram(
        "A pawn dropped on a6 mates the king on a7.", "k3/P3/4/4/4/4/R3", picked="a6", taken="a7"
    ),
    "trial": Diagram(
        "A king on c6, one step from the last rank.",
        "u3/2K1/4/4/4/4/4",
        picked="c6",
        open="b7 c7 d7",
    ),
}


def place(square: str) -> Place:
    return FILES.index(square[0]), RANKS.index(square[1])


def places(squares: str) -> list[Place]:
    return [place(square) for square in squares.split()]


def pieces(board: str) -> Iterator[tuple[Place, str]]:
    """Every piece of a position text with its place; u and U are unknown ones."""
    for y, row in enumerate(board.split("/")):
        x = 0
        for sign in row:
            if not sign.isdigit():
                yield (x, y), sign
            x += int(sign) if sign.isdigit() else 1


def symbol(x: int, y: int, sign: str) -> str:
    """The symbol of a piece, which moves as promoted in the enemy camp."""
    is_south = sign.isupper()
    in_camp = y < 2 if is_south else y > 4
    kind = sign.upper()
    return f"s-{'s' if is_south else 'n'}{'z' if in_camp and kind in 'RBSNLP' else ''}{kind}"


def notes() -> str:
    files = "".join(f'<text x="{x + 0.5}" y="7.42">{name}</text>' for x, name in enumerate(FILES))
    ranks = "".join(f'<text x="-0.3" y="{y + 0.6:g}">{name}</text>' for y, name in enumerate(RANKS))
    return f'<g class="notes">{files}{ranks}</g>'


def parts(diagram: Diagram) -> Iterator[str]:
    """What is drawn, from the ground up."""
    yield '<use href="#s-board" x="0" y="0" width="4" height="7"/>'
    yield notes()
    yield from (frame("picked", *at) for at in places(diagram.picked))
    for (x, y), sign in pieces(diagram.board):
        yield f'<use href="#{symbol(x, y, sign)}" x="{x}" y="{y}" width="1" height="1"/>'
    yield from (ring("dot", *at, ".15") for at in places(diagram.open))
    yield from (ring("take", *at, ".46") for at in places(diagram.taken))
    yield from (cross(*at) for at in places(diagram.closed))


def drawn(diagram: Diagram) -> str:
    """The partial: what the picture says is also said in words beside it, so it is silent."""
    lines = "\n".join(f"  {part}" for part in parts(diagram))
    opening = (
        '<svg class="diagram tall" viewBox="-0.55 -0.15 4.7 7.7" aria-hidden="true"'
        ' focusable="false">'
    )
    return f"{{# {diagram.comment} #}}\n{opening}\n{lines}\n</svg>\n"


def symbols() -> str:
    """The pieces and the empty board, for `<use>`."""
    lines = [
        f'  <symbol id="s-{side[0]}{sign}" class="{side}" viewBox="0 0 100 100">'
        f'<g class="stone snow {side}">{_part(side)}{_part(sign)}</g></symbol>'
        for side in ("south", "north")
        for sign in SIGNS
    ]
    return "\n".join(
        (
            "{% load static %}",
            '{% static "pieces/seichu/kanji.svg" as kanji %}',
            "{# Pieces and empty board of Seichu for pictures; tools/diagrams writes this. #}",
            '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">',
            *lines,
            *board(),
            "</svg>",
            "",
        )
    )


def _part(name: str) -> str:
    return f'<use href="{{{{ kanji }}}}#{name}" x="4" y="4" width="92" height="92"/>'


def board() -> Iterator[str]:
    """Squares, and a stronger line where each camp ends."""
    uprights = "".join(f"M{x} 0v7" for x in range(1, 4))
    levels = "".join(f"M0 {y}h4" for y in range(1, 7))
    yield '  <symbol id="s-board" viewBox="0 0 4 7" overflow="visible">'
    yield '    <rect class="frame" x="-.15" y="-.15" width="4.3" height="7.3" rx=".12"/>'
    yield '    <rect class="field" width="4" height="7"/>'
    yield '    <path class="staff" d="M0 0h4v2H0zM0 5h4v2H0z"/>'
    yield f'    <path class="grid" d="{uprights}{levels}"/>'
    yield '    <rect class="rim" width="4" height="7"/>'
    yield "  </symbol>"


def main() -> None:
    figures = TEMPLATES / "boards" / "seichu" / "figures"
    for name, diagram in FIGURES.items():
        (figures / f"{name}.html").write_text(drawn(diagram))
    (TEMPLATES / "boards" / "seichu" / "pieces.html").write_text(symbols())


if __name__ == "__main__":
    main()
